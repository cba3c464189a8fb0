import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Call } from '../../src/contract/call.ts';
import { calls } from '../../src/contract/index.ts';
import { DomainError } from '../errors.ts';
import { countedRefusals, type PrometheusMetrics } from './prometheusMetrics.ts';

const signInCall = 'POST /api/v2/Auth' satisfies keyof typeof calls;
/** API calls that are live event streams. They stay open for hours, so they are counted separately. */
const streamCalls = new Set(Object.entries<Call>(calls).flatMap(([name, call]) => (call.stream ? [name] : [])));

/** Route pattern of the call. Unknown addresses share one label. */
const callLabels = (request: FastifyRequest): { route: string; method: string } => {
  const { url } = request.routeOptions;
  return url === undefined || request.is404
    ? { route: 'none', method: 'any' }
    : { route: url.replace(/:(\w+)/g, '{$1}'), method: request.method };
};
const callNameOf = (request: FastifyRequest): string => `${request.method} ${request.routeOptions.url}`;

/** Measures every request from its head to its last byte. Register it before any plugin that may answer. */
export const measureRequests = (server: FastifyInstance, figures: PrometheusMetrics): void => {
  server.addHook('onRequest', async (request, reply) => {
    if (streamCalls.has(callNameOf(request))) return;
    const startedMs = performance.now();
    let isOpen = true;
    const finish = (status: string) => {
      if (!isOpen) return;
      isOpen = false;
      figures.requestsInFlight.dec();
      figures.requestDuration.observe({ ...callLabels(request), status }, (performance.now() - startedMs) / 1000);
    };
    figures.requestsInFlight.inc();
    reply.raw.once('finish', () => finish(`${Math.floor(reply.raw.statusCode / 100)}xx`));
    reply.raw.once('close', () => finish('left'));
  });
  server.addHook('onError', async (request, _reply, error) => {
    if (callNameOf(request) === signInCall && error instanceof DomainError)
      figures.signInRefusals.inc({ code: countedRefusals.includes(error.code) ? error.code : 'other' });
  });
};
