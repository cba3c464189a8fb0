import { isListState } from '../settings/adminStore.ts';

/**
 * Prefix of storage keys of personal data, such as names and numbers of clients. These entries are deleted when the
 * session ends.
 */
const prefix = 'own ';
const keyOf = (account: number | string, name: string) => `${prefix}${account} ${name}`;

/**
 * Reads personal data. Never throws: an unreadable value counts as missing. `storage`: session storage for data that
 * other tabs must not see.
 */
export const readPersonal = (account: number | string, name: string, storage: Storage = localStorage): unknown => {
  try {
    return JSON.parse(storage.getItem(keyOf(account, name)) ?? 'null');
  } catch {
    return null;
  }
};

/**
 * Writes personal data to the browser's storage. Returns false if the storage refused the value. The value is then kept
 * in memory until the page is left (guardStorage.ts). `undefined` deletes the entry.
 */
export const writePersonal = (
  account: number | string,
  name: string,
  value: unknown,
  storage: Storage = localStorage,
): boolean => {
  try {
    const key = keyOf(account, name);
    if (value === undefined) {
      storage.removeItem(key);
      return true;
    }
    const text = JSON.stringify(value);
    storage.setItem(key, text);
    return storage instanceof Storage && storage.getItem(key) === text;
  } catch {
    return false;
  }
};

/**
 * Deletes an entry of the browser's storage. The function also dispatches a storage event on this page, so that lists
 * here update. The browser sends this event only to other tabs.
 */
const removeAndNotify = (key: string): void => {
  localStorage.removeItem(key);
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: null }));
};

const deleteListStates = (): void => {
  for (const key of Object.keys(localStorage)) if (isListState(key)) removeAndNotify(key);
};

/**
 * Name of the entry that records which account react-admin's stored list state belongs to. The list state itself names
 * no account.
 */
const listsOwnerEntry = 'lists';

/** Deletes all personal data except this account's. */
export const deletePersonal = (exceptAccount?: number | string): void => {
  const keptPrefix = exceptAccount === undefined ? undefined : keyOf(exceptAccount, '');
  for (const storage of [localStorage, sessionStorage])
    for (const key of Object.keys(storage))
      if (key.startsWith(prefix) && !(keptPrefix && key.startsWith(keptPrefix))) storage.removeItem(key);
  if (exceptAccount !== undefined && readPersonal(exceptAccount, listsOwnerEntry) === true) return;
  deleteListStates();
  if (exceptAccount !== undefined) writePersonal(exceptAccount, listsOwnerEntry, true);
};
