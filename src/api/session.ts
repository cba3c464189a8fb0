import { createStore } from '../store.ts';
import { ApiError } from './client.ts';
import { deleteToken, onTokenChange, readToken, tokenKey } from './token.ts';
import { hasUnsaved } from './unsaved.ts';

/** Tells the other tabs why a remembered token went: one that ran out must not cost them what was typed there. */
const whyKey = 'tokensEnded';

const paused = createStore(false);
let remembered = true;

// Registered before the gate listens: it must find the session paused when it learns that the token is gone.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key !== tokenKey || newValue !== null || readToken()) return;
  if (localStorage.getItem(whyKey) === 'expired' && hasUnsaved()) paused.set(true);
});
onTokenChange(() => {
  if (!readToken()) return;
  localStorage.removeItem(whyKey);
  paused.set(false);
});

/** An answer to a call that was made with an earlier token. Its 401 does not mean that the present one has ended. */
export const isLate = (error: unknown): boolean => {
  const token = readToken();
  return error instanceof ApiError && error.token !== undefined && token !== undefined && error.token !== token;
};

/**
 * The server no longer knows the token. With nothing typed the session is over; with something typed it is paused: the
 * page stays, and one signs in again over it. True when it is paused.
 */
export const endSession = (): boolean => {
  if (paused.get()) return true;
  if (!readToken()) return false;
  remembered = localStorage.getItem(tokenKey) !== null;
  localStorage.setItem(whyKey, 'expired');
  paused.set(hasUnsaved());
  deleteToken();
  return paused.get();
};

/** Gives up what was typed: the session is over. */
export const leaveSession = (): void => {
  localStorage.removeItem(whyKey);
  // First: who hears that the token is gone must not take the session for a paused one.
  paused.set(false);
  deleteToken();
};

/** Signing in again keeps the token where the last one was. */
export const wasRemembered = (): boolean => remembered;

export const isPaused = paused.get;
export const usePaused = paused.use;
