import { startPage } from '../settings/startPage.ts';
import { openPageAt, places } from './places.ts';

/** The specification's key. */
const key = 'lastLocation';

/** Our sign-in pages, and the one react-admin redirects to when a session ends. */
export const isAuthPath = (path: string): boolean => /^\/(auth|login)(\/|$)/.test(path);

/** Whether a path is public, even if there is no such page. */
export const isOutside = (path: string): boolean => /^\/auth(\/|$)/.test(path);

export const isResetPath = (path: string): boolean => openPageAt(path) === 'reset';

/** Stored on each navigation outside /auth, so that signing in returns there. */
export const keepLocation = (pathname: string, search: string): void => {
  if (!isAuthPath(pathname)) sessionStorage.setItem(key, pathname + search);
};

export const savedLocation = (): string => {
  const saved = sessionStorage.getItem(key);
  // Only local paths, since the value can be written from outside. The root is not worth returning to.
  const known = saved && saved !== '/' && /^\/(?![/\\])/.test(saved) && !isAuthPath(saved);
  return known ? saved : startPage.read() || places.home;
};
