import { uniformSpelling } from './plain.ts';

/** Words that stand before a name but are no part of it: a legal form or a form of address. */
const titlePattern = /^(?:ИП|гр\.|г-н|г-жа|гражданин|гражданка|водитель|страхователь|собственник)\s+(?=\p{L})/iu;
/** An initial. Passports and airlines write some Russian letters with two or more Latin ones: `Yu.` */
const initialPattern = /^(?:\p{L}\.?|(?:y[aeou]|j[aou]|[zkcs]h|ts|shch|sch)\.)$/iu;

/** Returns the words of a person's name, family name first: `А.Б. Дроздова` → `Дроздова`, `А.`, `Б.` */
export const nameWords = (name: string): readonly string[] => {
  const words = uniformSpelling(name)
    .split(/ |(?<=\.)(?=\p{L})/u)
    .filter(word => word !== '');
  const familyIndex = words.findIndex(word => !initialPattern.test(word));
  return familyIndex > 0 ? [...words.slice(familyIndex), ...words.slice(0, familyIndex)] : words;
};

/** A word of a person's name. Other words are numbers, remarks in brackets, or parts of a company's name. */
const plainWord = /^\p{L}(?:[\p{L}'’ʼ-]*\p{L})?\.?$/u;
const legalFormPattern = /^(?:ООО|ОАО|ЗАО|ПАО|НАО|АО|ИП|ГУП|МУП|ФГУП|ГБУ|МБУ|LLC|Ltd|GmbH)\.?$/iu;
/** Last word of a name from the Caucasus or Central Asia, which stands behind the name of the father. */
const patronymicEnding = /^(?:оглы|оглу|кызы|гызы|угли|уулу|улы|ogly|oglu|kyzy|qizi)$/iu;
/** A name of the father. Such a word in second place has the family name behind it: `Иван Иванович Иванов`. */
const patronymicPattern = /.(?:[ое]вич|[ькм]ич|[ое]вна|ична)$/iu;

export interface FullName {
  /** Words of the name, family name first. */
  readonly words: readonly string[];
  /** False: the text has a form of address, more than the words of one person's name, or its family name last. */
  readonly isPlain: boolean;
}

/**
 * Reads a whole name as lists of people have it: `Дроздова, Анна Борисовна`, `гр. Дроздов А. Б.` Forms of address and
 * commas are no part of the name. Further commas make it doubtful, because they may stand between two people.
 */
export const readFullName = (text: string): FullName => {
  const written = uniformSpelling(text);
  const untitled = written.replace(titlePattern, '');
  const withoutFamilyComma = untitled.replace(/^([^\s,]+) ?, ?(?=\p{L})/u, '$1 ');
  const words = nameWords(withoutFamilyComma.replace(/ ?, ?(?=\p{L})/gu, ' ').replace(/,$/, ''));
  const wordsMax = patronymicEnding.test(words.at(-1) ?? '') ? 4 : 3;
  const isPlain =
    untitled === written &&
    !withoutFamilyComma.includes(',') &&
    words.length <= wordsMax &&
    !(words.length === 3 && patronymicPattern.test(words[1] ?? '')) &&
    words.every(word => plainWord.test(word) && !legalFormPattern.test(word));
  return { words, isPlain };
};

interface Initials {
  readonly familyName: string;
  readonly initials: readonly string[];
}

/**
 * Parses a family name with one or two initials before or after it, such as `А.Б. Дроздова`. A double family name may be
 * written with a blank: `Щёголева Крафт А.Э.` Returns undefined for other texts.
 */
export const initialsOf = (text: string): Initials | undefined => {
  // Initials without dots count only as two capitals (`Дроздова АБ`), because other short words are names or words.
  const words = nameWords(
    uniformSpelling(text)
      .replace(titlePattern, '')
      .replaceAll('’', "'")
      .replace(/[()]/g, ' ')
      .replace(/(?<=\p{L}) ?- ?(?=\p{L})/gu, '-')
      .replace(/,+(?= |$|\p{L}\.)/gu, ' ')
      .replace(/(?<= )(\p{Lu})(\p{Lu})$/u, '$1.$2.'),
  );
  const families = words.slice(
    0,
    words.findIndex(word => initialPattern.test(word)),
  );
  const initials = words.slice(families.length);
  // Two words and a single letter without a dot may be a name of any kind: `Kia Rio X`.
  const familiesMax = initials.length === 2 || initials[0]?.endsWith('.') ? 2 : 1;
  const isName =
    families.length > 0 &&
    families.length <= familiesMax &&
    families.every(family => /^\p{L}[\p{L}'-]+$/u.test(family)) &&
    initials.length <= 2 &&
    initials.every(each => initialPattern.test(each));
  return isName ? { familyName: families.join(' '), initials: initials.map(each => each.replace('.', '')) } : undefined;
};
