/** What somebody leaves in this browser besides their settings: names and numbers of clients, gone with their session. */
const prefix = 'own ';
const keyOf = (account: number | string, name: string) => `${prefix}${account} ${name}`;

/** Never fails: what somebody else wrote there is as good as nothing. */
export const readOwn = (account: number | string, name: string): unknown => {
  try {
    return JSON.parse(localStorage.getItem(keyOf(account, name)) ?? 'null');
  } catch {
    return null;
  }
};

/** False when the browser has no room for it. */
export const writeOwn = (account: number | string, name: string, value: unknown): boolean => {
  try {
    localStorage.setItem(keyOf(account, name), JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
};

export const isOwnKey = (key: string | null, account: number | string, name: string): boolean =>
  key === keyOf(account, name);

/** Takes it all away, but what is this account's. */
export const forgetOwn = (but?: number | string): void => {
  const mine = but === undefined ? undefined : keyOf(but, '');
  for (const key of Object.keys(localStorage))
    if (key.startsWith(prefix) && !(mine && key.startsWith(mine))) localStorage.removeItem(key);
};
