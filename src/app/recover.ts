import { hasUnsaved } from '../api/unsaved.ts';
import { setReachable, untilReachable } from '../feedback/connection.ts';
import { ChunkError, isChunkError, withinTime } from '../fetchChunk.ts';
import { reloadOnce } from './reloadOnce.ts';

/** Whether a reload would get a page: a server that is shutting down still answers some calls, but not this one. */
const pageIsServed = (): Promise<boolean> =>
  fetch('/', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Whether the server has no such file. Browsers name the file in the message, except Safari. */
const isGone = async (cause: unknown): Promise<boolean> => {
  const file = /\S+\.(js|css)$/.exec(cause instanceof Error ? cause.message : '')?.[0];
  if (file === undefined) return isChunkError(cause);
  return fetch(file, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status === 404,
    () => false,
  );
};

/**
 * After a deployment old chunks are gone: reloads the page once. If that was tried, or input would be lost, reports the
 * failure.
 */
const giveUp = async (cause: unknown): Promise<never> => {
  if (!hasUnsaved() && reloadOnce()) return new Promise(() => undefined);
  if (cause instanceof ChunkError) throw cause;
  throw new ChunkError('A part of the page did not load', { cause, isGone: await isGone(cause) });
};

/** Retries a missing chunk once the connection is back. */
export const recoverChunk = async <T>(load: () => Promise<T>, cause: unknown): Promise<T> => {
  if (await pageIsServed()) return giveUp(cause);
  setReachable(false);
  await untilReachable();
  return await withinTime(load).catch(again => recoverChunk(load, again));
};
