import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Call } from '../../src/contract/call.ts';
import { calls } from '../../src/contract/index.ts';
import { DomainError } from '../errors.ts';
import type { Figures } from './figures.ts';

const signIn = 'POST /api/v2/Auth' satisfies keyof typeof calls;
/** Live streams stay open for hours and are counted separately. */
const endless = new Set(Object.entries<Call>(calls).flatMap(([name, call]) => (call.stream ? [name] : [])));

/** Route pattern of the call. Unknown addresses share one label. */
const callOf = (request: FastifyRequest): { route: string; method: string } => {
  const { url } = request.routeOptions;
  return url === undefined || request.is404
    ? { route: 'none', method: 'any' }
    : { route: url.replace(/:(\w+)/g, '{$1}'), method: request.method };
};
const nameOf = (request: FastifyRequest): string => `${request.method} ${request.routeOptions.url}`;

/** Measures every request from its head to its last byte. Register it before any plugin that may answer. */
export const measureRequests = (server: FastifyInstance, figures: Figures): void => {
  server.addHook('onRequest', async (request, reply) => {
    if (endless.has(nameOf(request))) return;
    const began = performance.now();
    let open = true;
    const end = (status: string) => {
      if (!open) return;
      open = false;
      figures.requestsInFlight.dec();
      figures.requestDuration.observe({ ...callOf(request), status }, (performance.now() - began) / 1000);
    };
    figures.requestsInFlight.inc();
    reply.raw.once('finish', () => end(`${Math.floor(reply.raw.statusCode / 100)}xx`));
    reply.raw.once('close', () => end('left'));
  });
  server.addHook('onError', async (request, _reply, error) => {
    if (nameOf(request) === signIn && error instanceof DomainError) figures.signInRefusals.inc({ code: error.code });
  });
};
