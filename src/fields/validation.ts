import type { Texts } from '../i18n/texts.ts';
import type { Fault } from '../schema/kinds/kind.ts';

type Translate = (key: string, options?: Record<string, unknown>) => string;

/** Returns a message of the specification's section 5 in the present language. */
export const validationText = (
  translate: Translate,
  name: keyof Texts['validation'],
  values?: Record<string, unknown>,
): string => translate(`validation.${name}`, values);

/** Returns "Must be a date" with the name of the expected type. */
export const typeText = (translate: Translate, type: keyof Texts['validation']['types']): string =>
  validationText(translate, 'type', { type: translate(`validation.types.${type}`) });

/** Returns the text of a fault that src/schema/kinds found. The server uses the same texts. */
export const faultText = (translate: Translate, { message, values }: Fault): string => {
  switch (message) {
    case 'required':
    case 'email':
      return validationText(translate, message);
    case 'tooShort':
    case 'tooLong':
      return validationText(translate, message, { ...values });
    case 'maximum':
      return validationText(translate, 'max', { ...values });
    default:
      return translate(`validation.faults.${message}`, { ...values, _: validationText(translate, 'pattern') });
  }
};
