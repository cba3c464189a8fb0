import { api, OfflineError } from '../api/client.ts';
import { createStore, onWindow } from '../store.ts';

const pollIntervalMs = 3000;

const reachableStore = createStore(true, () => onWindow('offline', () => setReachable(false)));
let timer: ReturnType<typeof setInterval> | undefined;

/** Resolves to true if the server answers. An error response counts too. */
const isServerAnswering = (): Promise<boolean> =>
  api('GET /health')().then(
    () => true,
    (error: unknown) => !(error instanceof OfflineError),
  );

const pollServer = async (): Promise<void> => {
  if (await isServerAnswering()) setReachable(true);
};

/**
 * Stores whether the server is reachable. While it is unreachable, requests test again and again whether it answers.
 */
export const setReachable = (isReachable: boolean): void => {
  if (isReachable === reachableStore.get()) return;
  clearInterval(timer);
  window.removeEventListener('online', pollServer);
  if (!isReachable) {
    timer = setInterval(pollServer, pollIntervalMs);
    window.addEventListener('online', pollServer);
  }
  reachableStore.set(isReachable);
};

/** Returns true if the last API call reached the server. */
export const useReachable = reachableStore.use;

/** Calls a listener when the server answers again after a loss of the connection. Returns the unsubscribe function. */
export const onReachable = (listener: () => void): (() => void) =>
  reachableStore.subscribe(() => {
    if (reachableStore.get()) listener();
  });

/** Resolves when the server answers again after a loss of the connection. */
export const waitForConnection = (): Promise<void> =>
  new Promise(resolve => {
    if (reachableStore.get()) return resolve();
    const unsubscribe = reachableStore.subscribe(() => {
      if (!reachableStore.get()) return;
      unsubscribe();
      resolve();
    });
  });
