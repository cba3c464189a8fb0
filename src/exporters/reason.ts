import { isChunkError } from '../fetchChunk.ts';

/** Why a file was not written, in words: the browsers' own about a missing part are English and name files. */
export const reasonOf = (error: unknown, translate: (key: string) => string): string => {
  if (isChunkError(error)) return translate('shell.failed.chunk');
  return error instanceof Error ? error.message : String(error);
};
