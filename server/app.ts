import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import helmet from 'helmet';
import { ordinaryBodyBytes } from '../src/contract/call.ts';
import { imageMaxBytes } from '../src/contract/limits.ts';
import type { OutageReason } from '../src/contract/messages/index.ts';
import type { MetricsSettings } from './config.ts';
import type { Context, Site } from './context.ts';
import type { Connection } from './db/connect.ts';
import { retryDuringOutage } from './db/ready.ts';
import { makeSemaphore, type SemaphoreLimits } from './db/semaphore.ts';
import { bulkStarter } from './engine/bulk/starting.ts';
import { loadDictionaries } from './engine/dictionaries.ts';
import { makeImporters } from './engine/imports/importers.ts';
import { defaultJobs, type JobSettings, jobSlots, registerJobs } from './engine/jobs/queue.ts';
import { makeHub } from './engine/live/service.ts';
import { checkTables } from './engine/registry.ts';
import type { ActionRules } from './engine/table/actions.ts';
import type { Registry } from './engine/table/define.ts';
import { makeListCache } from './engine/table/listMemory.ts';
import { validatorCompiler } from './engine/validation.ts';
import type { Mailer } from './mail/mailer.ts';
import { type AnyModule, queueWork, type Services } from './module.ts';
import { revokeReplayedSession } from './modules/account/service.ts';
import { defaultQuarantine, type QuarantineSettings } from './modules/ingest/settings.ts';
import { type BuiltTexts, loadCatalogue, readBuiltTexts } from './modules/texts/service.ts';
import { defaultWeather, type WeatherSettings } from './modules/weather/settings.ts';
import { defaultWebhooks, type WebhookSettings } from './modules/webhooks/settings.ts';
import { requireAccess } from './plugins/access.ts';
import { makeAuthentication } from './plugins/authentication.ts';
import { registerBodies } from './plugins/bodies.ts';
import { registerBodyBudget } from './plugins/bodyBudget.ts';
import { registerCookies } from './plugins/browserCookie.ts';
import { registerCalls } from './plugins/calls.ts';
import { registerClosing } from './plugins/closing.ts';
import { readOrigins, registerCrossOrigin } from './plugins/crossOrigin.ts';
import { registerDeferredWork } from './plugins/deferredWork.ts';
import { type DemoAccounts, registerDemoPage } from './plugins/demo.ts';
import { answerUnreadable, noSuchCall, registerErrors } from './plugins/errors.ts';
import { registerGzip } from './plugins/gzip.ts';
import { type MapSettings, registerMap } from './plugins/map.ts';
import { registerMetrics } from './plugins/metrics.ts';
import { registerPipelining } from './plugins/pipelining.ts';
import { registerPressure } from './plugins/pressure.ts';
import { registerProxyHint } from './plugins/proxies.ts';
import { registerOpenApi, registerReferencePages } from './plugins/reference.ts';
import { serializerCompiler } from './plugins/serialization.ts';
import { registerSlowReaders } from './plugins/slowReaders.ts';
import { defaultUploadLimits, maxRequestMs, registerSlowRequests, type UploadLimits } from './plugins/slowRequests.ts';
import { registerCabinet } from './plugins/static.ts';
import { registerUpkeep } from './plugins/upkeep.ts';
import { heapLimitMb, type MemoryPlan, memoryLimitMb, planMemory } from './process/memory.ts';
import { makeWorkers, type Workers, whileIdle, withLargeTasks } from './threads/workers.ts';

