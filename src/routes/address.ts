import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
  };
};
const announce = () => {
  for (const listener of listeners) listener();
};

/** Path in the address bar, for the pages outside the router: the router is not loaded before one has signed in. */
export const useAddress = (): string => useSyncExternalStore(subscribe, () => window.location.pathname);

export const pushAddress = (path: string): void => {
  window.history.pushState(null, '', path);
  announce();
};

export const replaceAddress = (path: string): void => {
  window.history.replaceState(null, '', path);
  announce();
};
