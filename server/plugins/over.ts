import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../errors.ts';

const responses = new WeakMap<FastifyRequest, ServerResponse>();

/** Aborted when the answer is over, sent whole or its reader gone; also when that was before anybody asked. */
export const overSignal = (request: FastifyRequest): AbortSignal => {
  const over = new AbortController();
  // Only work that nobody waits for any more ever hears of the reason.
  const abort = () => over.abort(new DomainError('OVERLOADED'));
  const response = responses.get(request);
  if (response?.destroyed) abort();
  else response?.once('close', abort);
  return over.signal;
};

/** Before a handler runs a reader may have left: the response knows, and the request does not know its response. */
export const registerOver = (server: FastifyInstance): void => {
  server.addHook('onRequest', (request, reply, done) => {
    responses.set(request, reply.raw);
    done();
  });
};
