import { startPage } from '../settings/startPage.ts';
import { fixedPaths, publicPageAt } from './publicPages.ts';

/** Key in sessionStorage of the last visited address, fixed by the specification. */
const storageKey = 'lastLocation';

/**
 * Returns true for a path of the sign-in pages, and for `/login`, to which react-admin redirects when a session ends.
 */
export const isAuthPath = (path: string): boolean => /^\/(auth|login)(\/|$)/.test(path);

/** Returns true if a path needs no sign-in, even if there is no such page. */
export const isPublicPath = (path: string): boolean => /^\/auth(\/|$)/.test(path);

export const isResetPath = (path: string): boolean => publicPageAt(path) === 'reset';

/**
 * Must be called on each navigation. Stores an address other than that of a sign-in page. Sign-in leads back to this
 * address.
 */
export const storeLocation = (pathname: string, search: string): void => {
  if (!isAuthPath(pathname)) sessionStorage.setItem(storageKey, pathname + search);
};

export const savedLocation = (): string => {
  const stored = sessionStorage.getItem(storageKey);
  // The stored address must be a local path, because it can be written from outside. The root `/` does not count.
  const isUsable = stored && stored !== '/' && /^\/(?![/\\])/.test(stored) && !isAuthPath(stored);
  return isUsable ? stored : startPage.read() || fixedPaths.home;
};
