/** Characters of the same keys in the Russian and American layouts, plain and with Shift. */
const americanKeys = `\`qwertyuiop[]asdfghjkl;'zxcvbnm,./~QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>?@#$^&`;
const russianKeys = 'ёйцукенгшщзхъфывапролджэячсмитьбю.ЁЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ,"№;:?';

const toRussian = new Map([...americanKeys].map((key, at) => [key, russianKeys[at] ?? key]));
const toAmerican = new Map([...russianKeys].map((key, at) => [key, americanKeys[at] ?? key]));

const swapLayout = (text: string, letterMap: ReadonlyMap<string, string>): string =>
  [...text].map(key => letterMap.get(key) ?? key).join('');

const cyrillic = /\p{Script=Cyrillic}/u;
const latin = /\p{Script=Latin}/u;

/**
 * Russian letters whose keys give punctuation marks in the American layout. Names, plates and addresses do not contain
 * such marks.
 */
const lettersOnMarkKeys = /[бжхъё]/i;

/**
 * The text in the other keyboard layout: `ghbdtn` → `привет`, `шмфт` → `ivan`.
 * Undefined for mixed text, which was typed on purpose, and for text that would lose letters. A plate like Ж000ЖЖ00
 * would leave only zeros, which half of all phones contain.
 */
export const inOtherLayout = (text: string): string | undefined => {
  if (cyrillic.test(text) && latin.test(text)) return undefined;
  if (cyrillic.test(text)) return lettersOnMarkKeys.test(text) ? undefined : swapLayout(text, toAmerican);
  return latin.test(text) || /[[\];',.`{}:"<>~]/.test(text) ? swapLayout(text, toRussian) : undefined;
};
