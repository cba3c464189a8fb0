import { createStore } from '../store.ts';
import { ApiError } from './client.ts';
import { deleteToken, onTokenChange, readToken, tokenKey } from './token.ts';
import { hasUnsaved } from './unsaved.ts';

/**
 * Storage key of the reason why a remembered token was deleted. Other tabs read it, because after an expiry they keep
 * unsaved input.
 */
const endReasonKey = 'tokensEnded';

const pausedStore = createStore(false);
let isLastTokenRemembered = true;

// This listener is registered before the token subscription of app/Start.tsx, so it runs first. The subscription must
// find the session paused when the token is deleted.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key !== tokenKey || newValue !== null || readToken()) return;
  if (localStorage.getItem(endReasonKey) === 'expired' && hasUnsaved()) pausedStore.set(true);
});
onTokenChange(() => {
  if (!readToken()) return;
  localStorage.removeItem(endReasonKey);
  pausedStore.set(false);
});

/**
 * Returns true if the error belongs to a call that was sent with an earlier token. Status 401 of such a call says
 * nothing about the present session.
 */
export const isOfEarlierSession = (error: unknown): boolean => {
  const token = readToken();
  return error instanceof ApiError && error.token !== undefined && token !== undefined && error.token !== token;
};

/**
 * Handles a token that the server no longer accepts. Without unsaved input the session ends. With unsaved input the
 * session is paused: the page stays, and the user signs in again over it. Returns true if paused.
 */
export const endSession = (): boolean => {
  if (pausedStore.get()) return true;
  if (!readToken()) return false;
  isLastTokenRemembered = localStorage.getItem(tokenKey) !== null;
  localStorage.setItem(endReasonKey, 'expired');
  pausedStore.set(hasUnsaved());
  deleteToken();
  return pausedStore.get();
};

export const leaveSession = (): void => {
  localStorage.removeItem(endReasonKey);
  // The pause ends before the token is deleted, so that token listeners see no paused session.
  pausedStore.set(false);
  deleteToken();
};

/**
 * Returns true if the user chose “remember me” for the last token. Signing in again stores the new token in the same
 * storage.
 */
export const wasRemembered = (): boolean => isLastTokenRemembered;

export const isPaused = pausedStore.get;
export const usePaused = pausedStore.use;