export interface AppOptions {
  /** Modules of the product, such as accounts or accidents. Each has handlers for its calls of the API. */
  readonly modules: readonly AnyModule[];
  /** All descriptions of resources, calls of the API and database tables. */
  readonly registry: Registry;
  readonly connection: Connection;
  /** Returns the embedded database's present problem, such as a full disk. Undefined: none is known. */
  readonly currentOutage?: () => OutageReason | undefined;
  readonly now: () => Date;
  readonly logger: FastifyServerOptions['logger'];
  /** Folder of the built web application. Absent: the server has the API only. */
  readonly cabinet?: string;
  readonly site?: Site;
  /** Texts of the built web application. Absent: the texts in the folder of the option `cabinet`. */
  readonly texts?: BuiltTexts;
  /** Sender of mail. Absent: mail is not sent. */
  readonly mail?: Mailer;
  /** Accounts to show on the login page. Absent outside demo mode. */
  readonly demo?: DemoAccounts;
  /** Trusted proxies, whose headers give the client's address. Absent: none. */
  readonly trustProxy?: readonly string[];
  /** Seconds between heartbeats of a live stream. Absent: the default. */
  readonly heartbeatS?: number;
  /** Time that a response waits for a client that reads nothing, ms. Absent: 20 seconds. */
  readonly sendTimeoutMs?: number;
  /** Time that open requests and responses may take on shutdown, ms. Absent: 5 seconds. */
  readonly drainMs?: number;
  /** Delay of the event loop above which calls are refused, ms. Absent: 3 seconds. */
  readonly loopDelayMs?: number;
  /**
   * Limits on whole lists that are sent at once. Absent: one list per connection of the pool for whole lists, and 32
   * more waiting.
   */
  readonly streams?: Partial<SemaphoreLimits>;
  /** Minimum upload speed. Absent: the default. */
  readonly uploads?: UploadLimits;
  /**
   * Number of days in which the server recognises a repeated device message, so that the repetition changes nothing.
   * Absent: ninety.
   */
  readonly messageDays?: number;
  /** Settings of jobs in this process. Absent: the defaults. */
  readonly jobs?: Partial<JobSettings>;
  /** URL of the script that worker threads run. Absent: the script in this program's folder. */
  readonly threadScript?: string;
  /** URL of the file that exports the registry's `tables` for worker threads. Absent: server/tables.ts. */
  readonly tablesFile?: string;
  /** Settings of webhooks to other systems. Absent: the defaults. */
  readonly webhooks?: Partial<WebhookSettings>;
  /**
   * Delay from the begin of listening to the start of a thread for large messages, ms. Absent: the first large message
   * starts the thread.
   */
  readonly threadAfterMs?: number;
  /** Size limits of the quarantine. Absent: the defaults. */
  readonly quarantine?: Partial<QuarantineSettings>;
  /** Service for the weather at an accident. Absent: weather is not requested. */
  readonly weather?: Partial<WeatherSettings>;
  /** Origins of web applications on other hosts whose pages call this server's API. Absent: none. */
  readonly allowedOrigins?: readonly string[];
  /**
   * Map data. `origins`: other sites that the map loads from. Absent: the outline that the web application contains.
   */
  readonly map?: MapSettings & { readonly origins?: readonly string[] };
  /**
   * Memory limits for request bodies and threads. Absent: computed from the limits of the process's memory and heap.
   */
  readonly memory?: MemoryPlan;
  /** Access to the metrics page. Absent: the server measures nothing. */
  readonly metrics?: MetricsSettings | undefined;
  /** Releases the server's resources after all work is done. */
  readonly release?: () => Promise<void>;
}

/**
 * Returns the options of the content security policy. `connectOrigins`: further origins that the web application may
 * call.
 */
const createContentSecurityPolicy = (connectOrigins: readonly string[]) => ({
  directives: {
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    workerSrc: ["'self'", 'blob:'],
    connectSrc: ["'self'", 'blob:', 'data:', ...connectOrigins],
    upgradeInsecureRequests: null,
  },
});

/**
 * Starts a thread for large device messages after the first pages have been served. An earlier start would compete with
 * these pages for the processor.
 */
const registerWarmThread = (server: FastifyInstance, workers: Workers, delayMs: number): void => {
  let timer: NodeJS.Timeout | undefined;
  server.addHook('onListen', async () => {
    const preload = () =>
      workers
        .preloadCode('modules/ingest/warmUp')
        .catch((error: unknown) => server.log.error({ err: error }, 'a thread failed'));
    timer = setTimeout(() => void preload(), delayMs).unref();
  });
  server.addHook('preClose', async () => clearTimeout(timer));
};

