/** Vehicle identification numbers, ISO 3779. The check digit is mandatory only in North America and China. */

import { type Fault, type FieldKindRules, textFault, textParser } from './kind.ts';
import { withoutQuotes } from './plain.ts';

const transliteration: Readonly<Record<string, number>> = Object.fromEntries(
  [...'0123456789']
    .map((digit, value) => [digit, value] as const)
    .concat(
      [...'ABCDEFGH'].map((letter, index) => [letter, index + 1] as const),
      [...'JKLMN'].map((letter, index) => [letter, index + 1] as const),
      [['P', 7] as const, ['R', 9] as const],
      [...'STUVWXYZ'].map((letter, index) => [letter, index + 2] as const),
    ),
);
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2] as const;

export const vinPattern = /^[A-HJ-NPR-Z0-9]{17}$/;

/** Words that people write before a VIN, such as those in a vehicle's documents. */
const labelPattern =
  /^[\s(№#]*(?:(?:идентификационный номер|транспортного средства|т\/?с|vin|вин|код|code|номер|no|кузова?|шасси)(?![\p{L}\p{N}])[\s()/:=№#.-]*)+|^[№#]\s*/iu;

/**
 * Returns a VIN in upper case with Cyrillic look-alikes as Latin letters. Spaces, hyphens, punctuation
 * around the VIN and words before the VIN are removed. Validation refuses O, I and Q.
 */
export const normaliseVin = (text: string): string =>
  withoutQuotes(withoutQuotes(text).replace(labelPattern, ''))
    .toUpperCase()
    .replace(/[ \-.*_()]/g, '')
    .replace(/[АВЕКМНОРСТУХ]/g, letter => 'ABEKMHOPCTYX'['АВЕКМНОРСТУХ'.indexOf(letter)] ?? letter);

/** Returns the check digit (ninth character of a VIN) that ISO 3779 computes. Null if the text is no VIN. */
export const vinCheckDigit = (vin: string): string | null => {
  if (!vinPattern.test(vin)) return null;
  let sum = 0;
  for (let index = 0; index < 17; index++) sum += (transliteration[vin[index]!] ?? 0) * weights[index]!;
  const remainder = sum % 11;
  return remainder === 10 ? 'X' : String(remainder);
};

/**
 * Returns true if the check digit of the VIN is right. European makers use this ninth character freely, so a wrong one
 * is only a warning for them.
 */
export const hasValidCheckDigit = (vin: string): boolean => vinCheckDigit(vin) === vin[8];

/**
 * Returns true if the VIN is from a maker of North America or China. These must use the check digit. The first
 * character is the maker's region.
 */
const usesCheckDigit = (vin: string): boolean => /^[1-5L]/.test(vin);

/**
 * Returns how plausible a VIN is. `mistyped`: only the check digit is wrong. `malformed`: wrong length or characters.
 */
export const vinValidity = (text: string): 'valid' | 'mistyped' | 'malformed' => {
  const vin = normaliseVin(text);
  if (!vinPattern.test(vin)) return 'malformed';
  return hasValidCheckDigit(vin) ? 'valid' : 'mistyped';
};

const vinFault: Fault = { message: 'vin' };
const isMistypedVin = (value: unknown): boolean => vinValidity(String(value)) === 'mistyped';

// Most makers use the ninth character of a VIN freely. A wrong check digit is therefore only a warning.
export const vinRules = {
  valueType: 'text',
  example: 'XTA210990Y2766389',
  parse: textParser(normaliseVin),
  fault: (value, field) => {
    const fault = textFault(value, field);
    if (fault) return fault;
    if (vinValidity(String(value)) === 'malformed') return { message: 'vinPattern' };
    return isMistypedVin(value) && usesCheckDigit(normaliseVin(String(value))) ? vinFault : undefined;
  },
  warning: value => (isMistypedVin(value) && !usesCheckDigit(normaliseVin(String(value))) ? vinFault : undefined),
} as const satisfies FieldKindRules;
