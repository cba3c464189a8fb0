/** The specification's limit for a part of the program to arrive. */
export const chunkTimeoutMs = 120_000;

/** A part of the program, script or stylesheet, did not come. */
export class ChunkError extends Error {
  override name = 'ChunkLoadError';
}

/** What the browsers and Vite call it. */
const unnamed = /dynamically imported module|importing a module script failed|unable to preload css/i;

export const isChunkError = (error: unknown): boolean =>
  error instanceof ChunkError || (error instanceof Error && unnamed.test(error.message));

/** Loads a part of the program, or gives up when it is not there in time. */
export const withinTime = <T>(load: () => Promise<T>, limitMs = chunkTimeoutMs): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkError(`Not loaded within ${limitMs} ms`)), limitMs);
    load()
      .finally(() => clearTimeout(timer))
      .then(resolve, reject);
  });

type Recover = <T>(load: () => Promise<T>, cause: unknown) => Promise<T>;

let recover: Recover = (_load, cause) => Promise.reject(cause);

/** What is done about a part that did not come is said by who knows the connection and the session. */
export const onMissingChunk = (how: Recover): void => {
  recover = how;
};

let onTheWay = 0;

/** How many parts are being fetched. */
export const chunksUnderWay = (): number => onTheWay;

/** Fetches a part of the program, or words of it, within the specification's time. */
export const fetchChunk = async <T>(load: () => Promise<T>): Promise<T> => {
  onTheWay += 1;
  try {
    return await withinTime(load).catch(cause => recover(load, cause));
  } finally {
    onTheWay -= 1;
  }
};
