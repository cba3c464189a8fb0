import { ApiError, api, OfflineError } from '../../../api/client.ts';
import { uploadPieceBytes } from '../../../contract/limits.ts';

const maxPauseMs = 15_000;
const maxAttempts = 40;

/**
 * Returns true for a lost connection, a rate limit or a temporarily unavailable server, because a retry may succeed. An
 * internal error of the server (500) is not retried.
 */
const isTemporary = (error: unknown): boolean =>
  error instanceof OfflineError || (error instanceof ApiError && [429, 502, 503, 504].includes(error.status));

/** Waits until the network is back, `ms` milliseconds have passed, or the upload is cancelled. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const resume = () => {
      clearTimeout(timer);
      removeEventListener('online', resume);
      signal.removeEventListener('abort', resume);
      resolve();
    };
    const timer = setTimeout(resume, ms);
    addEventListener('online', resume);
    signal.addEventListener('abort', resume);
  });

interface UploadOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: number) => void;
  /** Called with the error of a temporary failure. Called with undefined when the upload continues. */
  readonly onWaiting: (failure: unknown) => void;
}

/**
 * Sends a file in pieces. After a lost connection it asks the server for the number of received bytes and continues
 * there. Rejects if the server refused.
 */
export const sendInPieces = async (
  id: number,
  file: File,
  { signal, onProgress, onWaiting }: UploadOptions,
): Promise<void> => {
  const withRetries = async <T>(request: (isRetry: boolean) => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt++)
      try {
        const response = await request(attempt > 1);
        onWaiting(undefined);
        return response;
      } catch (error) {
        signal.throwIfAborted();
        if (!isTemporary(error) || attempt === maxAttempts) throw error;
        onWaiting(error);
        await pause(Math.min(maxPauseMs, 500 * 2 ** attempt), signal);
        signal.throwIfAborted();
      }
  };
  const { name, size } = file;
  const { UploadId: uploadId } = await withRetries(() =>
    api('POST /api/v2/Accident/{id}/uploads')({
      params: { id },
      body: { FileName: name || 'photo', Size: size },
      signal,
    }),
  );
  const params = { id, uploadId };
  const readReceivedBytes = () => api('GET /api/v2/Accident/{id}/uploads/{uploadId}')({ params, signal });
  let receivedBytes = 0;
  while (receivedBytes < size)
    receivedBytes = await withRetries(async isRetry => {
      const offset = isRetry ? (await readReceivedBytes()).Received : receivedBytes;
      if (offset >= size) return offset;
      const piece = new File([file.slice(offset, offset + uploadPieceBytes)], 'piece');
      const chunkRequest = { params, query: { offset }, file: piece, signal };
      const { Received } = await api('POST /api/v2/Accident/{id}/uploads/{uploadId}')(chunkRequest);
      onProgress(Received / size);
      return Received;
    });
  await withRetries(() => api('POST /api/v2/Accident/{id}/uploads/{uploadId}/finish')({ params, signal }));
};
