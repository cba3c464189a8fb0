import type { ServerResponse } from 'node:http';
import { DomainError } from '../errors.ts';

/** Aborted when the answer is over, sent whole or its reader gone; also when that was before anybody asked. */
export const abortSignalOf = (response: ServerResponse): AbortSignal => {
  const over = new AbortController();
  // Only work that nobody waits for any more ever hears of the reason.
  const abort = () => over.abort(new DomainError('OVERLOADED'));
  if (response.destroyed) abort();
  else response.once('close', abort);
  return over.signal;
};
