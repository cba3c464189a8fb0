import { useSyncExternalStore } from 'react';

let reachable = true;
const listeners = new Set<() => void>();

export const setReachable = (next: boolean): void => {
  if (next === reachable) return;
  reachable = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Did the last call reach the server? */
export const useReachable = (): boolean => useSyncExternalStore(subscribe, () => reachable);

/** Waits for the server to answer again. */
export const untilReachable = (): Promise<void> =>
  new Promise(resolve => {
    if (reachable) return resolve();
    const stop = subscribe(() => {
      stop();
      resolve();
    });
  });
