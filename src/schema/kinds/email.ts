import { type FieldKindRules, textFault, textParser } from './kind.ts';
import { withoutQuotes } from './plain.ts';

const labelPattern = /^(?:e-?mail|мейл|имейл|(?:эл(?:ектронная|\.)? ?)?почта)\s*[:=]\s*/i;
/** A link to an e-mail address, with its parameters: `mailto:anna@example.com?subject=…`. */
const mailtoPattern = /^mailto:\/*\s*([^?]*).*$/i;
/** An address in angle brackets after a name, as mail programs copy it: `Anna <anna@example.com>`. */
const namedAddressPattern = /^[^<>@]*<([^<>]+)>$/;

const lookAlikes = { cyrillic: 'асеорху', latin: 'aceopxy' } as const;
const cyrillicPattern = /\p{Script=Cyrillic}/u;

/**
 * Replaces Cyrillic look-alikes in a part with Latin letters, because no mail server allows both alphabets in one part.
 */
const unifyAlphabet = (part: string): string => {
  if (!cyrillicPattern.test(part) || !/[a-z]/.test(part)) return part;
  const latinPart = [...part].map(letter => lookAlikes.latin[lookAlikes.cyrillic.indexOf(letter)] ?? letter).join('');
  return cyrillicPattern.test(latinPart) ? part : latinPart;
};

/**
 * Returns an e-mail address in lower case, without `mailto:`, the name before it, quotes and invisible characters.
 * Cyrillic look-alikes between Latin letters become Latin.
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

/** Returns true if a normalised address has a valid form. */
export const isEmail = (address: string): boolean => emailPattern.test(address);

export const emailRules = {
  value: 'text',
  format: 'email',
  parse: textParser(normaliseEmail),
  fault: (value, field) => textFault(value, field) ?? (isEmail(String(value)) ? undefined : { message: 'email' }),
} as const satisfies FieldKindRules;