const halfOf = (connections: number): number => Math.max(1, Math.floor(connections / 2));
const limitsOfReads = (connections: number): SemaphoreLimits => ({
  slots: connections,
  slotsPerPerson: halfOf(connections),
  maxWaiting: 200,
  waitMs: 5000,
});
const limitsOfStreams = (connections: number): SemaphoreLimits => ({
  slots: connections,
  slotsPerPerson: halfOf(connections),
  maxWaiting: 32,
  waitMs: 10_000,
});

/** Makes a server without routes, with the limits and compilers that all routes share. */
const makeServer = (
  logger: AppOptions['logger'],
  trustProxy: AppOptions['trustProxy'],
  { stallMs, checkEveryMs }: UploadLimits,
): FastifyInstance => {
  const server = Fastify({
    logger: logger ?? false,
    genReqId: () => randomUUID(),
    bodyLimit: ordinaryBodyBytes,
    requestTimeout: maxRequestMs,
    // A slow machine must not fail its start, and a server that ends may wait for its jobs longer than 10 s.
    pluginTimeout: 0,
    http: { headersTimeout: stallMs, connectionsCheckingInterval: checkEveryMs },
    clientErrorHandler: answerUnreadable,
    trustProxy: [...(trustProxy ?? [])],
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: (_error, request, reply) => noSuchCall(request, reply),
  });
  server.setValidatorCompiler(validatorCompiler as Parameters<typeof server.setValidatorCompiler>[0]);
  server.setSerializerCompiler(serializerCompiler);
  return server;
};

const registerHttp = async (server: FastifyInstance, options: AppOptions): Promise<void> => {
  const usesTls = options.site?.publicUrl.startsWith('https:');
  // The TLS requirement (HSTS) leaves out subdomains, because other hosts of the domain may not use TLS yet.
  const strictTransportSecurity = usesTls && { maxAge: 365 * 24 * 3600, includeSubDomains: false };
  const connectOrigins = [...(await readOrigins(options.cabinet)), ...(options.map?.origins ?? [])];
  const contentSecurityPolicy = createContentSecurityPolicy(connectOrigins);
  // `@fastify/helmet` would make the headers anew for each request.
  const setHeaders = helmet({ contentSecurityPolicy, strictTransportSecurity: strictTransportSecurity ?? false });
  server.addHook('onRequest', (request, reply, done) => setHeaders(request.raw, reply.raw, () => done()));
  await registerCrossOrigin(server, options.allowedOrigins ?? []);
  await registerCookies(server);
  await registerPressure(server, options.loopDelayMs);
  await server.register(compress, { threshold: 2048, encodings: ['gzip', 'identity'], globalDecompression: false });
  await server.register(multipart, { limits: { fileSize: imageMaxBytes, files: 1, fields: 5, fieldSize: 1024 } });
};

const registerThreads = (
  server: FastifyInstance,
  memory: MemoryPlan,
  { threadScript, tablesFile, threadAfterMs }: AppOptions,
): Pick<Context, 'workers' | 'fileWorkers' | 'fileReaders' | 'reserveMemory'> => {
  const threadFailed = (error: Error) => server.log.error({ err: error }, 'a thread failed');
  const threadFiles = { tablesFile, ...(threadScript && { file: threadScript }) };
  const messageWorkers = makeWorkers(threadFailed, memory.messageThreads, { idleThreads: 1, ...threadFiles });
  const fileWorkers = makeWorkers(threadFailed, memory.writerThreads, threadFiles);
  const fileReaders = makeWorkers(threadFailed, memory.readerThreads, threadFiles);
  const workers = withLargeTasks(messageWorkers, fileReaders);
  const allWorkers = [messageWorkers, fileWorkers, fileReaders];
  server.addHook('onClose', async () => void (await Promise.all(allWorkers.map(worker => worker.close()))));
  if (threadAfterMs !== undefined) registerWarmThread(server, workers, threadAfterMs);
  const workersToIdle = memory.idleForPictures.map(kind => ({ readers: fileReaders, writers: fileWorkers })[kind]);
  return { workers, fileWorkers, fileReaders, reserveMemory: whileIdle(workersToIdle) };
};

