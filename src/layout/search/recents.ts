import { readPersonal, writePersonal } from '../../components/personal.ts';

const most = 6;
const name = 'searches';

/** Returns recent successful searches, newest first. They are personal data, so they are stored per account. */
export const readRecents = (accountId: number): readonly string[] => {
  const stored = readPersonal(accountId, name);
  return Array.isArray(stored) ? stored.filter(text => typeof text === 'string').slice(0, most) : [];
};

export const keepRecent = (accountId: number, text: string): void => {
  const others = readRecents(accountId).filter(stored => stored.toLowerCase() !== text.toLowerCase());
  writePersonal(accountId, name, [text, ...others].slice(0, most));
};

export const forgetRecents = (accountId: number): void => {
  writePersonal(accountId, name, []);
};
