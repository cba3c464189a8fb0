import { useSyncExternalStore } from 'react';

/** The specification's key; light unless dark was chosen. public/theme.js reads the same before the first paint. */
const key = 'apptheme';
export type Mode = 'light' | 'dark';

const readMode = (): Mode => (localStorage.getItem(key) === 'dark' ? 'dark' : 'light');

const listeners = new Set<() => void>();
const announce = () => {
  document.documentElement.dataset.theme = readMode();
  for (const listener of listeners) listener();
};

export const saveMode = (mode: Mode): void => {
  localStorage.setItem(key, mode);
  announce();
};

const subscribe = (listener: () => void) => {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key === key) announce();
  };
  listeners.add(listener);
  window.addEventListener('storage', fromOtherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', fromOtherTab);
  };
};

export const useMode = (): Mode => useSyncExternalStore(subscribe, readMode);
