/** The specification's timeout for loading a chunk. */
export const chunkTimeoutMs = 120_000;

/** Error of a chunk (script or stylesheet) that failed to load. */
export class ChunkError extends Error {
  override name = 'ChunkLoadError';
  /** True if the server has no such file (404), as after a deployment. */
  readonly isGone: boolean;
  constructor(message: string, { isGone = false, ...options }: ErrorOptions & { readonly isGone?: boolean } = {}) {
    super(message, options);
    this.isGone = isGone;
  }
}

/** Messages of browsers and Vite when a chunk fails to load. */
const unnamed = /dynamically imported module|importing a module script failed|unable to preload css/i;

export const isChunkError = (error: unknown): boolean =>
  error instanceof ChunkError || (error instanceof Error && unnamed.test(error.message));

/** Returns true if a newer version of the program is the likely cause of a failure. */
export const isGoneChunk = (error: unknown): boolean =>
  error instanceof ChunkError ? error.isGone : isChunkError(error);

/** Loads a chunk with the timeout. */
export const withinTime = <T>(load: () => Promise<T>, limitMs = chunkTimeoutMs): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkError(`Not loaded within ${limitMs} ms`)), limitMs);
    load()
      .finally(() => clearTimeout(timer))
      .then(resolve, reject);
  });

type Recover = <T>(load: () => Promise<T>, cause: unknown) => Promise<T>;

let recover: Recover = (_load, cause) => Promise.reject(cause);

/**
 * Sets the handler of missing chunks. The handler is set from outside, because it needs the connection and the session.
 */
export const onMissingChunk = (how: Recover): void => {
  recover = how;
};

let onTheWay = 0;

/** Returns the number of chunks being loaded. */
export const chunksUnderWay = (): number => onTheWay;

/** Loads a chunk or texts with the specification's timeout and recovery. */
export const fetchChunk = async <T>(load: () => Promise<T>): Promise<T> => {
  onTheWay += 1;
  try {
    return await withinTime(load).catch(cause => recover(load, cause));
  } finally {
    onTheWay -= 1;
  }
};
