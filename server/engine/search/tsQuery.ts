import { inOtherLayout } from '../../../src/schema/kinds/keyboardLayout.ts';
import { initialsOf } from '../../../src/schema/kinds/personName.ts';
import { nationalPhone, normaliseSpelling, searchKeyOf, wordsOf } from './matching/keys.ts';
import { searchTexts } from './matching/queryText.ts';

/** Makes and models as spoken in Russian, each with its spelling in the lists. */
const spokenNames = `лада lada, гранта granta, веста vesta, нива niva, ларгус largus, бмв bmw, чанган changan, чери chery,
чэри chery, тигго tiggo, тиго tiggo, аризо arrizo, форд ford, фокус focus, мондео mondeo, куга kuga, транзит transit,
джили geely, джилли geely, атлас atlas, кулрей coolray, монжаро monjaro, эмгранд emgrand, хавал haval, хавейл haval,
джолион jolion, дарго dargo, хендай hyundai, хендэ hyundai, хундай hyundai, хюндай hyundai, хенде hyundai,
солярис solaris, крета creta, туксон tucson, тусан tucson, санта santa, элантра elantra, киа kia, кия kia, рио rio,
сид ceed, спортейдж sportage, спортаж sportage, соренто sorento, оптима optima, мазда mazda, мерседес mercedes,
мерс mercedes, бенц benz, мицубиси mitsubishi, митсубиси mitsubishi, мицубиши mitsubishi, митсубиши mitsubishi,
аутлендер outlander, аутлэндер outlander, паджеро pajero, спорт sport, ниссан nissan, нисан nissan, альмера almera,
кашкай qashqai, террано terrano, икстрейл xtrail, иксрей xray, икс-рей xray, омода omoda, рено renault, логан logan,
сандеро sandero, дастер duster, каптур kaptur, аркана arkana, шкода skoda, рапид rapid, октавия octavia,
суперб superb, карок karoq, кодиак kodiaq, тойота toyota, королла corolla, камри camry, рав rav4, ленд land,
лэнд land, крузер cruiser, прадо prado, фольксваген volkswagen, поло polo, джетта jetta, пассат passat, пасат passat,
тигуан tiguan, туарег touareg, вольво volvo, uaz уаз, vaz ваз, patriot патриот, hunter хантер, profi профи,
порше porsche, лексус lexus, ауди audi, субару subaru, сузуки suzuki, хонда honda, пежо peugeot, ситроен citroen,
опель opel, шевроле chevrolet, инфинити infiniti, эксид exeed, джетур jetour, джак jac, газель газель`;

const carNames: readonly (readonly [spoken: string, written: string])[] = spokenNames
  .split(/,\s+/)
  .map(pair => pair.split(/\s+/) as [string, string]);

/** Latin letters and their Russian sounds, longest first: `shch` before `sh`. */
const latinToRussian: readonly (readonly [string, string])[] = [
  ['xander', 'ксандр'],
  ['shch', 'щ'],
  ['sch', 'щ'],
  ['iia', 'ия'],
  ['zh', 'ж'],
  ['kh', 'х'],
  ['ph', 'ф'],
  ['ts', 'ц'],
  ['ch', 'ч'],
  ['sh', 'ш'],
  ['yu', 'ю'],
  ['ju', 'ю'],
  ['ya', 'я'],
  ['ja', 'я'],
  ['yo', 'е'],
  ['jo', 'е'],
  ['ye', 'е'],
  ['iy', 'ий'],
  ['ij', 'ий'],
  ['ii', 'ий'],
  ['yy', 'ый'],
  ['yi', 'ый'],
  ['ai', 'ай'],
  ['ei', 'ей'],
  ['oi', 'ой'],
  ...[...'abcdefghijklmnopqrstuvwxyz'].map(
    (letter, at) => [letter, [...'а б ц д е ф г х и ж к л м н о п к р с т у в в кс й з'.split(' ')][at] ?? ''] as const,
  ),
];

