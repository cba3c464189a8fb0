import { setTimeout } from 'node:timers/promises';

/** Time, ms, that later callers wait for the running query before the next query starts in parallel. */
const patienceMs = 25;

interface Reading<T> {
  readonly over: Promise<unknown>;
  /** The next query. All callers that arrive while this query runs share it. */
  next?: Promise<T>;
}

/**
 * Coalesces equal queries of several callers into one. No caller gets a query that began before their call, so every
 * earlier change is visible. A caller who arrives during a query waits for the next one, together with others.
 * `ofReader` tells whether an error concerns only the caller who ran the query, such as a full queue. After such an
 * error the other callers query on their own.
 */
export const makeCoalesce = <T>(ofReader: (error: unknown) => boolean = () => false) => {
  const readings = new Map<string, Reading<T>>();

  const begin = (key: string, read: () => Promise<T>): Promise<T> => {
    // A synchronous error must reject the promise, or it would stay in the map for later callers.
    const answer = (async () => read())();
    const reading: Reading<T> = { over: answer.catch(() => undefined) };
    readings.set(key, reading);
    void reading.over.then(() => {
      if (readings.get(key) === reading && !reading.next) readings.delete(key);
    });
    return answer;
  };

  return (key: string, read: () => Promise<T>): Promise<T> => {
    const reading = readings.get(key);
    if (!reading) return begin(key, read);
    if (!reading.next) {
      reading.next = Promise.race([reading.over, setTimeout(patienceMs)]).then(() => begin(key, read));
      return reading.next;
    }
    return reading.next.catch((error: unknown) => {
      if (ofReader(error)) return read();
      throw error;
    });
  };
};
