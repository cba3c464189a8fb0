import { createStore } from '../store.ts';
import { serverNow } from './clock.ts';
import { readToken } from './token.ts';

/** A pending request for the password. `settle` continues with the token, or cancels without one. */
export interface FreshSignInRequest {
  readonly settle: (token: string | undefined, validUntil?: string) => void;
}

const pendingRequest = createStore<FreshSignInRequest | undefined>(undefined);
// The fresh token is in memory only, so that it ends with the tab and no other tab has it.
let cachedToken: { readonly token: string; readonly untilMs: number; readonly session: string | undefined } | undefined;
let pendingToken: Promise<string | undefined> | undefined;

/** The token is not used shortly before its end, because the call would arrive too late. */
const expiryMarginMs = 10_000;

/** A fresh token is valid only for the session that obtained it. */
const isCachedTokenValid = (): boolean =>
  cachedToken !== undefined &&
  cachedToken.untilMs - expiryMarginMs > serverNow() &&
  cachedToken.session === readToken();

/** Returns the token of a fresh sign-in. Asks for the password if there is none. Undefined: the user cancelled. */
export const getFreshToken = (): Promise<string | undefined> => {
  if (isCachedTokenValid()) return Promise.resolve(cachedToken?.token);
  pendingToken ??= new Promise(resolve => {
    pendingRequest.set({
      settle: (token, validUntil) => {
        pendingToken = undefined;
        pendingRequest.set(undefined);
        if (token !== undefined && validUntil !== undefined)
          cachedToken = { token, untilMs: Date.parse(validUntil), session: readToken() };
        resolve(token);
      },
    });
  });
  return pendingToken;
};

export const useFreshSignInRequest = pendingRequest.use;
