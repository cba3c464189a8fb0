const most = 6;
const keyOf = (accountId: number): string => `searches:${accountId}`;

/** What was looked for and found last, newest first. Kept per account: they are names and numbers of people. */
export const readRecents = (accountId: number): readonly string[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(accountId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(text => typeof text === 'string').slice(0, most) : [];
  } catch {
    return [];
  }
};

export const keepRecent = (accountId: number, text: string): void => {
  const others = readRecents(accountId).filter(kept => kept.toLowerCase() !== text.toLowerCase());
  localStorage.setItem(keyOf(accountId), JSON.stringify([text, ...others].slice(0, most)));
};

export const forgetRecents = (accountId: number): void => localStorage.removeItem(keyOf(accountId));
