/** Characters of the same keys in the Russian and American layouts, plain and with Shift. */
const american = `\`qwertyuiop[]asdfghjkl;'zxcvbnm,./~QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>?@#$^&`;
const russian = 'ёйцукенгшщзхъфывапролджэячсмитьбю.ЁЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ,"№;:?';

const toRussian = new Map([...american].map((key, at) => [key, russian[at] ?? key]));
const toAmerican = new Map([...russian].map((key, at) => [key, american[at] ?? key]));

const swap = (text: string, by: ReadonlyMap<string, string>): string =>
  [...text].map(key => by.get(key) ?? key).join('');

const cyrillic = /\p{Script=Cyrillic}/u;
const latin = /\p{Script=Latin}/u;

/** Letters whose keys have signs in the American layout, of which names, plates and addresses have none. */
const russianOnly = /[бжхъё]/i;

/**
 * The text in the other layout: `ghbdtn` → `привет`, `шмфт` → `ivan`. Undefined for mixed text, typed on purpose, and for what
 * would lose letters: of a plate like Ж000ЖЖ00 only zeros would be left, which half of all phones have.
 */
export const inOtherLayout = (text: string): string | undefined => {
  if (cyrillic.test(text) && latin.test(text)) return undefined;
  if (cyrillic.test(text)) return russianOnly.test(text) ? undefined : swap(text, toAmerican);
  return latin.test(text) || /[[\];',.`{}:"<>~]/.test(text) ? swap(text, toRussian) : undefined;
};
