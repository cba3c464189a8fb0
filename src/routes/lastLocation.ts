import { startPage } from '../settings/startPage.ts';
import { openPageAt, places } from './places.ts';

/** The specification's key. */
const key = 'lastLocation';

/** Ours, and the one react-admin sends to when a session ends under it. */
export const isAuthPath = (path: string): boolean => /^\/(auth|login)(\/|$)/.test(path);

/** Where one may be without signing in, be there a page or not. */
export const isOutside = (path: string): boolean => /^\/auth(\/|$)/.test(path);

export const isResetPath = (path: string): boolean => openPageAt(path) === 'reset';

/** Kept on each navigation outside /auth, so that signing in leads back. */
export const keepLocation = (pathname: string, search: string): void => {
  if (!isAuthPath(pathname)) sessionStorage.setItem(key, pathname + search);
};

export const savedLocation = (): string => {
  const saved = sessionStorage.getItem(key);
  // Only a path of our own: the value can be written from outside. The root is no place in particular.
  const known = saved && saved !== '/' && /^\/(?![/\\])/.test(saved) && !isAuthPath(saved);
  return known ? saved : startPage.read() || places.home;
};
