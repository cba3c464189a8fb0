import { useSyncExternalStore } from 'react';
import { api, OfflineError } from '../api/client.ts';

const askEveryMs = 3000;

let reachable = true;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** Does the server answer? Any answer at all means that it is there. */
const serverAnswers = (): Promise<boolean> =>
  api('GET /health').then(
    () => true,
    (error: unknown) => !(error instanceof OfflineError),
  );

const askAgain = async (): Promise<void> => {
  if (await serverAnswers()) setReachable(true);
};

/** The server is asked for again and again until it answers. */
export const setReachable = (next: boolean): void => {
  if (next === reachable) return;
  reachable = next;
  clearInterval(timer);
  window.removeEventListener('online', askAgain);
  if (!reachable) {
    timer = setInterval(askAgain, askEveryMs);
    window.addEventListener('online', askAgain);
  }
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  const lost = () => setReachable(false);
  listeners.add(listener);
  window.addEventListener('offline', lost);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('offline', lost);
  };
};

/** Did the last call reach the server? */
export const useReachable = (): boolean => useSyncExternalStore(subscribe, () => reachable);

/** Waits for the server to answer again. */
export const untilReachable = (): Promise<void> =>
  new Promise(resolve => {
    if (reachable) return resolve();
    const stop = subscribe(() => {
      if (!reachable) return;
      stop();
      resolve();
    });
  });
