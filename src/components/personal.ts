import { isListState } from '../settings/adminStore.ts';

/**
 * Prefix of storage keys of personal data, such as names and numbers of clients. These entries are deleted when the
 * session ends.
 */
const prefix = 'own ';
const keyOf = (account: number | string, name: string) => `${prefix}${account} ${name}`;

/**
 * Reads personal data. Never throws: an unreadable value counts as missing. `store`: session storage for data that
 * other tabs must not see.
 */
export const readPersonal = (account: number | string, name: string, store: Storage = localStorage): unknown => {
  try {
    return JSON.parse(store.getItem(keyOf(account, name)) ?? 'null');
  } catch {
    return null;
  }
};

/**
 * Writes personal data. Returns false if the browser's storage refused the value. The value is then kept in memory
 * until the page is left (guardStorage.ts). `undefined` deletes the entry.
 */
export const writePersonal = (
  account: number | string,
  name: string,
  value: unknown,
  store: Storage = localStorage,
): boolean => {
  try {
    const key = keyOf(account, name);
    if (value === undefined) {
      store.removeItem(key);
      return true;
    }
    const text = JSON.stringify(value);
    store.setItem(key, text);
    return store instanceof Storage && store.getItem(key) === text;
  } catch {
    return false;
  }
};

/**
 * Deletes an entry. It also dispatches the storage event that only other tabs get, so that lists on this page update
 * too.
 */
const takeAway = (key: string): void => {
  localStorage.removeItem(key);
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: null }));
};

const forgetLists = (): void => {
  for (const key of Object.keys(localStorage)) if (isListState(key)) takeAway(key);
};

/** Name of the entry that marks an account as the owner of react-admin's list state, which names no account. */
const listsOwner = 'lists';

/** Deletes all personal data except this account's. */
export const forgetPersonal = (but?: number | string): void => {
  const mine = but === undefined ? undefined : keyOf(but, '');
  for (const store of [localStorage, sessionStorage])
    for (const key of Object.keys(store))
      if (key.startsWith(prefix) && !(mine && key.startsWith(mine))) store.removeItem(key);
  if (but !== undefined && readPersonal(but, listsOwner) === true) return;
  forgetLists();
  if (but !== undefined) writePersonal(but, listsOwner, true);
};
