import { api, OfflineError } from '../api/client.ts';
import { createStore, onWindow } from '../store.ts';

const askEveryMs = 3000;

const reachable = createStore(true, () => onWindow('offline', () => setReachable(false)));
let timer: ReturnType<typeof setInterval> | undefined;

/** Resolves to true if the server answers. Any response counts. */
const serverAnswers = (): Promise<boolean> =>
  api('GET /health')().then(
    () => true,
    (error: unknown) => !(error instanceof OfflineError),
  );

const askAgain = async (): Promise<void> => {
  if (await serverAnswers()) setReachable(true);
};

/** Stores whether the server is reachable. While unreachable, the server is polled. */
export const setReachable = (next: boolean): void => {
  if (next === reachable.get()) return;
  clearInterval(timer);
  window.removeEventListener('online', askAgain);
  if (!next) {
    timer = setInterval(askAgain, askEveryMs);
    window.addEventListener('online', askAgain);
  }
  reachable.set(next);
};

/** Returns true if the last call reached the server. */
export const useReachable = reachable.use;

/** Notifies when the server answers again. Returns the unsubscribe function. */
export const onReachable = (listener: () => void): (() => void) =>
  reachable.subscribe(() => {
    if (reachable.get()) listener();
  });

/** Resolves when the server answers again. */
export const waitForConnection = (): Promise<void> =>
  new Promise(resolve => {
    if (reachable.get()) return resolve();
    const stop = reachable.subscribe(() => {
      if (!reachable.get()) return;
      stop();
      resolve();
    });
  });
