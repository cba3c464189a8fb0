import { plain } from './plain.ts';

/** Returns an e-mail address in lower case, without `mailto:` and invisible characters. */
export const normaliseEmail = (text: string): string =>
  plain(text)
    .replace(/^mailto:\s*/i, '')
    .toLowerCase();

const shape = /^[^\s@<>()[\]\\,;:".]+(\.[^\s@<>()[\]\\,;:".]+)*@[\p{L}\d-]+(\.[\p{L}\d-]+)+$/u;

/** Returns true if a normalised address has a valid form. */
export const isEmail = (address: string): boolean => shape.test(address);
