import type { ServerResponse } from 'node:http';
import { DomainError } from '../errors.ts';

/** Returns a signal that is aborted when the response is over, sent or dropped, also if that happened before. */
export const abortSignalOf = (response: ServerResponse): AbortSignal => {
  const over = new AbortController();
  // Seen only by work whose caller has gone.
  const abort = () => over.abort(new DomainError('OVERLOADED'));
  if (response.destroyed) abort();
  else response.once('close', abort);
  return over.signal;
};
