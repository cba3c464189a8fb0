import { isListState } from '../settings/adminStore.ts';

/** What somebody leaves in this browser besides their settings: names and numbers of clients, gone with their session. */
const prefix = 'own ';
const keyOf = (account: number | string, name: string) => `${prefix}${account} ${name}`;

/** Never fails: what somebody else wrote there is as good as nothing. `store`: the tab's, for what another tab must not see. */
export const readPersonal = (account: number | string, name: string, store: Storage = localStorage): unknown => {
  try {
    return JSON.parse(store.getItem(keyOf(account, name)) ?? 'null');
  } catch {
    return null;
  }
};

/** False when the browser has no room for it. `undefined` takes it away. */
export const writePersonal = (
  account: number | string,
  name: string,
  value: unknown,
  store: Storage = localStorage,
): boolean => {
  try {
    if (value === undefined) store.removeItem(keyOf(account, name));
    else store.setItem(keyOf(account, name), JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
};

/** Told as if another tab had done it, so that a list that is on the screen already follows. */
const takeAway = (key: string): void => {
  localStorage.removeItem(key);
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: null }));
};

const forgetLists = (): void => {
  for (const key of Object.keys(localStorage)) if (isListState(key)) takeAway(key);
};

/** Says whose the lists' state is: react-admin keeps it without a name. */
const listsOwner = 'lists';

/** Takes it all away, but what is this account's. */
export const forgetPersonal = (but?: number | string): void => {
  const mine = but === undefined ? undefined : keyOf(but, '');
  for (const store of [localStorage, sessionStorage])
    for (const key of Object.keys(store))
      if (key.startsWith(prefix) && !(mine && key.startsWith(mine))) store.removeItem(key);
  if (but !== undefined && readPersonal(but, listsOwner) === true) return;
  forgetLists();
  if (but !== undefined) writePersonal(but, listsOwner, true);
};
