import { type FieldKindRules, textFault, textParser } from './kind.ts';
import { withoutQuotes } from './plain.ts';

const labelPattern = /^(?:e-?mail|мейл|имейл|(?:эл(?:ектронная|\.)? ?)?почта)\s*[:=]\s*/i;
/** Matches a link to an e-mail address, with or without parameters: `mailto:anna@example.com?subject=…`. */
const mailtoPattern = /^mailto:\/*\s*([^?]*).*$/i;
/** Matches an e-mail address in angle brackets after a name, as mail programs copy it: `Anna <anna@example.com>`. */
const namedAddressPattern = /^[^<>@]*<([^<>]+)>$/;

const lookAlikes = { cyrillic: 'асеорху', latin: 'aceopxy' } as const;
const cyrillicPattern = /\p{Script=Cyrillic}/u;

/**
 * Replaces Cyrillic letters that look like Latin ones in a part of an e-mail address that also has Latin letters. No
 * mail server allows both alphabets in one part.
 */
const unifyAlphabet = (part: string): string => {
  if (!cyrillicPattern.test(part) || !/[a-z]/.test(part)) return part;
  const latinPart = [...part].map(letter => lookAlikes.latin[lookAlikes.cyrillic.indexOf(letter)] ?? letter).join('');
  return cyrillicPattern.test(latinPart) ? part : latinPart;
};

/**
 * Returns an e-mail address in lower case, without `mailto:`, a name before the address, quotes and invisible
 * characters. Cyrillic letters that look like Latin ones become Latin if they stand among Latin letters.
 */
export const normaliseEmail = (text: string): string =>
  withoutQuotes(
    withoutQuotes(text.replace(/\.\s*$/, ''))
      .replace(labelPattern, '')
      .replace(mailtoPattern, '$1')
      .replace(namedAddressPattern, '$1'),
  )
    .toLowerCase()
    .replace(/[^@.]+/g, unifyAlphabet);

const emailPattern = /^[^\s@<>()[\]\\,;:".]+(\.[^\s@<>()[\]\\,;:".]+)*@[\p{L}\d-]+(\.[\p{L}\d-]+)+$/u;

/**
 * Matches the beginning of an encoded word (RFC 2047), such as `=?utf-8?q?ivan?=`. Mail servers disagree on whether to
 * decode such a word, so the recipient of a letter would be uncertain. `normaliseEmail` removes an equals sign at the
 * start.
 */
const encodedWordPattern = /(?:^|=)\?[^?]+\?[bq]\?/i;

/** Returns true if an e-mail address that `normaliseEmail` returned has a valid form. */
export const isEmail = (address: string): boolean => emailPattern.test(address) && !encodedWordPattern.test(address);

export const emailRules = {
  valueType: 'text',
  format: 'email',
  parse: textParser(normaliseEmail),
  fault: (value, field) => textFault(value, field) ?? (isEmail(String(value)) ? undefined : { message: 'email' }),
} as const satisfies FieldKindRules;
