/**
 * Registration plates. They are stored and shown in Cyrillic (А123ВС77) and compared in Latin letters of the same shape
 * (A123BC77).
 */

import { type Fault, type FieldKindRules, textFault, textParser } from './kind.ts';
import { uniformSpelling, withoutQuotes } from './plain.ts';

const cyrillicLetters = 'АВЕКМНОРСТУХ';
const latinLetters = 'ABEKMHOPCTYX';
/** Ukrainian and Belarusian letter І, which stands for the Latin I on plates of these countries. */
const ukrainianI = /\u0406/g;
const swapLetters = (text: string, from: string, to: string): string =>
  [...text].map(letter => to[from.indexOf(letter)] ?? letter).join('');

/** The twelve letters that a Russian plate may hold, in Cyrillic and as the Latin letters of the same shape. */
export const plateLetters = { cyrillic: cyrillicLetters, latin: latinLetters } as const;

/** Marks of countries beside a plate that are not its number, in the letters of a plate's key: `PYC` is РУС. */
const countryMarks = {
  RU: 'RUS?|PYC|PФ',
  KZ: 'KA?Z|KЗ',
  BY: 'BY|BLR|PБ',
  AM: 'AR?M',
  KG: 'KGZ?|KГ',
  UZ: 'UZB?|YЗ',
  UA: 'UA|UKR|YA|YKP',
  GE: 'GEO|GE|ГEO|ГE',
};

/**
 * Words that people write before a plate, such as `гос. номер` or `г.р.з.` No plate begins with these letters, and words
 * for a vehicle count only before a Russian plate.
 */
const labelPattern =
  /^(?:г[\s./\\-]*(?:[нр][\s./\\-]*з?|з)|(?:(?:гос|рег)(?:ударственный|истрационный)?[\s.-]*){1,2}(?:номер|ном|знак|№)|номер(?:ной знак)?(?:\s*(?:авто(?:мобиля)?|машины|т\/?с))?|(?:авто|[ат]\/?[мс])(?=[\s.:№-]+[а-яa-z]\d)|[\w ]*plate|reg[\w. ]*no)(?=\P{L}|[а-яa-z]\d)(?:\.? no)?[\s:=.№-]*/iu;
/** Words that people write after a plate: "region" in Russian or English. */
const endingPattern = /\s*(?:регион|region|рег\.?)$/i;
/** Letters of a flag as emoji. Two of them are a country code. */
const flagLetters = /[\u{1f1e6}-\u{1f1ff}]/gu;

