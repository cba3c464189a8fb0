import { type FieldKindRules, onText, textFault } from './kind.ts';
import { plain } from './plain.ts';

/** Returns an e-mail address in lower case, without `mailto:` and invisible characters. */
export const normaliseEmail = (text: string): string =>
  plain(text)
    .replace(/^mailto:\s*/i, '')
    .toLowerCase();

const shape = /^[^\s@<>()[\]\\,;:".]+(\.[^\s@<>()[\]\\,;:".]+)*@[\p{L}\d-]+(\.[\p{L}\d-]+)+$/u;

/** Returns true if a normalised address has a valid form. */
export const isEmail = (address: string): boolean => shape.test(address);

export const email = {
  value: 'text',
  format: 'email',
  parse: onText(normaliseEmail),
  fault: value => textFault(value) ?? (isEmail(String(value)) ? undefined : { message: 'email' }),
} as const satisfies FieldKindRules;
