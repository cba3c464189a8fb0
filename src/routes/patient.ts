import { setReachable, untilReachable } from '../layout/failures/connection.ts';

/** A page whose program cannot be fetched is most often a lost connection: it is asked for once more when that is back. */
export const patient =
  <T>(load: () => Promise<T>): (() => Promise<T>) =>
  () =>
    load().catch(async () => {
      setReachable(false);
      await untilReachable();
      return load();
    });