const russianToLatin: Readonly<Record<string, string>> = Object.fromEntries(
  'а:a б:b в:v г:g д:d е:e ё:e ж:zh з:z и:i й:y к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch ш:sh щ:shch ъ: ы:y ь: э:e ю:yu я:ya'
    .split(' ')
    .map(pair => pair.split(':')),
);

const latinConsonant = '[bcdfghjklmnpqrstvwxz]';
const hardY = new RegExp(`(?<=${latinConsonant})y(?=${latinConsonant})`, 'g');

const toRussian = (word: string): string => {
  let rest = word
    .replace(hardY, 'ы')
    .replace(/(?<=[aeou])ia$/, 'я')
    .replace(/i?ia$/, 'ия');
  let text = '';
  while (rest) {
    const [from, to] = latinToRussian.find(([letters]) => rest.startsWith(letters)) ?? [rest.charAt(0), rest.charAt(0)];
    text += to;
    rest = rest.slice(from.length);
  }
  // A final -y may stand for -ий (Dmitry) or -ый (Bely). The ending is cut off, because the rest finds both as a
  // prefix.
  return text.replace(/([бвгджзклмнпрстфхцчшщ])й$/, '$1');
};

const toLatin = (word: string): string => [...word].map(letter => russianToLatin[letter] ?? letter).join('');

/** Inserts the soft signs that Latin spellings leave out: `olga` → `олga`, `vasiliev`, `kuzmin`. */
const softLatin = new RegExp(`l(?=(?!l)${latinConsonant})|z(?=m)|${latinConsonant}(?=[yij][aeou])`, 'g');
const withSoftSigns = (word: string): string =>
  word
    .replace(softLatin, '$&ь')
    .replace(/ь[ij](?=[aeou])/g, 'ьy')
    .replace(/(?<=[aeo])i(?=\p{L})/gu, 'и');

/** Spellings of Russian passports: `Iakov Liudmila`. */
const withPassportVowels = (word: string): string => word.replace(/(?<!i)ia(?!$)/g, 'ya').replace(/iu/g, 'yu');

/** Returns the Russian words that a Latin word may stand for, likeliest first. */
const russianSpellings = (word: string): readonly string[] => {
  const spellings = [word, withSoftSigns(word), withPassportVowels(word)].map(toRussian);
  return unique(spellings.flatMap(each => [each, each.replace(/^е/, 'э')]));
};

/** Returns the usual Latin spellings of a Russian word: of street signs, of passports, and of English texts. */
const latinSpellings = (word: string): readonly string[] => {
  const passport = word.replaceAll('ю', 'iu').replaceAll('я', 'ia').replaceAll('й', 'i');
  const english = word.replace(/[иы]й$/, 'y').replaceAll('кс', 'x');
  return unique([word, passport, english].map(toLatin));
};

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

const transliterate = (text: string): string => {
  const lower = text.toLowerCase().replaceAll('ё', 'е');
  if (/[а-я]/.test(lower)) return /[a-z]/.test(lower) ? text : toLatin(lower);
  return lower.replace(/[a-z]+/g, toRussian);
};

const guessLengthMin = 3;

/** Returns makes and models whose Russian name begins with the word, because the search runs while the user types. */
const findCarNames = (word: string): string[] =>
  carNames.filter(([spoken]) => spoken.startsWith(word)).map(([, written]) => written);

/**
 * Returns alternative search keys of a word: of its transliterations, and of the makes and models that the word names.
 */
export const otherSpellings = (text: string): string[] => {
  const word = text.toLowerCase().replaceAll('ё', 'е');
  if (word.length < guessLengthMin || !/^\p{L}+$/u.test(word)) return [];
  const key = searchKeyOf(word);
  const spellings = /^[a-z]+$/.test(word) ? russianSpellings(word) : /^[а-я]+$/.test(word) ? latinSpellings(word) : [];
  return unique([...spellings, ...findCarNames(word)].map(searchKeyOf)).filter(other => other !== '' && other !== key);
};

export interface Word {
  readonly key: string;
  readonly otherKeys: readonly string[];
}

