import { createStore } from '../store.ts';
import { serverNow } from './clock.ts';
import { readToken } from './token.ts';

/** A pending request for the password. `settle` continues with the token, or cancels without one. */
export interface FreshSignInRequest {
  readonly settle: (token: string | undefined, goodUntil?: string) => void;
}

const asked = createStore<FreshSignInRequest | undefined>(undefined);
// The fresh token is in memory only, so that it ends with the tab and no other tab has it.
let fresh: { readonly token: string; readonly untilMs: number; readonly session: string | undefined } | undefined;
let waiting: Promise<string | undefined> | undefined;

/** The token is not used shortly before its end, because the call would arrive too late. */
const marginMs = 10_000;

/** A fresh token is valid only for the session that obtained it. */
const isGood = (): boolean =>
  fresh !== undefined && fresh.untilMs - marginMs > serverNow() && fresh.session === readToken();

/** Returns the token of a fresh sign-in. Asks for the password if there is none. Undefined: the user cancelled. */
export const freshToken = (): Promise<string | undefined> => {
  if (isGood()) return Promise.resolve(fresh?.token);
  waiting ??= new Promise(resolve => {
    asked.set({
      settle: (token, goodUntil) => {
        waiting = undefined;
        asked.set(undefined);
        if (token !== undefined && goodUntil !== undefined)
          fresh = { token, untilMs: Date.parse(goodUntil), session: readToken() };
        resolve(token);
      },
    });
  });
  return waiting;
};

export const useFreshAsk = asked.use;
