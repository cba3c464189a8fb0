import { createStore } from '../store.ts';
import { serverNow } from './clock.ts';
import { readToken } from './token.ts';

/** Somebody waits for the password to be given again; `settle` goes on with the token, or without one gives up. */
export interface FreshAsk {
  readonly settle: (token: string | undefined, goodUntil?: string) => void;
}

const asked = createStore<FreshAsk | undefined>(undefined);
// In memory alone: it is gone with the tab, and no other tab has it.
let fresh: { readonly token: string; readonly untilMs: number; readonly session: string | undefined } | undefined;
let waiting: Promise<string | undefined> | undefined;

/** Not used in the last moments of its life: the call would come too late. */
const marginMs = 10_000;

/** Whoever signs out or in is somebody else, who gives a password of their own. */
const isGood = (): boolean =>
  fresh !== undefined && fresh.untilMs - marginMs > serverNow() && fresh.session === readToken();

/** Token of a sign-in that is fresh; asks for the password if there is none. Undefined: it was not given. */
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
