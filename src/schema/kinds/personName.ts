import { uniformSpelling } from './plain.ts';

/** Words that stand before a name but are no part of it: a legal form or a form of address. */
const titlePattern = /^(?:ИП|гр\.|г-н|г-жа|гражданин|гражданка|водитель|страхователь|собственник)\s+(?=\p{L})/iu;
const initialPattern = /^\p{L}\.?$/u;

/** Returns the words of a person's name, family name first: `А.Б. Дроздова` → `Дроздова`, `А.`, `Б.` */
export const nameWords = (name: string): readonly string[] => {
  const words = uniformSpelling(name)
    .split(/ |(?<=\.)(?=\p{L})/u)
    .filter(word => word !== '');
  const familyIndex = words.findIndex(word => !initialPattern.test(word));
  return familyIndex > 0 ? [...words.slice(familyIndex), ...words.slice(0, familyIndex)] : words;
};

interface Initials {
  readonly familyName: string;
  readonly initials: readonly string[];
}

/**
 * Parses a family name with one or two initials before or after it, such as `А.Б. Дроздова`. Returns undefined for
 * other texts.
 */
export const initialsOf = (text: string): Initials | undefined => {
  // Initials without dots count only as two capitals (`Дроздова АБ`), because other short words are names or words.
  const [family = '', ...initials] = nameWords(
    uniformSpelling(text)
      .replace(titlePattern, '')
      .replaceAll('’', "'")
      .replace(/,+(?= |$|\p{L}\.)/gu, ' ')
      .replace(/(?<= )(\p{Lu})(\p{Lu})$/u, '$1.$2.'),
  );
  const isName = /^\p{L}[\p{L}'-]+$/u.test(family) && initials.length > 0 && initials.length <= 2;
  return isName && initials.every(each => initialPattern.test(each))
    ? { familyName: family, initials: initials.map(each => each.replace('.', '')) }
    : undefined;
};
