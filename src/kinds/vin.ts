/** Vehicle identification numbers, ISO 3779. The check digit is mandatory in North America and China only. */

import { plain } from './plain.ts';

const transliteration: Readonly<Record<string, number>> = Object.fromEntries(
  [...'0123456789']
    .map((digit, value) => [digit, value] as const)
    .concat(
      [...'ABCDEFGH'].map((letter, at) => [letter, at + 1] as const),
      [...'JKLMN'].map((letter, at) => [letter, at + 1] as const),
      [['P', 7] as const, ['R', 9] as const],
      [...'STUVWXYZ'].map((letter, at) => [letter, at + 2] as const),
    ),
);
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2] as const;

export const vinPattern = /^[A-HJ-NPR-Z0-9]{17}$/;

/**
 * Upper case, Cyrillic look-alikes as Latin, without spaces, hyphens, the asterisks around it and the word VIN before it; O, I
 * and Q are refused by validation.
 */
export const normaliseVin = (text: string): string =>
  plain(text)
    .toUpperCase()
    .replace(/^(?:VIN|ВИН)(?![\p{L}\p{N}])[ :№#-]*/u, '')
    .replace(/[ \-.*_]/g, '')
    .replace(/[АВЕКМНОРСТУХ]/g, letter => 'ABEKMHOPCTYX'['АВЕКМНОРСТУХ'.indexOf(letter)] ?? letter);

/** Ninth character as ISO 3779 computes it; null if the text is not a VIN. */
export const vinCheckDigit = (vin: string): string | null => {
  if (!vinPattern.test(vin)) return null;
  let sum = 0;
  for (let at = 0; at < 17; at++) sum += (transliteration[vin[at]!] ?? 0) * weights[at]!;
  const rest = sum % 11;
  return rest === 10 ? 'X' : String(rest);
};

/** European makers use the ninth place freely, so a wrong digit is a warning, not an error. */
export const hasValidCheckDigit = (vin: string): boolean => vinCheckDigit(vin) === vin[8];

/** Makers of North America and China have to use the check digit; by the first letter, the region of the maker. */
export const usesCheckDigit = (vin: string): boolean => /^[1-5L]/.test(vin);

/** `mistyped`: only the check digit is wrong. */
export const judgeVin = (text: string): 'valid' | 'mistyped' | 'malformed' => {
  const vin = normaliseVin(text);
  if (!vinPattern.test(vin)) return 'malformed';
  return hasValidCheckDigit(vin) ? 'valid' : 'mistyped';
};
