import { hasUnsaved } from '../api/unsaved.ts';
import { setReachable, waitForConnection } from '../feedback/connection.ts';
import { ChunkError, isChunkError, withinTime } from '../fetchChunk.ts';

/** Build that has already reloaded itself. public/watch.js uses the same key for the entry script. */
const reloadedBuildKey = 'reloadedFrom';

const buildOf = (page: Document): string =>
  page.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src') ?? '';

/**
 * Reloads the page unless this build has done so, because a useless reload must not be repeated. Returns true if it
 * reloads.
 */
export const reloadOnce = (reload = () => window.location.reload()): boolean => {
  const build = buildOf(document);
  if (sessionStorage.getItem(reloadedBuildKey) === build) return false;
  sessionStorage.setItem(reloadedBuildKey, build);
  reload();
  return true;
};

/**
 * Resolves to true if a reload would get a page. A server that is shutting down may still answer calls, but not this
 * request.
 */
const pageIsServed = (): Promise<boolean> =>
  fetch('/', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Resolves to true if the server does not have the file. Browsers name the file in the message, except Safari. */
const isGone = async (cause: unknown): Promise<boolean> => {
  const file = /\S+\.(js|css)$/.exec(cause instanceof Error ? cause.message : '')?.[0];
  if (file === undefined) return isChunkError(cause);
  return fetch(file, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status === 404,
    () => false,
  );
};

/**
 * Reloads the page once, because old chunks are gone after a deployment. Rejects with the cause if that was tried
 * before, or if input would be lost.
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
  await waitForConnection();
  return await withinTime(load).catch(again => recoverChunk(load, again));
};
