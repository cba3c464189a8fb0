import type { Texts } from '../i18n/texts.ts';
import type { Fault } from '../kinds/rules.ts';

type Translate = (key: string, options?: Record<string, unknown>) => string;

/** A message of the specification's section 5 in the current language. */
export const validationText = (
  translate: Translate,
  name: keyof Texts['validation'],
  values?: Record<string, unknown>,
): string => translate(`validation.${name}`, values);

/** A fault that both ends find, by its message's name. */
export const faultText = (translate: Translate, { message, values }: Fault): string =>
  translate(`validation.faults.${message}`, values);

/** "Must be a date": which type was meant, in the same language. */
export const typeText = (translate: Translate, type: keyof Texts['validation']['types']): string =>
  validationText(translate, 'type', { type: translate(`validation.types.${type}`) });
