import { hasUnsaved } from '../api/unsaved.ts';
import { setReachable, waitForConnection } from '../feedback/connection.ts';
import { ChunkError, isChunkError, withinTime } from '../fetchChunk.ts';

/**
 * Storage key of the build that has already reloaded the page. public/watch.js uses the same key when the entry script
 * fails.
 */
const reloadedBuildKey = 'reloadedFrom';

const buildIdOf = (page: Document): string =>
  page.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src') ?? '';

/**
 * Reloads the page, but only once per build, because a useless reload must not be repeated. Returns true if the page
 * reloads.
 */
export const reloadOnce = (reload = () => window.location.reload()): boolean => {
  const build = buildIdOf(document);
  if (sessionStorage.getItem(reloadedBuildKey) === build) return false;
  sessionStorage.setItem(reloadedBuildKey, build);
  reload();
  return true;
};

/**
 * Resolves to true if the server can send the page now. A server that is shutting down may answer API calls, but not
 * the request for the page.
 */
const canLoadPage = (): Promise<boolean> =>
  fetch('/', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Resolves to true if a script import failed because the server no longer has the file. The error message of the import
 * names the file, except in Safari.
 */
const isChunkGone = async (cause: unknown): Promise<boolean> => {
  const file = /\S+\.(js|css)$/.exec(cause instanceof Error ? cause.message : '')?.[0];
  if (file === undefined) return isChunkError(cause);
  return fetch(file, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status === 404,
    () => false,
  );
};

/**
 * Reloads the page once after a failed import, because a deployment removes old scripts. Rejects with the cause if a
 * reload has not helped, or if a reload would lose input.
 */
const reloadOrThrow = async (cause: unknown): Promise<never> => {
  if (!hasUnsaved() && reloadOnce()) return new Promise(() => undefined);
  if (cause instanceof ChunkError) throw cause;
  throw new ChunkError('A part of the page did not load', { cause, isGone: await isChunkGone(cause) });
};

/** Retries the import of a missing script once the connection is back. */
export const recoverChunk = async <T>(load: () => Promise<T>, cause: unknown): Promise<T> => {
  if (await canLoadPage()) return reloadOrThrow(cause);
  setReachable(false);
  await waitForConnection();
  return await withinTime(load).catch(retryCause => recoverChunk(load, retryCause));
};
