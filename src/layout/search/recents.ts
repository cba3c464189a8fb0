import { readPersonal, writePersonal } from '../../components/personal.ts';

const maxRecents = 6;
const storageName = 'searches';

/** Returns recent successful searches, newest first. They are personal data, so they are stored per account. */
export const readRecents = (accountId: number): readonly string[] => {
  const stored = readPersonal(accountId, storageName);
  return Array.isArray(stored) ? stored.filter(text => typeof text === 'string').slice(0, maxRecents) : [];
};

export const keepRecent = (accountId: number, text: string): void => {
  const others = readRecents(accountId).filter(stored => stored.toLowerCase() !== text.toLowerCase());
  writePersonal(accountId, storageName, [text, ...others].slice(0, maxRecents));
};

export const forgetRecents = (accountId: number): void => {
  writePersonal(accountId, storageName, []);
};
