import { isChunkError } from '../fetchChunk.ts';
import type { ExportFormat, Sheet } from './sheet.ts';
import { writeFile } from './writers.ts';

export interface ExportJob {
  readonly format: ExportFormat;
  readonly sheet: Sheet;
}
export type ExportOutcome =
  | { readonly file: Uint8Array }
  | { readonly errorText: string; readonly isChunkMissing: boolean };

/** Types of the global functions of a web worker that this file uses. The DOM types describe a window instead. */
const workerScope = self as unknown as {
  onmessage: (event: MessageEvent<ExportJob>) => void;
  postMessage: (outcome: ExportOutcome, transfer?: Transferable[]) => void;
};

workerScope.onmessage = async ({ data: { format, sheet } }) => {
  try {
    const file = await writeFile(format, sheet);
    workerScope.postMessage({ file }, [file.buffer as ArrayBuffer]);
  } catch (error) {
    const errorText = error instanceof Error ? error.message : String(error);
    workerScope.postMessage({ errorText, isChunkMissing: isChunkError(error) });
  }
};
