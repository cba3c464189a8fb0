import { createSignal, onWindow } from '../store.ts';

/**
 * Storage key of the token, as in the specification. It is in local storage with “remember me”, otherwise in session
 * storage.
 */
export const tokenKey = 'tokens';

interface StoredToken {
  readonly Token: string;
  readonly ExpiresAt: string;
}

const parseToken = (text: string | null): StoredToken | undefined => {
  if (!text) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'Token' in value ? (value as StoredToken) : undefined;
  } catch {
    // A stored value in another format counts as no token.
    return undefined;
  }
};

const tokenSignal = createSignal(notify =>
  onWindow('storage', ({ key }) => {
    if (key === tokenKey || key === null) notify();
  }),
);

/**
 * Calls the given function when the token is set or deleted, in any tab. Returns the function that ends the
 * subscription.
 */
export const onTokenChange = tokenSignal.subscribe;

export const readToken = (): string | undefined =>
  (parseToken(localStorage.getItem(tokenKey)) ?? parseToken(sessionStorage.getItem(tokenKey)))?.Token;

export const saveToken = (token: StoredToken, remember: boolean): void => {
  const text = JSON.stringify(token);
  (remember ? sessionStorage : localStorage).removeItem(tokenKey);
  (remember ? localStorage : sessionStorage).setItem(tokenKey, text);
  tokenSignal.notify();
};

export const deleteToken = (): void => {
  localStorage.removeItem(tokenKey);
  sessionStorage.removeItem(tokenKey);
  tokenSignal.notify();
};

/** Returns the session of this tab as stored text. Null if the tab has none, for example with “remember me”. */
export const readSessionText = (): string | null => sessionStorage.getItem(tokenKey);

/** Stores the session that another tab has passed to this tab. */
export const storeSession = (text: string): void => {
  if (parseToken(text)) sessionStorage.setItem(tokenKey, text);
};
