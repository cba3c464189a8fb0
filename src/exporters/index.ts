import { ChunkError } from '../fetchChunk.ts';
import { type ExportFormat, mediaTypes, type Sheet } from './sheet.ts';
import type { Job, Outcome } from './worker.ts';

export { type ExportFormat, exportFormats, type Sheet } from './sheet.ts';

const inWorker = (job: Job, signal: AbortSignal): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    const end = (settle: () => void) => {
      worker.terminate();
      settle();
    };
    signal.addEventListener('abort', () => end(() => reject(signal.reason)), { once: true });
    // An error event without a message means that the worker's script itself failed to load.
    worker.onerror = ({ message }) => end(() => reject(message ? new Error(message) : new ChunkError('worker')));
    worker.onmessage = ({ data }: MessageEvent<Outcome>) =>
      end(() =>
        'file' in data ? resolve(data.file) : reject(data.missing ? new ChunkError(data.fault) : new Error(data.fault)),
      );
    worker.postMessage(job);
  });

/** Writes a file in a worker, so that the page stays responsive. `signal` aborts it. */
export const makeFile = async (format: ExportFormat, sheet: Sheet, signal: AbortSignal): Promise<Blob> => {
  signal.throwIfAborted();
  const bytes = await inWorker({ format, sheet }, signal);
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: mediaTypes[format] });
};
