import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { imageMaxBytes } from '../src/contract/shapes/accident.ts';
import type { Connection } from './db/connect.ts';
import { makeHandlers } from './handlers.ts';
import { loadDictionaries } from './modules/info/dictionaries.ts';
import { requireAccess } from './plugins/access.ts';
import { makeAuthentication } from './plugins/authentication.ts';
import { registerCalls } from './plugins/calls.ts';
import { type DemoAccounts, registerDemoPage } from './plugins/demo.ts';
import { registerErrors } from './plugins/errors.ts';
import { registerGzip } from './plugins/gzip.ts';
import { registerOpenApi, registerReferencePages } from './plugins/reference.ts';
import { registerCabinet } from './plugins/static.ts';
import { validatorCompiler } from './plugins/validation.ts';

export interface AppOptions {
  readonly connection: Connection;
  readonly now: () => Date;
  readonly logger: FastifyServerOptions['logger'];
  /** Folder of the built cabinet; absent: the API alone. */
  readonly cabinet?: string;
  /** Accounts to show on the login page; absent outside demo mode. */
  readonly demo?: DemoAccounts;
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
    trustProxy: 'loopback',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
  });
  server.setValidatorCompiler(validatorCompiler as Parameters<typeof server.setValidatorCompiler>[0]);
  requireAccess(server);
  registerErrors(server);
  registerGzip(server);
  server.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id);
  });
  await server.register(helmet, { contentSecurityPolicy, strictTransportSecurity: false });
  await server.register(underPressure, { maxEventLoopDelay: 3000, retryAfter: 5 });
  await server.register(compress, { threshold: 2048, encodings: ['gzip', 'identity'], globalDecompression: false });
  await server.register(multipart, { limits: { fileSize: imageMaxBytes, files: 1, fields: 5 } });
  await registerOpenApi(server);

  const { db, pool } = options.connection;
  const context = { db, pool, now: options.now, log: server.log };
  const authentication = makeAuthentication(context);
  registerCalls(server, context, authentication, makeHandlers(context, authentication, await loadDictionaries(db)));
  await registerReferencePages(server);
  registerDemoPage(server, options.demo);
  if (options.cabinet) await registerCabinet(server, options.cabinet);
  return server;
};