/** Returns a plate in upper case and Latin letters, without spaces, hyphens, quotes and words around it. */
const markedKey = (text: string): string => {
  const withoutLabels = withoutQuotes(text)
    .replace(flagLetters, letter => String.fromCharCode((letter.codePointAt(0) ?? 0) - 0x1f1e6 + 65))
    .trim()
    .replace(labelPattern, '')
    .replace(endingPattern, '')
    .toUpperCase()
    .replace(/[ \-.|/·•"'«»“”„№_]/g, '')
    .replace(ukrainianI, 'I');
  return swapLetters(withoutLabels, cyrillicLetters, latinLetters);
};

/**
 * Returns the key for comparing plates: upper case and Latin letters, without spaces, hyphens and quotes, and without
 * the mark of its country. A Kyrgyz plate may have its mark within the number: 01KG123ABC.
 */
export const plateKey = (text: string): string => {
  const key = markedKey(text);
  if (countriesOf(key).length > 0) return key;
  for (const [country, marks] of Object.entries(countryMarks))
    for (const mark of marks.split('|')) {
      const unmarked = key.replace(/[()[\]]/g, '').replace(new RegExp(`^${mark}|${mark}$|(?<=^0\\d)KG(?=\\d)`), '');
      if (unmarked !== key && countriesOf(unmarked).includes(country)) return unmarked;
    }
  return key;
};

/** Whether a text is a plate with the mark of its country, such as `KZ 123 ABC 02`. */
export const isMarkedPlate = (text: string): boolean => plateKey(text) !== markedKey(text);

export const toCyrillicPlate = (plate: string): string => swapLetters(plateKey(plate), latinLetters, cyrillicLetters);

const letterPattern = `[${latinLetters}]`;
// All region codes of two digits except 00 are valid. Codes with three digits begin with 1, 2, 7 or 9.
const regionPattern = '[1279]?(?!00)\\d{2}';
const nonZeroDigits = (digits: number) => `(?!0{${digits}})\\d{${digits}}`;

/**
 * Formats of plates, for Russia by ГОСТ Р 50577-2018 and for Belarus by СТБ 914-99. A `special` plate has its own
 * colours and is never on a private car. Uzbek and Kyrgyz plates begin with the number of a region that exists, so that
 * few mistyped Russian plates are taken for one.
 */
const plateFormatList = [
  {
    kind: 'car',
    country: 'RU',
    pattern: new RegExp(`^${letterPattern}${nonZeroDigits(3)}${letterPattern}{2}${regionPattern}$`),
  },
  { kind: 'taxi', country: 'RU', pattern: new RegExp(`^${letterPattern}{2}${nonZeroDigits(3)}${regionPattern}$`) },
  { kind: 'trailer', country: 'RU', pattern: new RegExp(`^${letterPattern}{2}${nonZeroDigits(4)}${regionPattern}$`) },
  {
    kind: 'motorcycle',
    country: 'RU',
    pattern: new RegExp(`^${nonZeroDigits(4)}${letterPattern}{2}${regionPattern}$`),
  },
  { kind: 'special', country: 'RU', pattern: new RegExp(`^${letterPattern}${nonZeroDigits(4)}${regionPattern}$`) },
  {
    kind: 'transit',
    country: 'RU',
    pattern: new RegExp(`^${letterPattern}{2}${nonZeroDigits(3)}${letterPattern}${regionPattern}$`),
  },
  { kind: 'car', country: 'BY', pattern: /^(?:\d{4}|E\d{3})[ABEIKMHOPCTX]{2}[0-7]$/ },
  { kind: 'truck', country: 'BY', pattern: /^[ABEIKMHOPCTX]{2}\d{4}[0-7]$/ },
  { kind: 'car', country: 'KZ', pattern: /^\d{3}[A-Z]{2,3}(?:0[1-9]|1\d|20)$/ },
  { kind: 'car', country: 'AM', pattern: /^(?:\d{2}[A-Z]{2}\d{3}|\d{3}[A-Z]{2}\d{2})$/ },
  { kind: 'car', country: 'UA', pattern: /^[ABCEHIKMOPTX]{2}\d{4}[ABCEHIKMOPTX]{2}$/ },
  { kind: 'car', country: 'GE', pattern: /^[A-Z]{2}\d{3}[A-Z]{2}$/ },
  { kind: 'car', country: 'KG', pattern: /^0[1-9]\d{3}[A-Z]{2,3}$/ },
  { kind: 'car', country: 'UZ', pattern: /^(?:01|[1-9][05])(?:[A-Z]\d{3}[A-Z]{2}|\d{3}[A-Z]{3})$/ },
] as const;

const countriesOf = (key: string): readonly string[] =>
  plateFormatList.filter(({ pattern }) => pattern.test(key)).map(({ country }) => country);
const isRussian = (key: string): boolean => countriesOf(key).includes('RU');

export type PlateFormat = { readonly kind: string; readonly country: string };

/**
 * Returns all formats that the text matches. Some texts match two: AB123477 is a Russian trailer's and a Belarusian
 * truck's. The caller chooses by vehicle.
 */
export const plateFormats = (text: string): readonly PlateFormat[] => {
  const key = plateKey(text);
  return plateFormatList.filter(format => format.pattern.test(key)).map(({ kind, country }) => ({ kind, country }));
};

export const isCarPlate = (text: string): boolean => plateFormats(text).some(format => format.kind === 'car');

/** Returns the stored spelling of a plate. A Russian plate is in Cyrillic. */
export const normalisePlate = (text: string): string => {
  const key = plateKey(text);
  return plateFormats(key).some(({ country }) => country === 'RU') ? toCyrillicPlate(key) : key;
};

/**
 * Returns true for a probable typing error: only digits and Russian plate letters, but no known format. Other texts may
 * be foreign plates.
 */
export const isMistypedPlate = (text: string): boolean => {
  const key = plateKey(text);
  return (
    plateFormats(key).length === 0 && (new RegExp(`^[\\d${latinLetters}]*$`).test(key) || !/^[\dA-Z]{4,12}$/.test(key))
  );
};

/** Returns the fault of a plate. No Russian region ends in 00. */
const plateFault = (text: string): Fault | undefined => {
  if (!isMistypedPlate(text)) return undefined;
  return { message: isRussian(plateKey(text).replace(/00$/, '77')) ? 'plateRegion' : 'plate' };
};

/**
 * Whether a plate of another country may be a mistyped Russian one. A Russian plate without one of its characters may
 * have the form of an Armenian, Kazakh or Belarusian plate: 123ВС77, 1234АВ7, Е123ВС7. Without its first letter and a
 * digit it may still have an Armenian form: 12ВС777. With its region in front it may have an Uzbek form: 50А123ВС.
 */
const mayBeRussian = (key: string): boolean => {
  const withCharacterMore = Array.from({ length: key.length + 1 }, (_, at) =>
    ['A', '1'].map(character => key.slice(0, at) + character + key.slice(at)),
  ).flat();
  const isRegionFirst = plateFormats(key.slice(2) + key.slice(0, 2)).some(
    ({ kind, country }) => kind === 'car' && country === 'RU',
  );
  return isRegionFirst || [...withCharacterMore, `A1${key}`].some(isRussian);
};

/** Hyphen before the region, which only Belarusian plates have: `1234 AB-7`. */
const belarusianSpelling = /\p{L} ?- ?[0-7]$/u;

export const plateRules = {
  valueType: 'text',
  example: 'А123ВС77',
  parse: textParser(normalisePlate),
  fault: (value, field) => textFault(value, field) ?? plateFault(String(value)),
  // A plate with the mark of its country, or with the hyphen of a Belarusian plate, is not doubted while it is written.
  warning: (value, written) => {
    const key = plateKey(String(value));
    if (isRussian(key) || countriesOf(key).length === 0 || !mayBeRussian(key)) return undefined;
    if (isMarkedPlate(written) || belarusianSpelling.test(uniformSpelling(written))) return undefined;
    return { message: isRussian(`A${key}`) || isRussian(`A1${key}`) ? 'plateLetter' : 'plateShort' };
  },
} as const satisfies FieldKindRules;
