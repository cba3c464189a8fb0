/** Characters of the same keys in the Russian and American layouts, plain and with Shift. */
const american = `\`qwertyuiop[]asdfghjkl;'zxcvbnm,./~QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>?@#$^&`;
const russian = 'ёйцукенгшщзхъфывапролджэячсмитьбю.ЁЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ,"№;:?';

const toRussian = new Map([...american].map((key, at) => [key, russian[at] ?? key]));
const toAmerican = new Map([...russian].map((key, at) => [key, american[at] ?? key]));

const swap = (text: string, by: ReadonlyMap<string, string>): string =>
  [...text].map(key => by.get(key) ?? key).join('');

const cyrillic = /\p{Script=Cyrillic}/u;
const latin = /\p{Script=Latin}/u;

/**
 * Russian letters whose keys give punctuation marks in the American layout. Names, plates and addresses do not contain
 * such marks.
 */
const russianOnly = /[бжхъё]/i;

/**
 * The text in the other keyboard layout: `ghbdtn` → `привет`, `шмфт` → `ivan`.
 * Undefined for mixed text, which was typed on purpose, and for text that would lose letters. A plate like Ж000ЖЖ00
 * would leave only zeros, which half of all phones contain.
 */
export const inOtherLayout = (text: string): string | undefined => {
  if (cyrillic.test(text) && latin.test(text)) return undefined;
  if (cyrillic.test(text)) return russianOnly.test(text) ? undefined : swap(text, toAmerican);
  return latin.test(text) || /[[\];',.`{}:"<>~]/.test(text) ? swap(text, toRussian) : undefined;
};
