import { api, OfflineError } from '../api/client.ts';
import { createStore, onWindow } from '../store.ts';

const pollIntervalMs = 3000;

const reachableStore = createStore(true, () => onWindow('offline', () => setReachable(false)));
let timer: ReturnType<typeof setInterval> | undefined;

/** Resolves to true if the server answers. Any response counts. */
const isServerAnswering = (): Promise<boolean> =>
  api('GET /health')().then(
    () => true,
    (error: unknown) => !(error instanceof OfflineError),
  );

const pollServer = async (): Promise<void> => {
  if (await isServerAnswering()) setReachable(true);
};

/** Stores whether the server is reachable. While unreachable, the server is polled. */
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

/** Returns true if the last call reached the server. */
export const useReachable = reachableStore.use;

/** Notifies when the server answers again. Returns the unsubscribe function. */
export const onReachable = (listener: () => void): (() => void) =>
  reachableStore.subscribe(() => {
    if (reachableStore.get()) listener();
  });

/** Resolves when the server answers again. */
export const waitForConnection = (): Promise<void> =>
  new Promise(resolve => {
    if (reachableStore.get()) return resolve();
    const unsubscribe = reachableStore.subscribe(() => {
      if (!reachableStore.get()) return;
      unsubscribe();
      resolve();
    });
  });
