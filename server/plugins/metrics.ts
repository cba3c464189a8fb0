import { timingSafeEqual } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Call } from '../../src/contract/call.ts';
import { calls } from '../../src/contract/index.ts';
import type { MetricsSettings } from '../config.ts';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { countedRefusals, createMetrics, type PrometheusMetrics } from '../metrics/prometheusMetrics.ts';
import { createStateReader, type LiveStreams } from '../metrics/state.ts';
import { type Handlers, meterContext, meterHandlers } from '../metrics/work.ts';
import { explainListenError } from '../process/port.ts';
import { bearerOf, hashToken } from './authentication.ts';
import { registerErrors } from './errors.ts';

export interface Metrics {
  readonly meterContext: (context: Context) => Context;
  /** Returns the call handlers, changed so that they count the received device data in the metrics. */
  readonly meterHandlers: (handlers: Handlers) => Handlers;
  /** Sets the pools, queues and live streams whose state each scrape of the metrics reads. */
  readonly observe: (context: Context, hub: LiveStreams) => void;
}

const noMetrics: Metrics = { meterContext: context => context, meterHandlers: handlers => handlers, observe: () => {} };

type RenderMetrics = () => Promise<string>;

const isTokenValid = (request: FastifyRequest, token: string): boolean =>
  timingSafeEqual(hashToken(bearerOf(request) ?? ''), hashToken(token));

/**
 * Serves the metrics at `/metrics`. Without `render` the address answers 404. Otherwise the page of the web application
 * would answer it.
 */
const servePage = (server: FastifyInstance, type: string, render?: RenderMetrics, token?: string): void => {
  server.get('/metrics', { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
    if (!render) throw new DomainError('NO_SUCH_CALL', { values: { path: '/metrics' } });
    if (token !== undefined && !isTokenValid(request, token)) throw new DomainError('WRONG_METRICS_TOKEN');
    reply.header('Cache-Control', 'no-store').type(type);
    return render();
  });
};

/**
 * Serves the metrics on their own port. The server for this port starts before the main server and stops after it, so
 * that the last responses are counted.
 */
const serveOnOwnPort = (server: FastifyInstance, page: FastifyInstance, port: number, host: string): void => {
  server.addHook('onReady', async () => {
    try {
      server.log.info(`metrics are at ${await page.listen({ port, host })}/metrics`);
    } catch (cause) {
      throw explainListenError(cause, { port, host }, 'METRICS_');
    }
  });
  server.addHook('onClose', () => page.close());
};

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
const measureRequests = (server: FastifyInstance, figures: PrometheusMetrics): void => {
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

const enableMetrics = (
  server: FastifyInstance,
  prometheus: PrometheusMetrics,
  { token, port, host }: MetricsSettings,
): Metrics => {
  const { registry } = prometheus;
  let updateGauges = async (): Promise<void> => {};
  const render = async () => {
    await updateGauges();
    return registry.metrics();
  };
  measureRequests(server, prometheus);
  if (port === undefined) servePage(server, registry.contentType, render, token);
  else {
    servePage(server, registry.contentType);
    const page = Fastify({ forceCloseConnections: true });
    registerErrors(page);
    servePage(page, registry.contentType, render, token);
    serveOnOwnPort(server, page, port, host);
  }
  return {
    meterContext: context => meterContext(context, prometheus),
    meterHandlers: handlers => meterHandlers(handlers, prometheus),
    observe: (context, hub) => {
      updateGauges = createStateReader(prometheus, context, hub);
    },
  };
};

/** Registers Prometheus metrics at `/metrics`. Without settings nothing is measured, and the address answers 404. */
export const registerMetrics = (server: FastifyInstance, settings: MetricsSettings | undefined): Metrics => {
  if (settings) return enableMetrics(server, createMetrics(), settings);
  servePage(server, 'text/plain');
  return noMetrics;
};
