import { api, OfflineError } from '../api/client.ts';
import { createStore, onWindow } from '../store.ts';

const askEveryMs = 3000;

const reachable = createStore(true, () => onWindow('offline', () => setReachable(false)));
let timer: ReturnType<typeof setInterval> | undefined;

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
  if (next === reachable.get()) return;
  clearInterval(timer);
  window.removeEventListener('online', askAgain);
  if (!next) {
    timer = setInterval(askAgain, askEveryMs);
    window.addEventListener('online', askAgain);
  }
  reachable.set(next);
};

/** Did the last call reach the server? */
export const useReachable = reachable.use;

/** Tells whenever the server answers again. Returns the way to stop. */
export const onReachable = (listener: () => void): (() => void) =>
  reachable.subscribe(() => {
    if (reachable.get()) listener();
  });

/** Waits for the server to answer again. */
export const untilReachable = (): Promise<void> =>
  new Promise(resolve => {
    if (reachable.get()) return resolve();
    const stop = reachable.subscribe(() => {
      if (!reachable.get()) return;
      stop();
      resolve();
    });
  });
