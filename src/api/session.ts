import { createStore } from '../store.ts';
import { ApiError } from './client.ts';
import { deleteToken, onTokenChange, readToken, tokenKey } from './token.ts';
import { hasUnsaved } from './unsaved.ts';

/** Tells other tabs why a remembered token went: expiry must not lose what was typed there. */
const whyKey = 'tokensEnded';

const paused = createStore(false);
let remembered = true;

// Registered before the gate's listener, which must find the session paused when the token goes.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key !== tokenKey || newValue !== null || readToken()) return;
  if (localStorage.getItem(whyKey) === 'expired' && hasUnsaved()) paused.set(true);
});
onTokenChange(() => {
  if (!readToken()) return;
  localStorage.removeItem(whyKey);
  paused.set(false);
});

/** Whether the call was made with an earlier token: its 401 says nothing about the current session. */
export const isLate = (error: unknown): boolean => {
  const token = readToken();
  return error instanceof ApiError && error.token !== undefined && token !== undefined && error.token !== token;
};

/**
 * Called when the server no longer accepts the token. Without unsaved input the session ends; otherwise it is paused:
 * the page stays and the user signs in again over it. Returns true if paused.
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

/** Discards unsaved input and ends the session. */
export const leaveSession = (): void => {
  localStorage.removeItem(whyKey);
  // First, so that token listeners do not see a paused session.
  paused.set(false);
  deleteToken();
};

/** Whether the last token was remembered: signing in again keeps it in the same storage. */
export const wasRemembered = (): boolean => remembered;

export const isPaused = paused.get;
export const usePaused = paused.use;
