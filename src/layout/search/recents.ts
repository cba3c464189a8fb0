import { readOwn, writeOwn } from '../../components/own.ts';

const most = 6;
const name = 'searches';

/** What was looked for and found last, newest first. Kept per account: they are names and numbers of people. */
export const readRecents = (accountId: number): readonly string[] => {
  const kept = readOwn(accountId, name);
  return Array.isArray(kept) ? kept.filter(text => typeof text === 'string').slice(0, most) : [];
};

export const keepRecent = (accountId: number, text: string): void => {
  const others = readRecents(accountId).filter(kept => kept.toLowerCase() !== text.toLowerCase());
  writeOwn(accountId, name, [text, ...others].slice(0, most));
};

export const forgetRecents = (accountId: number): void => {
  writeOwn(accountId, name, []);
};
