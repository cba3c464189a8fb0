/** Characters of the same keys in the Russian and American layouts, plain and with Shift. */
const american = `\`qwertyuiop[]asdfghjkl;'zxcvbnm,./~QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>?@#$^&`;
const russian = 'ёйцукенгшщзхъфывапролджэячсмитьбю.ЁЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ,"№;:?';

const toRussian = new Map([...american].map((key, at) => [key, russian[at] ?? key]));
const toAmerican = new Map([...russian].map((key, at) => [key, american[at] ?? key]));

const swap = (text: string, by: ReadonlyMap<string, string>): string =>
  [...text].map(key => by.get(key) ?? key).join('');

const cyrillic = /\p{Script=Cyrillic}/u;
const latin = /\p{Script=Latin}/u;

/** The text in the other layout: `ghbdtn` → `привет`, `шмфт` → `ivan`. Undefined for mixed text, typed on purpose. */
export const inOtherLayout = (text: string): string | undefined => {
  if (cyrillic.test(text) && latin.test(text)) return undefined;
  if (cyrillic.test(text)) return swap(text, toAmerican);
  return latin.test(text) || /[[\];',.`{}:"<>~]/.test(text) ? swap(text, toRussian) : undefined;
};
