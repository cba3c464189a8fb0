export interface Person {
  readonly id: number;
  readonly fullName: string;
}

const most = 6;
const openMention = /(^|\s)@([^@\n]{0,40})$/u;

/** What stands after the last `@` before the caret; undefined where nobody is being named. */
export const mentionAt = (text: string, caret: number): string | undefined =>
  openMention.exec(text.slice(0, caret))?.[2];

/** Whose name, or a word of it, begins so. What goes on after a name fits nobody. */
export const suggest = (typed: string, people: readonly Person[]): readonly Person[] => {
  const wanted = typed.toLowerCase();
  const fits = (name: string) => name.startsWith(wanted) || name.split(' ').some(word => word.startsWith(wanted));
  return people.filter(({ fullName }) => fits(fullName.toLowerCase())).slice(0, most);
};

/** Puts the name where it was begun; answers the text and where the caret goes. */
export const withName = (text: string, caret: number, fullName: string): readonly [text: string, caret: number] => {
  const typed = mentionAt(text, caret) ?? '';
  const start = caret - typed.length;
  const name = `${fullName} `;
  return [text.slice(0, start) + name + text.slice(caret), start + name.length];
};
