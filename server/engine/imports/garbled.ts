import { type CodePage, codePages, decode, pageTables, russianScore } from './file/codePages.ts';

type Page = CodePage | 'windows-1252';
const pages: readonly Page[] = ['windows-1251', 'windows-1252', 'cp866', 'koi8-r', 'mac-cyrillic'];
const allBytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
/**
 * Characters of the bytes 80 to 9F in Windows-1252. Node decodes these bytes as ISO 8859-1, which has no letters there.
 */
const windows1252Letters = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const lettersOf = (page: Page): readonly string[] =>
  page === 'windows-1252'
    ? Array.from(allBytes, byte => windows1252Letters[byte - 0x80] ?? String.fromCharCode(byte))
    : [...decode(allBytes, page)];
const bytesByLetter = new Map(
  pages.map(page => [page, new Map(lettersOf(page).map((letter, byte) => [letter, byte]))] as const),
);
const lettersOfWindows1252 = lettersOf('windows-1252');
const questionMark = 0x3f;
/**
 * Whether a character stands for a byte that is no letter in the code page. Programs write such a byte as the control
 * character with the same number. LibreOffice writes a private-use character.
 */
const isRawByte = (letter: string): boolean => /^[\u0080-\u009f\uf080-\uf0ff\uf180-\uf1ff]$/.test(letter);
/**
 * Encodes a text in a code page. Characters that the code page does not have become question marks, as in other
 * programs.
 */
const encodeText = (text: string, page: Page): Uint8Array =>
  Uint8Array.from(
    text,
    letter => bytesByLetter.get(page)?.get(letter) ?? (isRawByte(letter) ? letter.charCodeAt(0) & 0xff : questionMark),
  );

/** Restores the no-break spaces in garbled text, because the import has stored them as plain spaces. */
const withNoBreakSpaces = (text: string): string => text.replace(/(?<=[РСВÐÑÂ]) /g, '\u00a0');

const decodeMisreadUtf8 = (text: string, page: Page): string | undefined => {
  const original = new TextDecoder().decode(encodeText(text, page));
  // The three characters of a garbled № can come from no other character. So № counts as two letters.
  const letters = original.replaceAll('№', 'НН').match(/[\u0400-\u04ff]/g)?.length ?? 0;
  const damagedCount = original.split(/[\ufffd?]/).length - text.split('?').length;
  return letters >= 2 && letters > 3 * damagedCount ? original : undefined;
};

/**
 * Maximum number of times in a row that a text may have been read in a wrong encoding. All these readings are undone.
 */
const misreadingsMax = 3;
/**
 * Returns the original of a UTF-8 text that was read in a code page, once or several times. Such a text has two
 * characters for each Russian letter ("Рџ" for "П").
 * Undefined: the text is no such text.
 */
const restoreUtf8 = (text: string, misreadings = misreadingsMax): string | undefined => {
  const restoredSpaces = withNoBreakSpaces(text);
  for (const page of pages) {
    const original = decodeMisreadUtf8(restoredSpaces, page);
    if (original !== undefined)
      return (misreadings > 1 ? restoreUtf8(original, misreadings - 1) : undefined) ?? original;
  }
  return undefined;
};

/**
 * Restores texts such as "Ïåòðîâ": Windows-1251 that was read as Windows-1252. No language has so many accents in a
 * row.
 */
const restoreFromWindows1252 = (text: string): string | undefined =>
  /[À-ÿ]{4}/.test(text) ? decode(encodeText(text, 'windows-1252'), 'windows-1251') : undefined;

/**
 * Words in Latin letters with a few Russian ones that look like no Latin letter. Such a pair of
 * letters stands in no usual text.
 */
const mixedWord =
  /[A-Za-z][бвгдёжзийклмнптфцчшщъыьэюяБГДЁЖЗИЙЛПФЦЧШЩЪЫЬЭЮЯ]|[бвгдёжзийклмнптфцчшщъыьэюяБГДЁЖЗИЙЛПФЦЧШЩЪЫЬЭЮЯ][A-Za-z]/;
/** Latin letters that look like no Russian one. A Russian word typed with look-alike letters has none of them. */
const plainLatin = /[DFGIJLNQRSUVWZbdfghijlmnqrstuvwz]/;
const isMostlyLatin = (word: string): boolean =>
  plainLatin.test(word) && (word.match(/[A-Za-z]/g)?.length ?? 0) > (word.match(/[А-яЁё]/g)?.length ?? 0);

/**
 * Restores texts such as "Mьller": Windows-1252 that was read as Windows-1251. The words of the text must be Latin and
 * stay so.
 */
const restoreToWindows1252 = (text: string): string | undefined => {
  if (!mixedWord.test(text)) return undefined;
  const words = text.split(/([^\p{L}]+)/u);
  const isGarbled = (word: string): boolean => mixedWord.test(word) && isMostlyLatin(word);
  const restore = (word: string): string =>
    [...encodeText(word, 'windows-1251')].map(byte => lettersOfWindows1252[byte] ?? '').join('');
  const restoredWords = words.map(word => (isGarbled(word) ? restore(word) : word));
  const restoredText = restoredWords.join('');
  return restoredText !== text && restoredWords.every((word, at) => word === words[at] || /^\p{L}+$/u.test(word))
    ? restoredText
    : undefined;
};

