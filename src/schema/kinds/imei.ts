/** Device identity, 3GPP TS 23.003: fourteen digits and a Luhn digit. */

import { type FieldKindRules, textFault, textParser } from './kind.ts';
import { withoutQuotes } from './plain.ts';

export const imeiPattern = /^[0-9]{15}$/;

const labelPattern =
  /^\(?(?:IMEI|ИМЕ[ЙИ])(?:\/?SV)?(?:[ -]?(?:код|code|номер|no\.?))?(?: ?[12](?!\d))?\)?[ :=№#-]*|^[№#] */i;

/** Returns the digits of an IMEI without separators and without a leading word IMEI. */
export const normaliseImei = (text: string): string =>
  withoutQuotes(withoutQuotes(text).replace(labelPattern, ''))
    // Spreadsheets add decimals to long numbers, so `.0` at the end is removed.
    .replace(/(?<=^\d{15})\.0+$/, '')
    .replace(/(?<=\d)[ \-./](?=\d)/g, '');

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
