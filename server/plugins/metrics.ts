import { timingSafeEqual } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { MetricsSettings } from '../config.ts';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { createMetrics, type Figures } from '../metrics/figures.ts';
import { measureRequests } from '../metrics/requests.ts';
import { type LiveStreams, makeReader } from '../metrics/state.ts';
import { type Handlers, meterContext, meterHandlers } from '../metrics/work.ts';
import { listenFault } from '../process/port.ts';
import { bearerOf, hashToken } from './authentication.ts';
import { registerErrors } from './errors.ts';

export interface Metrics {
  /** Returns a context whose background work is counted. */
  readonly context: (context: Context) => Context;
  /** Counts device data. */
  readonly handlers: (handlers: Handlers) => Handlers;
  /** Reads pools, queues and live streams on each scrape. */
  readonly watch: (context: Context, hub: LiveStreams) => void;
}

const unmeasured: Metrics = { context: context => context, handlers: handlers => handlers, watch: () => {} };

type Look = () => Promise<string>;

const isShown = (request: FastifyRequest, token: string): boolean =>
  timingSafeEqual(hashToken(bearerOf(request) ?? ''), hashToken(token));

/**
 * Serves the metrics. Without `look` it answers 404, because otherwise the cabinet's page would answer this address.
 */
const servePage = (server: FastifyInstance, type: string, look?: Look, token?: string): void => {
  server.get('/metrics', { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
    if (!look) throw new DomainError('NO_SUCH_CALL', { values: { path: '/metrics' } });
    if (token !== undefined && !isShown(request, token)) throw new DomainError('WRONG_METRICS_TOKEN');
    reply.header('Cache-Control', 'no-store').type(type);
    return look();
  });
};

/**
 * Serves the metrics on their own port. It starts before the server and stops after it, so that the last responses are
 * counted.
 */
const serveOnOwnPort = (server: FastifyInstance, page: FastifyInstance, port: number, host: string): void => {
  server.addHook('onReady', async () => {
    try {
      server.log.info(`metrics are at ${await page.listen({ port, host })}/metrics`);
    } catch (cause) {
      throw listenFault(cause, { port, host }, 'METRICS_');
    }
  });
  server.addHook('onClose', () => page.close());
};

const measured = (server: FastifyInstance, figures: Figures, { token, port, host }: MetricsSettings): Metrics => {
  const { registry } = figures;
  let read = async (): Promise<void> => {};
  const look = async () => {
    await read();
    return registry.metrics();
  };
  measureRequests(server, figures);
  if (port === undefined) servePage(server, registry.contentType, look, token);
  else {
    servePage(server, registry.contentType);
    const page = Fastify({ forceCloseConnections: true });
    registerErrors(page);
    servePage(page, registry.contentType, look, token);
    serveOnOwnPort(server, page, port, host);
  }
  return {
    context: context => meterContext(context, figures),
    handlers: handlers => meterHandlers(handlers, figures),
    watch: (context, hub) => {
      read = makeReader(figures, context, hub);
    },
  };
};

/** Registers Prometheus metrics at `/metrics`. Without settings nothing is measured and the address does not exist. */
export const registerMetrics = (server: FastifyInstance, settings: MetricsSettings | undefined): Metrics => {
  if (settings) return measured(server, createMetrics(), settings);
  servePage(server, 'text/plain');
  return unmeasured;
};