/** Minimum lead in score of another code page over Windows-1251. A single word in capitals does not reach it. */
const leadMin = 8;
/** Restores texts such as "рЕФТПЧ": one Russian code page that was read as another. */
const restoreFromOtherPage = (text: string): string | undefined => {
  if (/[іїєґў]|[^\u0020-\u007e\u0410-\u044fёЁ]/i.test(text)) return undefined;
  const bytes = encodeText(text, 'windows-1251');
  const scores = pageTables.map(table => russianScore(bytes, table));
  const best = scores.indexOf(Math.max(...scores));
  const isSure = (scores[best] as number) > (scores[0] as number) + leadMin;
  return isSure ? decode(bytes, codePages[best] as CodePage) : undefined;
};

const russianText = /^[ -~А-яЁё]*$/;
/** Characters of usual Russian, Ukrainian and Belarusian texts. */
const usual = String.raw`\u0000-\u007f\u00a0А-яЁё№«»–—…“”„’°\p{M}іїєґў`;
/** A symbol or a foreign letter beside a Russian letter. */
const strangeNeighbour = new RegExp(`[А-яЁё─-█][^${usual}]|[^${usual}][А-яЁё]`, 'iu');
const regularCase = /^(?:[А-ЯЁ]?[а-яё]*|[А-ЯЁ]+)$/;
/** Whether these are words: capitals stand where they should, and more than one letter is used. A drawn line is none. */
const isWords = (words: readonly string[]): boolean =>
  words.every(word => regularCase.test(word)) && new Set(words.join('')).size > 1;
/**
 * Restores texts such as "╥тхЁ№": one Russian code page that was read as another, with symbols between the letters. The
 * restored text has only Russian letters, and capitals only where words have them.
 */
const restoreFromSymbols = (text: string): string | undefined => {
  if (!strangeNeighbour.test(text)) return undefined;
  for (const page of codePages) {
    if ([...text].some(letter => !bytesByLetter.get(page)?.has(letter))) continue;
    const bytes = encodeText(text, page);
    for (const original of codePages.filter(each => each !== page).map(each => decode(bytes, each))) {
      const words = original.match(/[А-яЁё]+/g) ?? [];
      if (russianText.test(original.replaceAll('№', '')) && isWords(words)) return original;
    }
  }
  return undefined;
};

const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  nbsp: ' ',
  laquo: '«',
  raquo: '»',
  mdash: '—',
  ndash: '–',
  numero: '№',
};
const characterOf = (code: string, base: number): string => {
  const point = Number.parseInt(code, base);
  return point > 0 && point < 0x110000 && !(point >= 0xd800 && point < 0xe000) ? String.fromCodePoint(point) : '\ufffd';
};
/** Decodes letters that another program left encoded: "&#1048;", "\\u0418", "%D0%98", "=D0=98". */
const decodeEscapes = (text: string): string | undefined => {
  if (!/[&\\%=]/.test(text)) return undefined;
  const decoded = text
    .replace(/&#(\d{2,7});/g, (_, code: string) => characterOf(code, 10))
    .replace(/&#x([0-9a-f]{2,6});/gi, (_, code: string) => characterOf(code, 16))
    .replace(/&([a-z]{2,6});/g, (whole, name: string) => namedEntities[name] ?? whole)
    .replace(/(?:\\u04[0-9a-f]{2})+/gi, run =>
      run.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => characterOf(code, 16)),
    )
    .replace(/(?:[%=]D[01][%=][89AB][0-9A-F])+/gi, run => Buffer.from(run.replace(/[%=]/g, ''), 'hex').toString());
  return decoded === text ? undefined : decoded;
};

/**
 * Matches two Russian letters written in UTF-8 but read in a one-byte code page. Each letter became two characters: one
 * of Р, С, … for its first byte, then Ё, ё or a space.
 */
const twoMisreadPairs = /[РСТУпярс][Ёё ].*[РСТУпярс][Ёё ]/;
/**
 * Whether a text has only Russian letters and ASCII characters, and no match of `twoMisreadPairs`.
 * Such a text is no UTF-8 that was read in a code page, because most second bytes become other characters. Most texts
 * are such, so most need no slower check for UTF-8.
 */
const isPlainRussian = (text: string): boolean => russianText.test(text) && !twoMisreadPairs.test(text);

/** Returns the probable text before it was read in a wrong encoding. Undefined if the text looks right. */
export const restoreText = (text: string): string | undefined => {
  const decodedEscapes = decodeEscapes(text);
  if (decodedEscapes !== undefined) return decodedEscapes;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
  if (/^[\u0000-\u007f]*$/.test(text)) return undefined;
  return (
    (isPlainRussian(text)
      ? restoreFromOtherPage(text)
      : (restoreUtf8(text) ??
        restoreFromWindows1252(text) ??
        restoreFromOtherPage(text) ??
        restoreFromSymbols(text))) ?? restoreToWindows1252(text)
  );
};

/** Whether letters were replaced by question marks, which nothing can bring back. */
export const hasLostLetters = (text: string): boolean => /\?{2,}/.test(text) && !/\p{L}\?+$/u.test(text.trim());
