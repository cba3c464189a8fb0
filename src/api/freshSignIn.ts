import { createStore } from '../store.ts';
import { serverNow } from './clock.ts';
import { readToken } from './token.ts';

/**
 * A pending request that the user enters the password again. `settle` passes the fresh token on. Without a token it
 * cancels the request.
 */
export interface FreshSignInRequest {
  readonly settle: (token: string | undefined, validUntil?: string) => void;
}

const pendingRequest = createStore<FreshSignInRequest | undefined>(undefined);
// The fresh token (from entering the password again) is in memory only. So it ends with the tab, and no other tab has
// it.
let cachedToken: { readonly token: string; readonly untilMs: number; readonly session: string | undefined } | undefined;
let pendingToken: Promise<string | undefined> | undefined;

/** Time before the end of the fresh token in which the token is no longer used, ms. A call would arrive too late. */
const expiryMarginMs = 10_000;

/** Returns true if the cached fresh token can be used. It is valid only for the session that obtained it. */
const isCachedTokenValid = (): boolean =>
  cachedToken !== undefined &&
  cachedToken.untilMs - expiryMarginMs > serverNow() &&
  cachedToken.session === readToken();

/**
 * Returns the fresh token, which proves that the user has just entered the password again. Asks for the password if
 * there is no valid token. Undefined: the user cancelled.
 */
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