export interface QueryReading {
  readonly words: readonly Word[];
  /**
   * The whole query as one search key without blanks and punctuation. It finds plates, numbers and ids however they are
   * spaced.
   */
  readonly key: string;
  /** `key` and its transliteration, because the query ДД-000123 also means DD-000123. */
  readonly keys: readonly string[];
  /** Names with initials as patterns of whole words: `^ДPOЗДOBA A[^ ]* Б`, in each spelling. */
  readonly initials: readonly string[];
  /** Patterns of names with initials whose surname is longer: `Щёголева А.Э.` for `Щёголева-Крафт Анна Эдуардовна`. */
  readonly initialsOfLongerName: readonly string[];
  /** The whole query as the beginning of a name, in each spelling. Names begin with the family name. */
  readonly names: readonly string[];
  /**
   * The key, if the query may be the last characters of an IMEI, a VIN or a phone: at least four with a digit among
   * them.
   */
  readonly tail?: string;
  /** Phone prefixes, when only digits and separators were typed. */
  readonly phones: readonly string[];
  /** The query as typed, if it has a character such as `%` or `_` that the keys lack. A value must contain it. */
  readonly literal?: RegExp;
}

const hasLetter = (key: string): boolean => /\p{L}/u.test(key);

const wordsMax = 8;
const tailLengthMin = 4;
const otherLayoutLengthMin = 3;
const phoneLike = /^[\s\d()+.-]+$/;

/** Phone numbers of a text. A leading +7, 8 or 7 may be the country code or the number's first digit. */
const phonesInText = (text: string): string[] => {
  if (!phoneLike.test(text)) return [];
  const digits = text.replace(/\D/g, '');
  const whole = nationalPhone(text);
  const withoutCountryCode = /^[78]\d{3,}$/.test(digits) ? [digits.slice(1)] : [];
  return [
    ...new Set(text.trim().startsWith('+') ? [whole, ...withoutCountryCode].slice(-1) : [whole, ...withoutCountryCode]),
  ].filter(phone => phone.length >= tailLengthMin && phone.length <= 10);
};

/** Russian letters for which a Latin letter may stand, as its sound or its look: E is Е, Э and Ё. */
const russianFor = (latin: string): readonly string[] => [
  toRussian(latin).charAt(0),
  ...Object.keys(russianToLatin).filter(letter => russianToLatin[letter]?.startsWith(latin)),
];

/** Pattern of the first name that an initial stands for, where the family name is written as `familyName`. */
const initialPattern = (initial: string, familyName: string): string => {
  const typed = initial.toLowerCase();
  const isFamilyRussian = /\p{Script=Cyrillic}/u.test(familyName);
  const isRussian = /\p{Script=Cyrillic}/u.test(typed);
  // An initial in the other alphabet stands for its sound, or for a letter with its look.
  const sounds =
    isRussian === isFamilyRussian
      ? []
      : isRussian
        ? [toLatin(typed)]
        : typed.length > 1
          ? [toRussian(typed)]
          : russianFor(typed);
  const typedLetters = typed.length > 1 && isFamilyRussian && !isRussian ? [] : [typed];
  const keys = unique([...typedLetters, ...sounds].map(each => searchKeyOf(each).charAt(0)).filter(key => key !== ''));
  return keys.length > 1 ? `[${keys.join('')}]` : keys.join('');
};

/** Endings of Russian patronymics, which tell `Мария Анатольевна` from the end of a surname and a first name. */
const patronymicPattern = `[^ ]*(?:${['ич', 'вна', 'чна', 'ich', 'vna', 'chna'].map(searchKeyOf).join('|')})(?: |$)`;
/** The rest of a longer surname behind its first word, and the beginning of a first name. */
const surnameRestPattern = `(?:[^ 0-9]{2,} ){1,2}(?!${patronymicPattern}|[^ ]*[0-9])`;

/**
 * Patterns for names with initials. `restPattern` is what a name may have between the surname and the first name. Keys
 * contain only letters and digits, so they need no escape.
 */
