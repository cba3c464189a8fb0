import type { ServerResponse } from 'node:http';
import { DomainError } from '../errors.ts';

/** Aborted when the response is over, sent or dropped, also if that was before the first use. */
export const abortSignalOf = (response: ServerResponse): AbortSignal => {
  const over = new AbortController();
  // Only work that nobody waits for any more sees this reason.
  const abort = () => over.abort(new DomainError('OVERLOADED'));
  if (response.destroyed) abort();
  else response.once('close', abort);
  return over.signal;
};
