import { useSyncExternalStore } from 'react';
import { createSignal, onWindow } from '../store.ts';

const { notify, subscribe } = createSignal(notify => onWindow('popstate', () => notify()));

/**
 * Returns the path in the address bar. Pages before sign-in use it, because the router is loaded only after sign-in.
 */
export const useAddress = (): string => useSyncExternalStore(subscribe, () => window.location.pathname);

export const pushAddress = (path: string): void => {
  window.history.pushState(null, '', path);
  notify();
};

export const replaceAddress = (path: string): void => {
  window.history.replaceState(null, '', path);
  notify();
};
