import { setTimeout } from 'node:timers/promises';

/** How long those who come wait for what is at work before the next reading begins beside it. */
const patienceMs = 25;

interface Reading<T> {
  readonly over: Promise<unknown>;
  /** What everybody gets who has come since it began. */
  next?: Promise<T>;
}

/**
 * One reading for all who ask the same at once. Nobody gets what began before they asked, so that every change is seen that
 * was made until then: who comes while one is at work waits for the next, together with the others who come.
 * What fails by `ofReader` did so because of who read it (one that fills the queue is refused): the others ask for themselves.
 */
export const makeTogether = <T>(ofReader: (error: unknown) => boolean = () => false) => {
  const readings = new Map<string, Reading<T>>();

  const begin = (key: string, read: () => Promise<T>): Promise<T> => {
    // What throws before it begins must not stay for those who ask later.
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
