import { isChunkError } from '../fetchChunk.ts';
import type { ExportFormat, Sheet } from './sheet.ts';
import { writeFile } from './writers.ts';

export interface Job {
  readonly format: ExportFormat;
  readonly sheet: Sheet;
}
export type Outcome = { readonly file: Uint8Array } | { readonly fault: string; readonly missing: boolean };

/** Typed part of the worker scope, because the DOM types describe a window. */
const scope = self as unknown as {
  onmessage: (event: MessageEvent<Job>) => void;
  postMessage: (outcome: Outcome, transfer?: Transferable[]) => void;
};

scope.onmessage = async ({ data: { format, sheet } }) => {
  try {
    const file = await writeFile(format, sheet);
    scope.postMessage({ file }, [file.buffer as ArrayBuffer]);
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    scope.postMessage({ fault, missing: isChunkError(error) });
  }
};
