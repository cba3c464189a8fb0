import { type FieldKindRules, onText, textFault } from './kind.ts';
import { unframed } from './plain.ts';

const label = /^(?:e-?mail|мейл|имейл|(?:эл(?:ектронная|\.)? ?)?почта)\s*[:=]\s*/i;
/** A link to an e-mail address, with its parameters: `mailto:anna@example.com?subject=…`. */
const link = /^mailto:\/*\s*([^?]*).*$/i;
/** An address in angle brackets after a name, as mail programs copy it: `Anna <anna@example.com>`. */
const named = /^[^<>@]*<([^<>]+)>$/;

const lookAlikes = { cyrillic: 'асеорху', latin: 'aceopxy' } as const;
const cyrillic = /\p{Script=Cyrillic}/u;

/**
 * Replaces Cyrillic look-alikes in a part with Latin letters, because no mail server allows both alphabets in one part.
 */
const inOneAlphabet = (part: string): string => {
  if (!cyrillic.test(part) || !/[a-z]/.test(part)) return part;
  const latin = [...part].map(letter => lookAlikes.latin[lookAlikes.cyrillic.indexOf(letter)] ?? letter).join('');
  return cyrillic.test(latin) ? part : latin;
};

/**
 * Returns an e-mail address in lower case, without `mailto:`, the name before it, quotes and invisible characters.
 * Cyrillic look-alikes between Latin letters become Latin.
 */
export const normaliseEmail = (text: string): string =>
  unframed(
    unframed(text.replace(/\.\s*$/, ''))
      .replace(label, '')
      .replace(link, '$1')
      .replace(named, '$1'),
  )
    .toLowerCase()
    .replace(/[^@.]+/g, inOneAlphabet);

const shape = /^[^\s@<>()[\]\\,;:".]+(\.[^\s@<>()[\]\\,;:".]+)*@[\p{L}\d-]+(\.[\p{L}\d-]+)+$/u;

/** Returns true if a normalised address has a valid form. */
export const isEmail = (address: string): boolean => shape.test(address);

export const email = {
  value: 'text',
  format: 'email',
  parse: onText(normaliseEmail),
  fault: (value, field) => textFault(value, field) ?? (isEmail(String(value)) ? undefined : { message: 'email' }),
} as const satisfies FieldKindRules;
