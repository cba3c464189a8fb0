import { useSyncExternalStore } from 'react';
import { createSignal, onWindow } from '../store.ts';

const { notify, subscribe } = createSignal(notify => onWindow('popstate', () => notify()));

/** Returns the path in the address bar, for pages outside the router, which is loaded after sign-in. */
export const useAddress = (): string => useSyncExternalStore(subscribe, () => window.location.pathname);

export const pushAddress = (path: string): void => {
  window.history.pushState(null, '', path);
  notify();
};

export const replaceAddress = (path: string): void => {
  window.history.replaceState(null, '', path);
  notify();
};
