import type { Texts } from '../i18n/texts.ts';
import type { Fault } from '../schema/kinds/kind.ts';
import type { I18n } from './useI18n.ts';

type Translate = I18n['translate'];

/** Returns a validation message of the specification's section 5 in the present language. */
export const validationText = (
  translate: Translate,
  name: keyof Texts['validation'],
  values?: Record<string, unknown>,
): string => translate(`validation.${name}`, values);

/** Returns the text "Must be a …" with the name of the expected type. */
export const typeText = (translate: Translate, type: keyof Texts['validation']['types']): string =>
  validationText(translate, 'type', { type: translate(`validation.types.${type}`) });

/** Keys of messages whose name in the catalogue of texts differs from their name in the API contract. */
const catalogueKeys: Readonly<Record<string, string>> = { maximum: 'max', minimum: 'min', unknownOption: 'option' };

/** Returns the text of a fault that the validation in src/schema found. The server uses the same texts. */
export const faultText = ({ translate, locale }: I18n, { message, values = {} }: Fault): string => {
  const messageValues = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      name === 'type'
        ? translate(`validation.types.${value}`)
        : ((value as Partial<Record<string, unknown>>)?.[locale] ?? value),
    ]),
  );
  const kindText = translate(`validation.faults.${message}`, { ...messageValues, _: '' });
  return kindText || translate(`validation.${catalogueKeys[message] ?? message}`, messageValues);
};
