import { isChunkError } from '../fetchChunk.ts';

/** Why an export failed: browsers' own texts about missing chunks are English and name files. */
export const reasonOf = (error: unknown, translate: (key: string) => string): string => {
  if (isChunkError(error)) return translate('shell.failed.chunk');
  return error instanceof Error ? error.message : String(error);
};
