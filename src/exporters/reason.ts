import { OfflineError } from '../api/client.ts';
import { isChunkError } from '../fetchPart.ts';

/** Why something was not done, in words: those of browsers and of ours for programmers are English. */
export const reasonOf = (error: unknown, translate: (key: string) => string): string => {
  if (error instanceof OfflineError) return translate('lists.failed.offline');
  if (isChunkError(error)) return translate('shell.failed.chunk');
  return error instanceof Error ? error.message : String(error);
};
