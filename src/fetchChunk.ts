/** Timeout for loading a chunk (script or stylesheet), fixed by the specification, milliseconds. */
export const chunkTimeoutMs = 120_000;

/** Error of a chunk (script or stylesheet) that failed to load. */
export class ChunkError extends Error {
  override name = 'ChunkLoadError';
  /** True if the server has no such file (HTTP status 404), for example after a deployment of a newer version. */
  readonly isGone: boolean;
  constructor(message: string, { isGone = false, ...options }: ErrorOptions & { readonly isGone?: boolean } = {}) {
    super(message, options);
    this.isGone = isGone;
  }
}

/** Matches the error messages of browsers and Vite for a chunk that fails to load. */
const unnamed = /dynamically imported module|importing a module script failed|unable to preload css/i;

export const isChunkError = (error: unknown): boolean =>
  error instanceof ChunkError || (error instanceof Error && unnamed.test(error.message));

/** Returns true if the failure probably comes from a newer version of the application on the server. */
export const isGoneChunk = (error: unknown): boolean =>
  error instanceof ChunkError ? error.isGone : isChunkError(error);

/** Loads a chunk. Rejects after the specification's timeout. */
export const withinTime = <T>(load: () => Promise<T>, limitMs = chunkTimeoutMs): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkError(`Not loaded within ${limitMs} ms`)), limitMs);
    load()
      .finally(() => clearTimeout(timer))
      .then(resolve, reject);
  });

type Recover = <T>(load: () => Promise<T>, cause: unknown) => Promise<T>;

let recover: Recover = (_load, cause) => Promise.reject(cause);

/** Sets the handler of missing chunks. The caller supplies it, because it needs the connection and the session. */
export const onMissingChunk = (how: Recover): void => {
  recover = how;
};

let loadingCount = 0;

export const loadingChunkCount = (): number => loadingCount;

/**
 * Loads a chunk or texts within the specification's timeout. After a failure the handler of missing chunks tries to
 * recover.
 */
export const fetchChunk = async <T>(load: () => Promise<T>): Promise<T> => {
  loadingCount += 1;
  try {
    return await withinTime(load).catch(cause => recover(load, cause));
  } finally {
    loadingCount -= 1;
  }
};
