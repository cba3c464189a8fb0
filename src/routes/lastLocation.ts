import { startPage } from '../settings/startPage.ts';
import { openPageAt, places } from './publicPages.ts';

/** Key in sessionStorage, fixed by the specification. */
const key = 'lastLocation';

/** Returns true for our sign-in pages, and for the one that react-admin redirects to when a session ends. */
export const isAuthPath = (path: string): boolean => /^\/(auth|login)(\/|$)/.test(path);

/** Returns true if a path is public, even if there is no such page. */
export const isOutside = (path: string): boolean => /^\/auth(\/|$)/.test(path);

export const isResetPath = (path: string): boolean => openPageAt(path) === 'reset';

/** Called on each navigation. A location outside /auth is stored, and sign-in returns there. */
export const keepLocation = (pathname: string, search: string): void => {
  if (!isAuthPath(pathname)) sessionStorage.setItem(key, pathname + search);
};

export const savedLocation = (): string => {
  const saved = sessionStorage.getItem(key);
  // Only local paths are used, because the value can be written from outside. The root is ignored.
  const known = saved && saved !== '/' && /^\/(?![/\\])/.test(saved) && !isAuthPath(saved);
  return known ? saved : startPage.read() || places.home;
};
