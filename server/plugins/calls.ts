import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Call, type CallKey, ordinaryBodyBytes, publicBodyBytes } from '../../src/contract/call.ts';
import { ErrorAnswer } from '../../src/contract/shapes/common.ts';
import type { Context, Platform, Request, UploadedFile } from '../context.ts';
import { inTransaction } from '../db/change.ts';
import type { ActionServices } from '../engine/table/actions.ts';
import type { Registry } from '../engine/table/define.ts';
import { describedHandler, listHandler, saveHandler } from '../engine/table/handlers.ts';
import { tableQuerySchema } from '../engine/table/parameters.ts';
import { generatedCalls, type ResolvedCall, resolveCall } from '../engine/table/shapes.ts';
import { DomainError, invalid } from '../errors.ts';
import type { Caller } from '../transaction.ts';
import { type Authentication, bearerOf } from './authentication.ts';
import type { BodyBudget } from './bodyBudget.ts';
import { browserSecretOf } from './browserCookie.ts';
import { sizeText } from './errors.ts';
import { idempotencyKeyOf, longestKey, type OnceOnly, onceOnly } from './idempotency.ts';
import { localeOf } from './locale.ts';
import { operationIdOf } from './openapi.ts';
import { sendAnswer } from './sendAnswer.ts';

type Query = Record<string, unknown>;

/** Query parameters of Kendo's grids. A grid sends an empty value for each parameter that the user did not choose. */
const gridParameters = ['sort', 'filter', 'group', 'aggregate', 'page', 'pageSize'];

/**
 * Removes query parameters that legacy lists add without a meaning: empty grid parameters, and `_`, which only prevents
 * caching.
 */
const withoutClientNoise = (query: Query): Query =>
  Object.fromEntries(
    Object.entries(query).filter(([name, value]) => name !== '_' && !(value === '' && gridParameters.includes(name))),
  );

/** Whether a path belongs to the first interface: without a version, or version 1. */
const isLegacyPath = (path: string): boolean => !/^\/api\/v(?!1\/)\d/.test(path);

/**
 * Returns a function that cleans a call's query before its validation. Undefined: the query is not cleaned. Clients of
 * the first interface expect that parameters unknown to this interface are ignored.
 */
export const queryReader = (
  method: string,
  path: string,
  schema: { readonly properties?: unknown },
): ((query: Query) => Query) | undefined => {
  if (!isLegacyPath(path)) return method === 'GET' && !path.startsWith('/api/v3/') ? withoutClientNoise : undefined;
  const known = new Set(Object.keys((schema.properties as object | undefined) ?? {}));
  return query => Object.fromEntries(Object.entries(withoutClientNoise(query)).filter(([name]) => known.has(name)));
};

/**
 * Returns the single file of a multipart request, in memory. Throws if the connection breaks, or if the file has more
 * than `maxBytes` bytes.
 */
