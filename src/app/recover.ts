import { hasUnsaved } from '../api/unsaved.ts';
import { setReachable, untilReachable } from '../feedback/connection.ts';
import { ChunkError, withinTime } from '../fetchChunk.ts';
import { reloadOnce } from './reloadOnce.ts';

/** Whether a reload would get a page: a server that is shutting down still answers some calls, but not this one. */
const pageIsServed = (): Promise<boolean> =>
  fetch('/', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * After a deployment old chunks are gone: reloads the page once. If that was tried, or input would be lost, reports the
 * failure.
 */
const giveUp = (cause: unknown): Promise<never> => {
  if (!hasUnsaved() && reloadOnce()) return new Promise(() => undefined);
  throw cause instanceof ChunkError ? cause : new ChunkError('A part of the page did not load', { cause });
};

/** Retries a missing chunk once the connection is back. */
export const recoverChunk = async <T>(load: () => Promise<T>, cause: unknown): Promise<T> => {
  if (await pageIsServed()) return giveUp(cause);
  setReachable(false);
  await untilReachable();
  return await withinTime(load).catch(again => recoverChunk(load, again));
};
