/** Characters of the same keys in the American and the Russian keyboard layout, plain and with Shift. */
const americanKeys = `\`qwertyuiop[]asdfghjkl;'zxcvbnm,./~QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>?@#$^&`;
const russianKeys = 'ёйцукенгшщзхъфывапролджэячсмитьбю.ЁЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ,"№;:?';

const toRussian = new Map([...americanKeys].map((key, at) => [key, russianKeys[at] ?? key]));
const toAmerican = new Map([...russianKeys].map((key, at) => [key, americanKeys[at] ?? key]));

const swapLayout = (text: string, letterMap: ReadonlyMap<string, string>): string =>
  [...text].map(key => letterMap.get(key) ?? key).join('');

const cyrillic = /\p{Script=Cyrillic}/u;
const latin = /\p{Script=Latin}/u;

/**
 * Russian letters whose keys give punctuation marks in the American keyboard layout. Names, plates and addresses do not
 * contain such marks.
 */
const lettersOnMarkKeys = /[бжхъё]/i;

/**
 * Returns the text as typed in the other keyboard layout: `ghbdtn` → `привет`, `шмфт` → `ivan`.
 * Undefined for text that mixes both alphabets, because it was typed on purpose. Also undefined for text that would
 * lose letters. For example, of the plate Ж000ЖЖ00 only zeros would be left, which half of all phone numbers contain.
 */
export const inOtherLayout = (text: string): string | undefined => {
  if (cyrillic.test(text) && latin.test(text)) return undefined;
  if (cyrillic.test(text)) return lettersOnMarkKeys.test(text) ? undefined : swapLayout(text, toAmerican);
  return latin.test(text) || /[[\];',.`{}:"<>~]/.test(text) ? swapLayout(text, toRussian) : undefined;
};
