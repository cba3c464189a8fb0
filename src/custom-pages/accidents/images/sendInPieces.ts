import { ApiError, api, OfflineError } from '../../../api/client.ts';
import { uploadPieceBytes } from '../../../contract/limits.ts';

const longestPauseMs = 15_000;
const mostTries = 40;

/**
 * Returns true for a lost connection, a rate limit or a temporarily unavailable server, because a retry may succeed. An
 * internal error of the server (500) is not retried.
 */
const isPassing = (error: unknown): boolean =>
  error instanceof OfflineError || (error instanceof ApiError && [429, 502, 503, 504].includes(error.status));

/** Waits until the network is back, the time is over or the upload is cancelled. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener('online', done);
    signal.addEventListener('abort', done);
  });

interface Watching {
  readonly signal: AbortSignal;
  readonly onProgress: (share: number) => void;
  /** Called with a temporary failure, and with undefined when the upload continues. */
  readonly onWaiting: (failure: unknown) => void;
}

/**
 * Sends a file in pieces. After a lost connection it asks the server for the number of received bytes and continues
 * there. Rejects if the server refused.
 */
export const sendInPieces = async (
  id: number,
  file: File,
  { signal, onProgress, onWaiting }: Watching,
): Promise<void> => {
  const patiently = async <T>(work: (again: boolean) => Promise<T>): Promise<T> => {
    for (let tries = 1; ; tries++)
      try {
        const answer = await work(tries > 1);
        onWaiting(undefined);
        return answer;
      } catch (error) {
        signal.throwIfAborted();
        if (!isPassing(error) || tries === mostTries) throw error;
        onWaiting(error);
        await pause(Math.min(longestPauseMs, 500 * 2 ** tries), signal);
        signal.throwIfAborted();
      }
  };
  const { name, size } = file;
  const { UploadId: uploadId } = await patiently(() =>
    api('POST /api/v2/Accident/{id}/uploads')({
      params: { id },
      body: { FileName: name || 'photo', Size: size },
      signal,
    }),
  );
  const params = { id, uploadId };
  const arrivedSoFar = () => api('GET /api/v2/Accident/{id}/uploads/{uploadId}')({ params, signal });
  let arrived = 0;
  while (arrived < size)
    arrived = await patiently(async again => {
      const offset = again ? (await arrivedSoFar()).Received : arrived;
      if (offset >= size) return offset;
      const piece = new File([file.slice(offset, offset + uploadPieceBytes)], 'piece');
      const sent = { params, query: { offset }, file: piece, signal };
      const { Received } = await api('POST /api/v2/Accident/{id}/uploads/{uploadId}')(sent);
      onProgress(Received / size);
      return Received;
    });
  await patiently(async again => {
    try {
      await api('POST /api/v2/Accident/{id}/uploads/{uploadId}/finish')({ params, signal });
    } catch (error) {
      // A 404 on a retry means success: the first request finished the upload, and its response was lost.
      if (!(again && error instanceof ApiError && error.status === 404)) throw error;
    }
  });
};
