import { createRequire } from 'node:module';
import countries from 'i18n-iso-countries';
import type { Locale } from '../../src/contract/messages/index.ts';
import { uniformSpelling } from '../../src/schema/kinds/plain.ts';
import { normaliseSpelling } from './search/matching/keys.ts';

const requireModule = createRequire(import.meta.url);
const locales = ['ru', 'en'] as const;
for (const locale of locales) countries.registerLocale(requireModule(`i18n-iso-countries/langs/${locale}.json`));

/** Official names of all countries in a language, by two-letter code (ISO 3166-1). */
export const countryTitles = (locale: Locale): Readonly<Record<string, string>> =>
  countries.getNames(locale, { select: 'official' });

/** Usual names and abbreviations that the list of official names lacks, by two-letter code. */
const usualNames: Readonly<Record<string, string>> = {
  AE: 'Объединённые Арабские Эмираты, Эмираты, Emirates',
  AZ: 'Азербайджанская Республика',
  BA: 'Босния, Bosnia',
  BY: 'РБ, Белоруссия, Белорусь, Byelorussia',
  CD: 'ДР Конго, ДРК, DR Congo, DRC',
  CI: "Берег Слоновой Кости, Кот д'Ивуар",
  CN: 'Китай, КНР, Китайская Народная Республика, PRC',
  CZ: 'Чешская Республика',
  DE: 'ФРГ, Федеративная Республика Германии, Федеративная Республика Германия, Federal Republic of Germany',
  EE: 'Эстонская Республика',
  EG: 'Арабская Республика Египет',
  FR: 'Французская Республика',
  GB: 'Соединённое Королевство, Соединённое Королевство Великобритании и Северной Ирландии, Британия, Англия, Britain, England, United Kingdom of Great Britain and Northern Ireland',
  GR: 'Греческая Республика',
  IR: 'Исламская Республика Иран',
  KG: 'Кыргызстан, Кыргызская Республика, Киргизская Республика, Kyrgyz Republic',
  KP: 'КНДР, Корейская Народно-Демократическая Республика, Северная Корея',
  KR: 'Южная Корея',
  KZ: 'РК, Kazakstan, Qazaqstan',
  LT: 'Литовская Республика',
  LV: 'Латвийская Республика',
  MD: 'Молдова, Moldova, Молдавская Республика',
  MK: 'Македония, Macedonia',
  MM: 'Бирма, Burma',
  NL: 'Голландия, Holland',
  PS: 'Палестина',
  RU: 'РФ, RF, Рос. Федерация, Росс. Федерация, Rossiya, Rossia',
  SK: 'Словацкая Республика',
  SY: 'Сирийская Арабская Республика, Syria',
  TM: 'Туркменистан',
  TR: 'Турецкая Республика',
  US: 'Соединённые Штаты, Соединённые Штаты Америки',
  UZ: 'РУз',
  VN: 'Социалистическая Республика Вьетнам, Viet Nam',
  ZA: 'Южно-Африканская Республика, Южная Африка',
};

/** Words without which most names of countries mean the same country. */
const genericWords = new Set(['республика', 'респ', 'republic', 'of', 'the']);

/** Returns the words of a name in small letters, without accents and the dots of abbreviations: `U.S.A.` → `usa`. */
const nameKey = (text: string): string =>
  (
    uniformSpelling(text)
      .normalize('NFD')
      .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
      .normalize('NFC')
      .toLowerCase()
      .replaceAll('ё', 'е')
      .replace(/(?<=(?:^|[^\p{L}])\p{L}|\.\p{L})\./gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ');

/** Codes by key. Undefined: the key means several countries, such as Congo. */
type CodesByKey = Map<string, string | undefined>;

const addCode = (codes: CodesByKey, key: string, code: string): void => {
  codes.set(key, codes.has(key) && codes.get(key) !== code ? undefined : code);
};

const readCodes = (): CodesByKey => {
  const codes: CodesByKey = new Map();
  for (const [code, alpha3] of Object.entries(countries.getAlpha2Codes())) {
    const names = locales.flatMap(locale => countries.getName(code, locale, { select: 'all' }) ?? []);
    const numeric = countries.alpha2ToNumeric(code) ?? '';
    const usual = usualNames[code]?.split(', ') ?? [];
    for (const name of [code, alpha3, numeric, ...names, ...usual]) if (name) addCode(codes, nameKey(name), code);
  }
  return codes;
};

const codesByKey = readCodes();
/** Codes by keys without the difference between Latin and Cyrillic letters that look alike. */
const codesByLook: CodesByKey = new Map();
for (const [key, code] of codesByKey) if (code) addCode(codesByLook, normaliseSpelling(key), code);

const mixesAlphabets = (text: string): boolean => /\p{Script=Latin}/u.test(text) && /\p{Script=Cyrillic}/u.test(text);

/** The alphabets differ in meaning: `РК` is Kazakhstan, `PK` Pakistan. Letters that look alike count only in a mix. */
const codeOfKey = (key: string): string | undefined => {
  if (/^\d{1,3}$/.test(key)) return codesByKey.get(key.padStart(3, '0'));
  return codesByKey.get(key) ?? (mixesAlphabets(key) ? codesByLook.get(normaliseSpelling(key)) : undefined);
};

const codeOfName = (name: string): string | undefined => {
  const key = nameKey(name);
  if (codesByKey.has(key)) return codesByKey.get(key);
  const shortKey = key.split(' ').filter(word => !genericWords.has(word));
  return codeOfKey(key) ?? codeOfKey(shortKey.join(' '));
};

/**
 * Returns the two-letter code of the country that a text names in Russian or English: by its official or usual name, or
 * by its code of two letters, three letters or three digits. Several names in one text, such as `643 Россия (RUS)`,
 * must mean the same country.
 */
export const findCountry = (text: string): string | undefined => {
  const code = codeOfName(text);
  if (code) return code;
  const parts = text
    .split(/[^\p{L}\p{N}\p{M}\s.'’-]+|\s-+\s|(?<=\d)\s+|\s+(?=\d)/u)
    .filter(part => nameKey(part) !== '');
  const codes = new Set(parts.map(codeOfName));
  return parts.length > 1 && codes.size === 1 ? [...codes][0] : undefined;
};
