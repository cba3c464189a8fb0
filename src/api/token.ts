import { createSignal, onWindow } from '../store.ts';

/** The specification's key: local storage when the user asked to be remembered, else session storage. */
export const tokenKey = 'tokens';

interface StoredToken {
  readonly Token: string;
  readonly ExpiresAt: string;
}

const parse = (text: string | null): StoredToken | undefined => {
  if (!text) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'Token' in value ? (value as StoredToken) : undefined;
  } catch {
    // Written by something else than us: as good as no token.
    return undefined;
  }
};

const changes = createSignal(notify =>
  onWindow('storage', ({ key }) => {
    if (key === tokenKey || key === null) notify();
  }),
);

/** Tells when the token was set or deleted, in this tab or in another. Returns the way to stop listening. */
export const onTokenChange = changes.subscribe;

export const readToken = (): string | undefined =>
  (parse(localStorage.getItem(tokenKey)) ?? parse(sessionStorage.getItem(tokenKey)))?.Token;

export const saveToken = (token: StoredToken, remember: boolean): void => {
  const text = JSON.stringify(token);
  (remember ? sessionStorage : localStorage).removeItem(tokenKey);
  (remember ? localStorage : sessionStorage).setItem(tokenKey, text);
  changes.notify();
};

export const deleteToken = (): void => {
  localStorage.removeItem(tokenKey);
  sessionStorage.removeItem(tokenKey);
  changes.notify();
};

/** What this tab alone holds, as it is stored. */
export const sessionText = (): string | null => sessionStorage.getItem(tokenKey);

/** Makes what another tab holds this one's too. */
export const takeSession = (text: string): void => {
  if (parse(text)) sessionStorage.setItem(tokenKey, text);
};
