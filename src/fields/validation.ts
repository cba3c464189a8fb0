import type { Texts } from '../i18n/texts.ts';

type Translate = (key: string, options?: Record<string, unknown>) => string;

/** A message of the specification's section 5 in the current language. */
export const validationText = (
  translate: Translate,
  name: keyof Texts['validation'],
  values?: Record<string, unknown>,
): string => translate(`validation.${name}`, values);

/** "Must be a date": the expected type in the current language. */
export const typeText = (translate: Translate, type: keyof Texts['validation']['types']): string =>
  validationText(translate, 'type', { type: translate(`validation.types.${type}`) });
