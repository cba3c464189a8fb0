export interface Person {
  readonly id: number;
  readonly fullName: string;
}

const most = 6;
const openMention = /(^|\s)@([^@\n]{0,40})$/u;

/** Returns the text between the last `@` and the caret. Undefined if no mention is being typed. */
export const mentionAt = (text: string, caret: number): string | undefined =>
  openMention.exec(text.slice(0, caret))?.[2];

/** Returns people whose name, or a word of it, starts with the text. Empty once a name is complete. */
export const suggestPeople = (typed: string, people: readonly Person[]): readonly Person[] => {
  const wanted = typed.toLowerCase();
  const fits = (name: string) => name.startsWith(wanted) || name.split(' ').some(word => word.startsWith(wanted));
  return people.filter(({ fullName }) => fits(fullName.toLowerCase())).slice(0, most);
};

/** Completes the mention. Returns the text and the new position of the caret. */
export const completeMention = (
  text: string,
  caret: number,
  fullName: string,
): readonly [text: string, caret: number] => {
  const typed = mentionAt(text, caret) ?? '';
  const start = caret - typed.length;
  const name = `${fullName} `;
  return [text.slice(0, start) + name + text.slice(caret), start + name.length];
};