const readUpload = async (request: FastifyRequest, maxBytes: number): Promise<UploadedFile> => {
  if (!request.isMultipart())
    throw new DomainError('WRONG_MEDIA_TYPE', { values: { type: request.headers['content-type'] ?? '' } });
  const tooLarge = () => new DomainError('TOO_LARGE', { values: { max: sizeText(maxBytes, localeOf(request)) } });
  let part: MultipartFile | undefined;
  try {
    part = await request.file({ limits: { fileSize: maxBytes } });
    if (!part) throw invalid({ field: 'file', message: 'required' });
    const bytes = await part.toBuffer();
    // The library cuts the file at the limit, and throws only if another chunk follows.
    if (part.file.truncated) throw tooLarge();
    return { name: part.filename || 'file', bytes };
  } catch (error) {
    if (error instanceof DomainError) throw error;
    if ((error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge();
    throw new DomainError('UPLOAD_CUT');
  }
};

/**
 * Returns a signal that aborts when the response is sent or its connection is lost. If that happened before, the signal
 * is aborted already.
 */
const abortSignalOf = (response: ServerResponse): AbortSignal => {
  const over = new AbortController();
  // Only the handler's unfinished work sees this error, because the caller has disconnected.
  const abort = () => over.abort(new DomainError('OVERLOADED'));
  if (response.destroyed) abort();
  else response.once('close', abort);
  return over.signal;
};

type AnyHandler = (request: Request) => Promise<unknown>;

const querySchema = (registry: Registry, call: Call) =>
  call.table
    ? tableQuerySchema(registry.resource(call.table), call)
    : call.query && { ...call.query, additionalProperties: false };

const noParameters = { type: 'object', properties: {}, additionalProperties: false };

/** The call's shapes as Fastify's route schema, for validation, serialisation and OpenAPI. */
export const routeSchema = (registry: Registry, name: CallKey, call: Call) => ({
  operationId: operationIdOf(name),
  summary: call.title,
  description: call.purpose,
  tags: [call.tag],
  security: call.access === 'public' ? [] : [{ [call.access === 'platform' ? 'platformKey' : 'token']: [] }],
  ...(call.params && { params: call.params }),
  querystring: querySchema(registry, call) ?? noParameters,
  ...(takesKey(call) && { headers: keyHeader }),
  ...(call.body && { body: call.body }),
  ...(call.bodyKind === 'multipart' && { consumes: ['multipart/form-data'] }),
  response: {
    ...(call.answer && { [call.status ?? 200]: call.answer }),
    ...(call.binary && {
      200: { description: call.purpose, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } },
    }),
    ...(call.stream && {
      200: { description: call.purpose, content: { 'text/event-stream': { schema: call.stream } } },
    }),
    '4xx': ErrorAnswer,
    '5xx': ErrorAnswer,
  },
});

/** Whether the call takes an `Idempotency-Key`. */
export const takesKey = ({ status, keyed }: Call): boolean => status === 201 || keyed === true;

const keyHeader = {
  type: 'object',
  properties: {
    'Idempotency-Key': {
      type: 'string',
      maxLength: longestKey,
      description: 'Repeating key and body within a week returns the first result.',
    },
  },
};

/** Answers are never cached, because the browser's next user must not find any. */
const noStore = { 'Cache-Control': 'no-store', Vary: 'Authorization, Origin' };

/** Facts about a request that are known before its body is read. */
interface Known {
  readonly caller?: Caller;
  /** Hash of the session's token. */
  readonly tokenHash?: Buffer;
  readonly platform?: Platform;
  /** Idempotency key. */
  readonly key?: string | undefined;
}
const known = new WeakMap<FastifyRequest, Known>();

const identify = async (
  authentication: Authentication,
  call: ResolvedCall,
  request: FastifyRequest,
  atMs?: number,
): Promise<Known> => {
  const { access } = call;
  if (access === 'public') return {};
  if (access === 'platform') {
    const { properties = {} } = (call.query ?? {}) as { readonly properties?: object };
    return { platform: await authentication.platform(request, 'key' in properties) };
  }
  const { caller, tokenHash } = await authentication.caller(request, access, atMs);
  return { caller, tokenHash, ...(takesKey(call) && { key: idempotencyKeyOf(request) }) };
};

/** Maximum size of the form around a file, bytes. */
const formBytes = 64 * 1024;
const fileBytesOf = ({ bodyLimitBytes = ordinaryBodyBytes }: Call): number => bodyLimitBytes - formBytes;

const makeRequest = (
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  file: UploadedFile | undefined,
) => {
  const { caller, platform, tokenHash } = known.get(request) ?? {};
  const requestId = String(request.id);
  const author = {
    companyId: caller?.companyId ?? platform?.companyId ?? 0,
    accountId: caller?.accountId ?? null,
    name: caller?.fullName ?? platform?.name ?? '',
    requestId,
    at: context.now(),
  };
  let abortSignal: AbortSignal | undefined;
  const made = {
    params: request.params,
    query: request.query,
    body: request.body,
    caller,
    platform,
    file,
    locale: localeOf(request),
    requestId,
    // Created on first use, because most calls end before a client can disconnect.
    get signal() {
      abortSignal ??= abortSignalOf(reply.raw);
      return abortSignal;
    },
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    browser: browserSecretOf(request, reply, context.site.publicUrl.startsWith('https:')),
    lastEventId: request.headers['last-event-id'],
    tokenHash,
    token: bearerOf(request),
    change: (work: Parameters<Request['change']>[0]) => inTransaction(context.db, author, work),
  };
  return { made: made as unknown as Request, author };
};

/** Arrival time of requests whose caller was identified before the whole body had arrived, ms since 1970. */
const cameAtMs = new WeakMap<FastifyRequest, number>();

/** Services that all calls share. */
interface Common {
  readonly context: Context;
  readonly authentication: Authentication;
  readonly once: OnceOnly;
  readonly bodies: BodyBudget;
}

type AnyRequest = [call: ResolvedCall, handler: AnyHandler, request: FastifyRequest, reply: FastifyReply];
const answer = async ({ context, authentication, once }: Common, ...[call, handler, request, reply]: AnyRequest) => {
  const file = call.bodyKind === 'multipart' ? await readUpload(request, fileBytesOf(call)) : undefined;
  // Identifies the caller again. An upload may take an hour, in which a key is revoked or an account is blocked.
  const atMs = cameAtMs.get(request);
  if (atMs !== undefined) known.set(request, await identify(authentication, call, request, atMs));
  const { made, author } = makeRequest(context, request, reply, file);
  const { caller, key } = known.get(request) ?? {};
  if (!caller || key === undefined) return handler(made);
  // A repeated request must have the same method, address and body.
  const body = file ? createHash('sha256').update(file.bytes).digest('hex') : JSON.stringify(request.body ?? null);
  const attempt = { key, caller, author, content: `${request.method} ${request.url} ${body}` };
  return once(attempt, change => handler({ ...made, change }));
};

const registerCall = (
  server: FastifyInstance,
  common: Common,
  { name, call, handler }: { name: CallKey; call: ResolvedCall; handler: AnyHandler },
): void => {
  const [method, path] = name.split(' ') as [string, string];
  const schema = routeSchema(common.context.registry, name, call);
  const readQuery = queryReader(method, path, schema.querystring);
  server.route({
    method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    schema,
    config: { access: call.access, ...(call.fields && { fields: call.fields }) },
    ...(call.unlogged && { logLevel: 'warn' as const }),
    ...(call.alters && { exposeHeadRoute: false }),
    bodyLimit: call.bodyLimitBytes ?? (call.access === 'public' ? publicBodyBytes : ordinaryBodyBytes),
    // Identifies the caller before the body is read, because callers without access must not send 32 MB.
    onRequest: async (request, reply) => {
      reply.headers(noStore);
      const who = await identify(common.authentication, call, request);
      known.set(request, who);
      common.bodies.admit(request, reply, (who.caller ?? who.platform)?.companyId ?? 0);
      if (request.raw.complete === false) cameAtMs.set(request, common.context.now().getTime());
    },
    ...(readQuery && {
      preValidation: async request => {
        request.query = readQuery(request.query as Record<string, unknown>);
      },
    }),
    handler: async (request, reply) =>
      sendAnswer(reply, call, await common.bodies.during(request, () => answer(common, call, handler, request, reply))),
  });
};

/**
 * Registers all calls: those of the contract with the handlers of modules, and those generated from resources. Throws
 * for a call without a handler.
 */
export const registerCalls = (
  server: FastifyInstance,
  authentication: Authentication,
  bodies: BodyBudget,
  handlers: Readonly<Record<string, unknown>>,
  services: ActionServices,
  checkBulk: Parameters<typeof describedHandler>[3],
): void => {
  const { context, entries } = services;
  const { registry } = context;
  const common = { context, authentication, bodies, once: onceOnly(context) };
  for (const [name, call] of Object.entries(registry.calls) as [CallKey, Call][]) {
    const table = call.table && listHandler(context, entries, registry.table(call.table), call);
    const save = call.saves && saveHandler(context, entries, registry.table(call.saves));
    const handler = (table || save || handlers[name]) as AnyHandler | undefined;
    if (!handler) throw new Error(`No module answers ${name}.`);
    registerCall(server, common, { name, call: resolveCall(registry, call), handler });
  }
  for (const table of Object.values(registry.tables)) {
    for (const generated of generatedCalls(registry, table.resource)) {
      const handler = describedHandler(services, table, generated, checkBulk) as unknown as AnyHandler;
      registerCall(server, common, { name: generated.name, call: resolveCall(registry, generated.call), handler });
    }
  }
};
