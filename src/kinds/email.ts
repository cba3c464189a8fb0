import { plain } from './plain.ts';

/** An e-mail address in lower case, without `mailto:` and invisible characters. */
export const normaliseEmail = (text: string): string =>
  plain(text)
    .replace(/^mailto:\s*/i, '')
    .toLowerCase();

const shape = /^[^\s@<>()[\]\\,;:".]+(\.[^\s@<>()[\]\\,;:".]+)*@[\p{L}\d-]+(\.[\p{L}\d-]+)+$/u;

/** Whether a normalised address can be one. */
export const isEmail = (address: string): boolean => shape.test(address);
