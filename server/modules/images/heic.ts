import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { root } from '../../root.mjs';

/** A decoded picture. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Colours of the pixels, row by row: red, green and blue, 8 bits each. */
  readonly data: Uint8Array;
}
type WorkerAnswer = Pixels | { readonly tooLarge: true } | { readonly failure: string };

/**
 * Largest HEIC picture that is decoded, pixels. Phones take up to 49 million. The decoder needs seven bytes of memory
 * for each pixel.
 */
export const heicMaximumPixels = 50_000_000;

export class TooManyPixels extends Error {}

/**
 * Decodes a HEIC picture with a decoder in WebAssembly, because the drawing library cannot decode HEIC. The result is
 * upright, and its longest side has at most `longSidePx` pixels.
 * Runs in a worker thread of its own, because decoding takes seconds. The thread also keeps a malicious file away from
 * the server.
 */
export const decodeHeic = (bytes: Buffer, longSidePx: number, timeoutMs: number): Promise<Pixels> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(join(root, 'server', 'modules', 'images', 'heicWorker.cjs'), {
      workerData: { bytes: new Uint8Array(bytes), maximumPixels: heicMaximumPixels, longSidePx },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 512 },
      // Messages of the decoder about broken files do not belong in the log.
      stdout: true,
      stderr: true,
    });
    let hasEnded = false;
    const finish = (settle: () => void) => {
      if (hasEnded) return;
      hasEnded = true;
      clearTimeout(timer);
      // Waits until the thread has ended, because its memory must be free before the next step takes memory.
      void worker.terminate().finally(settle);
    };
    const timer = setTimeout(() => finish(() => reject(new Error('The decoder took too long'))), timeoutMs);
    worker.once('error', error => finish(() => reject(error)));
    worker.once('exit', () => finish(() => reject(new Error('The decoder ended without an answer'))));
    worker.once('message', (answer: WorkerAnswer) =>
      finish(() => {
        if ('data' in answer) resolve(answer);
        else reject('failure' in answer ? new Error(answer.failure) : new TooManyPixels());
      }),
    );
  });
