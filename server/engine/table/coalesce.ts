import { setTimeout } from 'node:timers/promises';

/** Duration, ms, that later callers wait for a running query. After it the next query starts in parallel. */
const parallelAfterMs = 25;

interface RunningQuery<T> {
  readonly settled: Promise<unknown>;
  /** The query that starts after this one. All callers that arrive while this query runs share it. */
  next?: Promise<T>;
}

/**
 * Coalesces equal queries of several callers into one. No caller gets a query that began before the caller asked, so
 * every earlier change is visible. A caller who arrives during a query waits for the next query, together with others.
 * `concernsOneCaller` tells whether an error concerns only the caller who ran the query, such as a full queue. After
 * such an error the other callers query on their own.
 */
export const makeCoalesce = <T>(concernsOneCaller: (error: unknown) => boolean = () => false) => {
  const runningQueries = new Map<string, RunningQuery<T>>();

  const startQuery = (key: string, read: () => Promise<T>): Promise<T> => {
    // An error that `read` throws synchronously must reject the promise. Otherwise the promise would stay in the map
    // for later callers.
    const answer = (async () => read())();
    const running: RunningQuery<T> = { settled: answer.catch(() => undefined) };
    runningQueries.set(key, running);
    void running.settled.then(() => {
      if (runningQueries.get(key) === running && !running.next) runningQueries.delete(key);
    });
    return answer;
  };

  return (key: string, read: () => Promise<T>): Promise<T> => {
    const running = runningQueries.get(key);
    if (!running) return startQuery(key, read);
    if (!running.next) {
      running.next = Promise.race([running.settled, setTimeout(parallelAfterMs)]).then(() => startQuery(key, read));
      return running.next;
    }
    return running.next.catch((error: unknown) => {
      if (concernsOneCaller(error)) return read();
      throw error;
    });
  };
};