/** Builds the server, complete but not listening: tests inject requests, main.ts listens. */
export const buildApp = async (options: AppOptions): Promise<FastifyInstance> => {
  const sendTimeoutMs = options.sendTimeoutMs ?? 20_000;
  const uploads = options.uploads ?? defaultUploadLimits;
  const server = makeServer(options.logger, options.trustProxy, uploads);
  // onClose hooks run in reverse order: the first registered runs last.
  if (options.release) server.addHook('onClose', options.release);
  requireAccess(server);
  // The metrics are registered before the hooks that refuse requests, so that refused requests are measured too.
  const metrics = registerMetrics(server, options.metrics);
  registerErrors(server);
  registerBodies(server);
  const slowRequests = registerSlowRequests(server, uploads);
  registerPipelining(server);
  const jobs = { ...defaultJobs, ...options.jobs };
  const memory = options.memory ?? planMemory(memoryLimitMb(), heapLimitMb(), jobSlots(jobs));
  registerGzip(server);
  const bodies = registerBodyBudget(server, memory);
  registerProxyHint(server);
  registerClosing(server, options.drainMs ?? 5000, slowRequests.endIncompleteRequests);
  registerSlowReaders(server, sendTimeoutMs);
  server.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id);
  });
  await registerHttp(server, options);
  await registerOpenApi(server);

  const threads = registerThreads(server, memory, options);
  const { db, preparedDb, pool, reads, streams, check } = options.connection;
  const context = metrics.meterContext({
    registry: options.registry,
    importers: makeImporters(options.registry, Object.assign({}, ...options.modules.map(({ importers }) => importers))),
    db,
    preparedDb,
    pool,
    reads: { ...reads, semaphore: makeSemaphore(limitsOfReads(reads.pool.options.max)), memory: makeListCache() },
    streams: {
      pool: streams,
      semaphore: makeSemaphore({ ...limitsOfStreams(streams.options.max), ...options.streams }),
      sendTimeoutMs,
    },
    database: { check, currentOutage: options.currentOutage ?? (() => undefined) },
    now: options.now,
    log: server.log,
    site: options.site ?? { publicUrl: 'http://localhost', registration: false, passwordReset: true },
    mail: options.mail ?? { send: async () => {} },
    webhooks: { ...defaultWebhooks, ...options.webhooks },
    weather: { ...defaultWeather, ...options.weather },
    quarantine: { ...defaultQuarantine, ...options.quarantine },
    ...threads,
    defer: registerDeferredWork(server),
    onTripsRecomputed: () => {},
  });
  const authentication = makeAuthentication(context, (id, from) => revokeReplayedSession(context, id, from));
  const hub = makeHub(context, options.heartbeatS);
  server.addHook('preClose', hub.close);
  metrics.observe(context, hub);
  registerUpkeep(server, context, options.messageDays);
  await retryDuringOutage(
    text => server.log.warn(text),
    () => checkTables(options.registry, pool),
  );
  const dictionaries = await loadDictionaries(context);
  const catalogue = await loadCatalogue(context, options.texts ?? (await readBuiltTexts(options.cabinet)));
  for (const { refresh } of [dictionaries, catalogue]) server.addHook('onReady', () => hub.onSharedChange(refresh));
  const { modules } = options;
  const rules: ActionRules = Object.assign({}, ...modules.map(({ actions }) => actions?.({ context, authentication })));
  const services: Services = { context, entries: dictionaries, rules, authentication, dictionaries, hub, catalogue };
  const jobKinds = modules.flatMap(module => module.jobs?.(services) ?? []);
  registerJobs(server, context, jobKinds, queueWork(modules), jobs);
  const handlers = metrics.meterHandlers(Object.assign({}, ...modules.map(module => module.calls?.(services))));
  registerCalls(server, authentication, bodies, handlers, services, bulkStarter(services));
  for (const module of modules) module.pages?.(services, server);
  await registerReferencePages(server);
  registerDemoPage(server, db, options.demo);
  registerMap(server, options.map ?? {});
  if (options.cabinet) await registerCabinet(server, { folder: options.cabinet, publicUrl: context.site.publicUrl });
  return server;
};
