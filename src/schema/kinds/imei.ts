/** Device identity, 3GPP TS 23.003: fourteen digits and a Luhn digit. */

import { type FieldKindRules, textFault, textParser } from './kind.ts';
import { withoutQuotes } from './plain.ts';

export const imeiPattern = /^[0-9]{15}$/;

const labelPattern =
  /^\(?(?:[IІ][MМ][EЕ][IІ]|ИМЕ[ЙИ])(?:\/?SV)?(?:[ -]?(?:код|code|номер|no\.?))?(?: ?[12](?!\d))?\)?[ :=№#-]*|^[№#] */i;
/**
 * Matches text after the digits of an IMEI: decimals that a spreadsheet added, the version of the software as phones show
 * it, or the word IMEI.
 */
const endingPattern = /(?<=^(?:\d\D?){15})(?:[.,]0+| ?\/ ?\d\d|#| ?\(?IMEI\)?)$/i;

/** Returns the digits of an IMEI without separators and without a leading word IMEI. */
export const normaliseImei = (text: string): string =>
  withoutQuotes(withoutQuotes(text).replace(labelPattern, ''))
    .replace(endingPattern, '')
    .replace(/(?<=\d)[ \-./_](?=\d)/g, '');

/** Returns the IMEI that a platform sends as the identifier of a device. Other identifiers are only trimmed. */
export const normaliseIdentifier = (text: string): string => {
  const imei = normaliseImei(text);
  return imeiPattern.test(imei) ? imei : text.trim();
};

/** Returns the Luhn digit that completes the given digits. */
export const luhnDigit = (digits: string): number => {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    // From the end, every second digit is doubled. The last digit is doubled too, because the check digit will follow
    // it.
    const value = index % 2 === 0 ? digit * 2 : digit;
    sum += value > 9 ? value - 9 : value;
  }
  return (10 - (sum % 10)) % 10;
};

export const isValidImei = (imei: string): boolean =>
  imeiPattern.test(imei) && luhnDigit(imei.slice(0, 14)) === Number(imei[14]);

export const imeiRules = {
  valueType: 'text',
  example: '356938035643809',
  digitsOnly: true,
  parse: textParser(normaliseImei),
  fault: (value, field) => {
    const fault = textFault(value, field);
    if (fault) return fault;
    if (!imeiPattern.test(String(value))) return { message: 'imeiPattern' };
    return isValidImei(String(value)) ? undefined : { message: 'imei' };
  },
} as const satisfies FieldKindRules;
