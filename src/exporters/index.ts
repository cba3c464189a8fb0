import { ChunkError } from '../fetchChunk.ts';
import { type ExportFormat, mediaTypes, type Sheet } from './sheet.ts';
import type { ExportJob, ExportOutcome } from './worker.ts';

export { type ExportFormat, exportFormats, type Sheet } from './sheet.ts';

const runInWorker = (job: ExportJob, signal: AbortSignal): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    const finish = (settle: () => void) => {
      worker.terminate();
      settle();
    };
    signal.addEventListener('abort', () => finish(() => reject(signal.reason)), { once: true });
    // If the error event of the web worker has no message, the script of the worker failed to load.
    worker.onerror = ({ message }) => finish(() => reject(message ? new Error(message) : new ChunkError('worker')));
    worker.onmessage = ({ data }: MessageEvent<ExportOutcome>) =>
      finish(() =>
        'file' in data
          ? resolve(data.file)
          : reject(data.isChunkMissing ? new ChunkError(data.errorText) : new Error(data.errorText)),
      );
    worker.postMessage(job);
  });

/** Writes an export file in a web worker, so that the page stays responsive. `signal` aborts the writing. */
export const makeFile = async (format: ExportFormat, sheet: Sheet, signal: AbortSignal): Promise<Blob> => {
  signal.throwIfAborted();
  const bytes = await runInWorker({ format, sheet }, signal);
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: mediaTypes[format] });
};
