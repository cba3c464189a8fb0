import { hasUnsaved } from '../api/unsaved.ts';
import { setReachable, untilReachable } from '../feedback/connection.ts';
import { ChunkError, withinTime } from '../fetchChunk.ts';
import { reloadOnce } from './reloadOnce.ts';

/** Would a reload bring a page? A server that is about to stop still answers some calls, but this one no more. */
const pageIsServed = (): Promise<boolean> =>
  fetch('/', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * After a deployment the old parts are gone: the page is loaded anew, once. If that was done, or something typed would be
 * lost by it, the failure is told.
 */
const giveUp = (cause: unknown): Promise<never> => {
  if (!hasUnsaved() && reloadOnce()) return new Promise(() => undefined);
  throw cause instanceof ChunkError ? cause : new ChunkError('A part of the page did not load', { cause });
};

/** A part of the program that did not come: with the connection lost it is asked for again when that is back. */
export const recoverChunk = async <T>(load: () => Promise<T>, cause: unknown): Promise<T> => {
  if (await pageIsServed()) return giveUp(cause);
  setReachable(false);
  await untilReachable();
  return await withinTime(load).catch(again => recoverChunk(load, again));
};