const initialsPatterns = (text: string, restPattern = ''): readonly string[] => {
  const name = initialsOf(text);
  if (!name) return [];
  // A double surname is two words of a name, however it is written: `Щёголева-Крафт`, `Щёголева Крафт`.
  const pattern = (familyName: string) => {
    const initials = name.initials.map(each => initialPattern(each, familyName)).join('[^ ]* ');
    return `${wordsOf(familyName).join(' ')} ${restPattern}${initials}`;
  };
  return unique([pattern(name.familyName), pattern(transliterate(name.familyName))]);
};

/** Returns the beginning of a pattern of `initials`, up to the first initial. */
export const beginningOf = (pattern: string): string => pattern.replace(/\[.*$/u, '');
/** Returns the first word of a pattern of `initials`: the family name, or the first part of a double one. */
export const firstWordOf = (pattern: string): string => pattern.replace(/ .*$/u, '');

/**
 * Returns the pattern of a text with a wildcard of SQL, because codes contain such characters: `50%`, `SR_1`. An
 * underscore within a code may be another separator in the record.
 */
const literalOf = (text: string): RegExp | undefined =>
  /[_%\\]/.test(text)
    ? new RegExp(
        normaliseSpelling(text)
          .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
          .replace(/(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}])/gu, '[_ \\-./]'),
        'u',
      )
    : undefined;

const parseReading = (text: string): QueryReading | undefined => {
  const keysOfWords = wordsOf(text).slice(0, wordsMax);
  if (keysOfWords.length === 0) return undefined;
  const rawWords = text.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? [];
  const words = keysOfWords.map((key, at) => {
    const raw = rawWords[at] ?? '';
    // A single Latin letter among words is an initial, maybe of a Russian name.
    const isLatinInitial = keysOfWords.length > 1 && !/\d/.test(text) && /^[a-z]$/i.test(raw);
    const otherKeys = isLatinInitial ? unique(russianFor(raw.toLowerCase()).map(searchKeyOf)) : otherSpellings(raw);
    return { key, otherKeys: otherKeys.filter(other => other !== key) };
  });
  const key = searchKeyOf(text);
  // The letters ь and ъ have no Latin letter. Of `ь007ьь` only digits would be left, which many numbers contain.
  const transliterated = searchKeyOf(transliterate(text));
  const otherSpelling = words.map(word => word.otherKeys[0] ?? word.key).join(' ');
  const joinedKeys = keysOfWords.join(' ');
  const literal = literalOf(text);
  return {
    words,
    key,
    keys: unique([key, ...(hasLetter(key) && !hasLetter(transliterated) ? [] : [transliterated])]),
    initials: initialsPatterns(text),
    initialsOfLongerName: initialsPatterns(text, surnameRestPattern),
    names: otherSpelling === joinedKeys ? [joinedKeys] : [joinedKeys, otherSpelling],
    ...(key.length >= tailLengthMin && /\d/.test(key) && { tail: key }),
    phones: phonesInText(text),
    ...(literal && { literal }),
  };
};

const isSameReading = (one: QueryReading, other: QueryReading): boolean =>
  one.key === other.key && one.names[0] === other.names[0];

const parseReadings = (text: string): readonly QueryReading[] => {
  const typedReading = parseReading(text);
  const swappedText = inOtherLayout(text);
  const swappedReading = swappedText === undefined ? undefined : parseReading(swappedText);
  // A query of one or two punctuation characters is not read in the other keyboard layout, where these keys type
  // letters.
  if (typedReading === undefined && (swappedReading?.key.length ?? 0) < otherLayoutLengthMin) return [];
  const readings = [typedReading, swappedReading].filter(reading => reading !== undefined);
  return readings.length === 2 && isSameReading(readings[0] as QueryReading, readings[1] as QueryReading)
    ? [readings[0] as QueryReading]
    : readings;
};

/**
 * Returns the interpretations of a query, likeliest first: as typed, and as typed in the other keyboard layout. A list
 * of several numbers gives one for each number. Punctuation alone gives none.
 */
export const parseQuery = (text: string): readonly QueryReading[] => {
  const texts = searchTexts(text);
  return texts.length === 1 ? parseReadings(texts[0] as string) : texts.flatMap(each => parseReading(each) ?? []);
};
