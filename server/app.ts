import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { imageMaxBytes } from '../src/contract/shapes/accident.ts';
import type { Site } from './context.ts';
import type { Connection } from './db/connect.ts';
import { makeHandlers } from './handlers.ts';
import type { Mailer } from './mail/mailer.ts';
import { loadDictionaries } from './modules/info/dictionaries.ts';
import { makeHub } from './modules/live/service.ts';
import { requireAccess } from './plugins/access.ts';
import { makeAuthentication } from './plugins/authentication.ts';
import { registerCalls, registerGeneratedCalls } from './plugins/calls.ts';
import { registerClosing } from './plugins/closing.ts';
import { type DemoAccounts, registerDemoPage } from './plugins/demo.ts';
import { noSuchCall, registerErrors } from './plugins/errors.ts';
import { registerGzip } from './plugins/gzip.ts';
import { registerLater } from './plugins/later.ts';
import { registerOpenApi, registerReferencePages } from './plugins/reference.ts';
import { registerCabinet } from './plugins/static.ts';
import { registerUpkeep } from './plugins/upkeep.ts';
import { validatorCompiler } from './plugins/validation.ts';

export interface AppOptions {
  readonly connection: Connection;
  readonly now: () => Date;
  readonly logger: FastifyServerOptions['logger'];
  /** Folder of the built cabinet; absent: the API alone. */
  readonly cabinet?: string;
  readonly site?: Site;
  /** Absent: letters go nowhere. */
  readonly mail?: Mailer;
  /** Accounts to show on the login page; absent outside demo mode. */
  readonly demo?: DemoAccounts;
  /** Whose word on a caller's address is taken; absent: what runs on this machine. */
  readonly trustProxy?: readonly string[];
  /** Seconds between two beats of a live stream; absent: what suits people. */
  readonly beatS?: number;
  /** Lets go of what was opened for the server, once everything in hand is done. */
  readonly release?: () => Promise<void>;
}

const contentSecurityPolicy = {
  directives: {
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    workerSrc: ["'self'", 'blob:'],
    connectSrc: ["'self'", 'blob:', 'data:'],
    upgradeInsecureRequests: null,
  },
};

/** The server, complete but not listening: tests inject requests, main.ts listens. */
export const buildApp = async (options: AppOptions): Promise<FastifyInstance> => {
  const server = Fastify({
    logger: options.logger ?? false,
    genReqId: () => randomUUID(),
    trustProxy: [...(options.trustProxy ?? ['loopback'])],
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: (_error, request, reply) => noSuchCall(request, reply),
  });
  // The first one of these is called last.
  if (options.release) server.addHook('onClose', options.release);
  server.setValidatorCompiler(validatorCompiler as Parameters<typeof server.setValidatorCompiler>[0]);
  requireAccess(server);
  registerErrors(server);
  registerGzip(server);
  registerClosing(server);
  server.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id);
  });
  await server.register(helmet, { contentSecurityPolicy, strictTransportSecurity: false });
  await server.register(underPressure, { maxEventLoopDelay: 3000, retryAfter: 5 });
  await server.register(compress, { threshold: 2048, encodings: ['gzip', 'identity'], globalDecompression: false });
  await server.register(multipart, { limits: { fileSize: imageMaxBytes, files: 1, fields: 5 } });
  await registerOpenApi(server);

  const { db, pool } = options.connection;
  const context = {
    db,
    pool,
    now: options.now,
    log: server.log,
    site: options.site ?? { publicUrl: 'http://localhost', registration: false, passwordReset: true },
    mail: options.mail ?? { send: async () => {} },
    later: registerLater(server),
  };
  const authentication = makeAuthentication(context);
  const hub = makeHub(context, options.beatS);
  server.addHook('preClose', hub.close);
  registerUpkeep(server, context);
  const dictionaries = await loadDictionaries(db);
  registerCalls(server, context, authentication, makeHandlers(context, authentication, dictionaries, hub));
  registerGeneratedCalls(server, context, authentication, dictionaries);
  await registerReferencePages(server);
  registerDemoPage(server, options.demo);
  if (options.cabinet) await registerCabinet(server, options.cabinet);
  return server;
};
