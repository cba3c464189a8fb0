import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { root } from '../../root.mjs';

/** What is decoded, and how it failed otherwise. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** RGBA, 8 bits each. */
  readonly data: Uint8ClampedArray;
}
type Answer = Pixels | { readonly tooLarge: true } | { readonly failure: string };

/** Largest HEIC, pixels: phones take 49 million; each needs some ten bytes while it is decoded. */
export const heicMaximumPixels = 50_000_000;

export class TooManyPixels extends Error {}

/**
 * Decodes a HEIC picture, which the drawing library cannot, by a decoder in WebAssembly. In a thread of its own: it takes
 * seconds of computing, and a file that drives it astray takes nothing else along. Upright already.
 */
export const decodeHeic = (bytes: Buffer, timeoutMs: number): Promise<Pixels> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(join(root, 'server', 'modules', 'images', 'heicWorker.cjs'), {
      workerData: { bytes: new Uint8Array(bytes), maximumPixels: heicMaximumPixels },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 512 },
      // What a decoder says of broken files is no log of ours.
      stdout: true,
      stderr: true,
    });
    const end = (settle: () => void) => {
      clearTimeout(timer);
      void worker.terminate();
      settle();
    };
    const timer = setTimeout(() => end(() => reject(new Error('The decoder took too long'))), timeoutMs);
    worker.once('error', error => end(() => reject(error)));
    worker.once('exit', () => end(() => reject(new Error('The decoder ended without an answer'))));
    worker.once('message', (answer: Answer) =>
      end(() => {
        if ('data' in answer) resolve(answer);
        else reject('failure' in answer ? new Error(answer.failure) : new TooManyPixels());
      }),
    );
  });
