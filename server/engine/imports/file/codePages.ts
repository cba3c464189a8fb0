import type { ImportEncoding } from '../../../../src/contract/shapes/imports.ts';

/*
 * Letter statistics to find the code page in which bytes are Russian. Every byte and every pair of neighbours adds to
 * the score of a code page. A score above 0 is likely Russian.
 */

export const codePages = ['windows-1251', 'cp866', 'koi8-r', 'mac-cyrillic'] as const;
export type CodePage = (typeof codePages)[number];

const decoderLabels: { readonly [Encoding in ImportEncoding]: string } = {
  'utf-8': 'utf-8',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16be',
  'windows-1251': 'windows-1251',
  cp866: 'ibm866',
  'koi8-r': 'koi8-r',
  'mac-cyrillic': 'x-mac-cyrillic',
};
export const decode = (bytes: Uint8Array, encoding: ImportEncoding): string =>
  new TextDecoder(decoderLabels[encoding]).decode(bytes);

/**
 * Share of each letter in Russian texts, in thousandths. Source: frequency dictionary of the Russian National Corpus.
 */
const letterShares =
  'а80 б16 в45 г17 д30 е84 ё2 ж9 з16 и74 й12 к35 л44 м32 н67 о110 п28 р47 с55 т63 у26 ф3 х10 ц5 ч14 ш7 щ4 ъ1 ы19 ь17 э3 ю6 я20';
/** Weight of a letter: above 0 if it is more frequent than the average letter. */
const letterWeights = new Map(
  letterShares.split(' ').map(each => [each.charAt(0), Math.log((33 * Number(each.slice(1))) / 1000)] as const),
);
const usualSigns = '№«»\u00a0';
const rareSigns = '—–…“”„’•°';
const neighbourLetters = 'іїєґў';
const weightOf = (letter: string): number => {
  const russianWeight = letterWeights.get(letter.toLowerCase());
  if (russianWeight !== undefined) return russianWeight;
  if (usualSigns.includes(letter)) return -0.5;
  if (rareSigns.includes(letter)) return -2.5;
  return neighbourLetters.includes(letter.toLowerCase()) ? -3 : -5;
};

/** Kinds of characters. Each pair of neighbouring characters gets a weight by their kinds. */
const lowerCase = 1;
const upperCase = 2;
const vowel = 4;
const letterKind = lowerCase | upperCase;
const neverFirst = 8;
/** A digit or a Latin letter. */
const foreignKind = 16;
const vowels = 'аеёиоуыэюяієї';
const kindOf = (letter: string): number => {
  if (/[0-9a-z]/i.test(letter)) return foreignKind;
  const small = letter.toLowerCase();
  const kind = small !== letter ? upperCase : letter.toUpperCase() !== letter ? lowerCase : 0;
  return kind | (vowels.includes(small) ? vowel : 0) | ('ъыь'.includes(small) ? neverFirst : 0);
};
/** Weight of a small letter followed by a capital, as in a word of a wrong code page. */
const caseFlipWeight = -4;
/** Weight of a word that begins with ъ, ы or ь. No Russian word does. */
const wrongStartWeight = -5;
/**
 * Weight of a vowel beside a consonant, and of two vowels together. In Russian, vowels and consonants mostly alternate,
 * and two vowels are rare.
 */
const alternationWeight = 0.3;
const vowelsWeight = -0.7;
/**
 * Weight of a small letter beside a digit or a Latin letter. In the right code page, the byte may be the space between
 * thousands.
 */
const besideForeignWeight = -1.5;
const pairWeight = (before: number, after: number): number => {
  if ((before & foreignKind && after & lowerCase) || (before & lowerCase && after & foreignKind))
    return besideForeignWeight;
  if ((before & letterKind) === 0) return after & neverFirst ? wrongStartWeight : 0;
  if ((after & letterKind) === 0) return 0;
  const flipWeight = before & lowerCase && after & upperCase ? caseFlipWeight : 0;
  if ((before & vowel) !== (after & vowel)) return flipWeight + alternationWeight;
  return after & vowel ? flipWeight + vowelsWeight : flipWeight;
};
const kindCombinations = 32;
const pairWeights = Float64Array.from({ length: kindCombinations ** 2 }, (_, at) =>
  pairWeight(Math.floor(at / kindCombinations), at % kindCombinations),
);

interface PageTable {
  readonly page: CodePage;
  /** Weight and kind of the character that each byte stands for, by byte. */
  readonly weights: Float64Array;
  readonly kinds: Uint8Array;
}

export const pageTables: readonly PageTable[] = codePages.map(page => {
  const letters = Array.from({ length: 256 }, (_, byte) => decode(Uint8Array.of(byte), page));
  return {
    page,
    weights: Float64Array.from(letters, (letter, byte) => (byte < 0x80 ? 0 : weightOf(letter))),
    kinds: Uint8Array.from(letters, kindOf),
  };
});

export const russianScore = (bytes: Uint8Array, { weights, kinds }: PageTable): number => {
  let [score, before] = [0, 0];
  // An index is used instead of an iterator. Files have millions of bytes, and an iterator would take ten times as
  // long.
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    const kind = kinds[byte] as number;
    score += (weights[byte] as number) + (pairWeights[before * kindCombinations + kind] as number);
    before = kind;
  }
  return score;
};
export const addCodePageScores = (bytes: Uint8Array, scores: Float64Array): void => {
  for (let at = 0; at < pageTables.length; at += 1)
    scores[at] = (scores[at] as number) + russianScore(bytes, pageTables[at] as PageTable);
};
/**
 * Bonus for the score of Windows-1251, because most files have this code page. A single word in capitals may be a word
 * in two code pages.
 */
export const windows1251Bonus = 1.5;
/** Returns the index of the likeliest code page. Of equal scores the first one wins, which is Windows-1251. */
export const indexOfBest = (scores: Float64Array): number => scores.indexOf(Math.max(...scores));
