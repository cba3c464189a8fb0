import { ApiError } from '../api/client.ts';
import { isChunkError } from '../fetchChunk.ts';

type Translate = (key: string, options?: Record<string, unknown>) => string;

/** Returns true for an error response without a readable body, for example a proxy's page. */
export const isUnreadable = (error: unknown): error is ApiError => error instanceof ApiError && !error.message;

/**
 * Returns the text of an error response: the server's own, or the HTTP status if the server sent none. Undefined for
 * other failures.
 */
export const refusalText = (error: unknown, translate: Translate): string | undefined => {
  if (!(error instanceof ApiError)) return undefined;
  const { message, status } = error;
  return message || translate(status === 413 ? 'shell.status.tooLarge' : 'shell.status.other', { status });
};

/**
 * Returns a readable reason of a failure. Browsers' own texts about missing scripts are not used, because they are
 * English and contain file names.
 */
export const reasonOf = (error: unknown, translate: Translate): string => {
  if (isChunkError(error)) return translate('shell.failed.chunk');
  return refusalText(error, translate) ?? (error instanceof Error ? error.message : String(error));
};
