import { startPage } from '../settings/startPage.ts';
import { fixedPaths, publicPageAt } from './publicPages.ts';

/** Key in sessionStorage, fixed by the specification. */
const storageKey = 'lastLocation';

/** Returns true for our sign-in pages, and for the one that react-admin redirects to when a session ends. */
export const isAuthPath = (path: string): boolean => /^\/(auth|login)(\/|$)/.test(path);

/** Returns true if a path is public, even if there is no such page. */
export const isPublicPath = (path: string): boolean => /^\/auth(\/|$)/.test(path);

export const isResetPath = (path: string): boolean => publicPageAt(path) === 'reset';

/** Called on each navigation. A location outside /auth is stored, and sign-in returns there. */
export const storeLocation = (pathname: string, search: string): void => {
  if (!isAuthPath(pathname)) sessionStorage.setItem(storageKey, pathname + search);
};

export const savedLocation = (): string => {
  const stored = sessionStorage.getItem(storageKey);
  // Only local paths are used, because the value can be written from outside. The root is ignored.
  const isUsable = stored && stored !== '/' && /^\/(?![/\\])/.test(stored) && !isAuthPath(stored);
  return isUsable ? stored : startPage.read() || fixedPaths.home;
};
