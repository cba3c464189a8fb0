import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Call, type CallKey, ordinaryBodyBytes, publicBodyBytes } from '../../src/contract/call.ts';
import { ErrorAnswer } from '../../src/contract/shapes/common.ts';
import { cleanFileName } from '../../src/schema/kinds/fileName.ts';
import type { Context, Platform, Request, UploadedFile } from '../context.ts';
import { inTransaction } from '../db/change.ts';
import type { ActionServices } from '../engine/table/actions.ts';
import type { Registry } from '../engine/table/define.ts';
import { describedHandler, listHandler, saveHandler } from '../engine/table/handlers.ts';
import { filtersSchema, tableQuerySchema } from '../engine/table/parameters.ts';
import { generatedCalls, type ResolvedCall, resolveCall } from '../engine/table/shapes.ts';
import { DomainError, invalid } from '../errors.ts';
import type { Caller } from '../transaction.ts';
import { type Authentication, bearerOf } from './authentication.ts';
import type { BodyBudget } from './bodyBudget.ts';
import { browserSecretOf } from './browserCookie.ts';
import { sizeText } from './errors.ts';
import { createRunOnce, idempotencyKeyOf, maxKeyLength, type RunOnce } from './idempotency.ts';
import { localeOf } from './locale.ts';
import { operationIdOf } from './openapi.ts';
import { sendAnswer } from './sendAnswer.ts';

type Query = Record<string, unknown>;

/** Query parameters of Kendo's grids. A grid sends an empty value for each parameter that the user did not choose. */
const kendoParameters = ['sort', 'filter', 'group', 'aggregate', 'page', 'pageSize'];

/**
 * Removes query parameters that legacy lists add without a meaning: empty grid parameters, and `_`, which only prevents
 * caching.
 */
const withoutClientNoise = (query: Query): Query =>
  Object.fromEntries(
    Object.entries(query).filter(([name, value]) => name !== '_' && !(value === '' && kendoParameters.includes(name))),
  );

/** Whether an API path belongs to the first version of the API: the path has no version, or version 1. */
const isLegacyPath = (path: string): boolean => !/^\/api\/v(?!1\/)\d/.test(path);

/**
 * Returns a function that removes parameters from a query before the query is validated. Undefined: the query stays as
 * sent. Clients of the first version of the API expect that unknown parameters are ignored.
 */
export const createQueryCleaner = (
  method: string,
  path: string,
  schema: { readonly properties?: unknown },
): ((query: Query) => Query) | undefined => {
  if (!isLegacyPath(path)) return method === 'GET' && !path.startsWith('/api/v3/') ? withoutClientNoise : undefined;
  const knownNames = new Set(Object.keys((schema.properties as object | undefined) ?? {}));
  return query =>
    Object.fromEntries(Object.entries(withoutClientNoise(query)).filter(([name]) => knownNames.has(name)));
};

/**
 * Returns the file name of a part of a multipart request as the person sees it. Browsers encode these three characters
 * of a name, and no others (HTML Standard, multipart/form-data).
 */
const decodePartName = (name: string): string => name.replace(/%(?:22|0D|0A)/g, code => decodeURIComponent(code));

/**
 * Returns the single file of a multipart request, in memory. Throws if the connection breaks, or if the file has more
 * than `maxBytes` bytes.
 */
const readUpload = async (request: FastifyRequest, maxBytes: number): Promise<UploadedFile> => {
  if (!request.isMultipart())
    throw new DomainError('WRONG_MEDIA_TYPE', { values: { type: request.headers['content-type'] ?? '' } });
  const tooLargeError = () => new DomainError('TOO_LARGE', { values: { max: sizeText(maxBytes, localeOf(request)) } });
  let part: MultipartFile | undefined;
  try {
    part = await request.file({ limits: { fileSize: maxBytes } });
    if (!part) throw invalid({ field: 'file', message: 'required' });
    const bytes = await part.toBuffer();
    // The upload library cuts the file at the limit, and throws only if more data follows.
    if (part.file.truncated) throw tooLargeError();
    return { name: cleanFileName(decodePartName(part.filename || '')), bytes };
  } catch (cause) {
    if (cause instanceof DomainError) throw cause;
    if ((cause as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE') throw tooLargeError();
    throw new DomainError('UPLOAD_CUT');
  }
};

/**
 * Returns a signal that aborts when the response is sent or its connection is lost. If that happened before, the signal
 * is aborted already.
 */
const abortSignalOf = (response: ServerResponse): AbortSignal => {
  const controller = new AbortController();
  // Only the handler's unfinished work receives this error, because the caller has disconnected or already has the
  // response.
  const abort = () => controller.abort(new DomainError('OVERLOADED'));
  if (response.destroyed) abort();
  else response.once('close', abort);
  return controller.signal;
};

type AnyHandler = (request: Request) => Promise<unknown>;

const querySchema = (registry: Registry, call: Call) =>
  call.table
    ? tableQuerySchema(registry.resource(call.table), call)
    : call.filters
      ? filtersSchema(registry.resource(call.filters), call)
      : call.query && { ...call.query, additionalProperties: false };

const noParameters = { type: 'object', properties: {}, additionalProperties: false };

/** Returns the shapes of an API call as Fastify's route schema, for validation, serialisation and OpenAPI. */
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

export const takesKey = ({ status, acceptsIdempotencyKey }: Call): boolean =>
  status === 201 || acceptsIdempotencyKey === true;

const keyHeader = {
  type: 'object',
  properties: {
    'Idempotency-Key': {
      type: 'string',
      maxLength: maxKeyLength,
      description: 'Repeating key and body within a week returns the first result.',
    },
  },
};

/** Answers are never cached, because the browser's next user must not find any. */
const noStore = { 'Cache-Control': 'no-store', Vary: 'Authorization, Origin' };

/** Facts about a request that are known before its body is read. */
interface Identification {
  readonly caller?: Caller;
  readonly tokenHash?: Buffer;
  readonly platform?: Platform;
  /** Value of the header `Idempotency-Key`. */
  readonly key?: string | undefined;
}
const identifications = new WeakMap<FastifyRequest, Identification>();

const identify = async (
  authentication: Authentication,
  call: ResolvedCall,
  request: FastifyRequest,
  atMs?: number,
): Promise<Identification> => {
  const { access } = call;
  if (access === 'public') return {};
  if (access === 'platform') {
    const { properties = {} } = (call.query ?? {}) as { readonly properties?: object };
    return { platform: await authentication.platform(request, 'key' in properties) };
  }
  const { caller, tokenHash } = await authentication.caller(request, access, atMs);
  return { caller, tokenHash, ...(takesKey(call) && { key: idempotencyKeyOf(request) }) };
};

/** Maximum size of a multipart form without its file, bytes. */
const formOverheadBytes = 64 * 1024;
const maxFileBytes = ({ bodyLimitBytes = ordinaryBodyBytes }: Call): number => bodyLimitBytes - formOverheadBytes;

const makeRequest = (
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  file: UploadedFile | undefined,
) => {
  const { caller, platform, tokenHash } = identifications.get(request) ?? {};
  const requestId = String(request.id);
  const author = {
    companyId: caller?.companyId ?? platform?.companyId ?? 0,
    accountId: caller?.accountId ?? null,
    name: caller?.fullName ?? platform?.name ?? '',
    requestId,
    at: context.now(),
  };
  let abortSignal: AbortSignal | undefined;
  const handlerRequest = {
    params: request.params,
    query: request.query,
    body: request.body,
    caller,
    platform,
    file,
    locale: localeOf(request),
    requestId,
    // The signal is created on first use, because most calls end before a client can disconnect.
    get signal() {
      abortSignal ??= abortSignalOf(reply.raw);
      return abortSignal;
    },
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    browser: browserSecretOf(request, reply, context.site.publicUrl),
    lastEventId: request.headers['last-event-id'],
    tokenHash,
    token: bearerOf(request),
    change: (work: Parameters<Request['change']>[0]) =>
      inTransaction(platform ? context.preparedDb : context.db, author, work),
  };
  return { made: handlerRequest as unknown as Request, author };
};

/** Arrival time of requests whose caller was identified before the whole body had arrived, ms since 1970. */
const arrivedAtMs = new WeakMap<FastifyRequest, number>();

interface SharedServices {
  readonly context: Context;
  readonly authentication: Authentication;
  readonly runOnce: RunOnce;
  readonly bodyBudget: BodyBudget;
}

type AnyRequest = [call: ResolvedCall, handler: AnyHandler, request: FastifyRequest, reply: FastifyReply];
const handleRequest = async (
  { context, authentication, runOnce }: SharedServices,
  ...[call, handler, request, reply]: AnyRequest
) => {
  const file = call.bodyKind === 'multipart' ? await readUpload(request, maxFileBytes(call)) : undefined;
  // Identifies the caller again. An upload may take an hour, in which a key is revoked or an account is blocked.
  const atMs = arrivedAtMs.get(request);
  if (atMs !== undefined) identifications.set(request, await identify(authentication, call, request, atMs));
  const { made, author } = makeRequest(context, request, reply, file);
  const { caller, key } = identifications.get(request) ?? {};
  if (!caller || key === undefined) return handler(made);
  // A repeated request with the same idempotency key must have the same method, address and body.
  const body = file ? createHash('sha256').update(file.bytes).digest('hex') : JSON.stringify(request.body ?? null);
  const attempt = { key, caller, author, content: `${request.method} ${request.url} ${body}` };
  return runOnce(attempt, change => handler({ ...made, change }));
};

const registerCall = (
  server: FastifyInstance,
  shared: SharedServices,
  { name, call, handler }: { name: CallKey; call: ResolvedCall; handler: AnyHandler },
): void => {
  const [method, path] = name.split(' ') as [string, string];
  const schema = routeSchema(shared.context.registry, name, call);
  const readQuery = createQueryCleaner(method, path, schema.querystring);
  server.route({
    method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    schema,
    config: { access: call.access, ...(call.fields && { fields: call.fields }) },
    ...(call.logsOnlyFailures && { logLevel: 'warn' as const }),
    ...(call.changesData && { exposeHeadRoute: false }),
    bodyLimit: call.bodyLimitBytes ?? (call.access === 'public' ? publicBodyBytes : ordinaryBodyBytes),
    // Identifies the caller before the body is read, because callers without access must not send 32 MB.
    onRequest: async (request, reply) => {
      reply.headers(noStore);
      const identification = await identify(shared.authentication, call, request);
      identifications.set(request, identification);
      shared.bodyBudget.reserveForBody(
        request,
        reply,
        (identification.caller ?? identification.platform)?.companyId ?? 0,
      );
      if (request.raw.complete === false) arrivedAtMs.set(request, shared.context.now().getTime());
    },
    ...(readQuery && {
      preValidation: async request => {
        request.query = readQuery(request.query as Record<string, unknown>);
      },
    }),
    handler: async (request, reply) =>
      sendAnswer(
        reply,
        call,
        await shared.bodyBudget.keepWhile(request, () => handleRequest(shared, call, handler, request, reply)),
      ),
  });
};

/**
 * Registers all calls: those of the contract with the handlers of modules, and those generated from resources. Throws
 * for a call without a handler.
 */
export const registerCalls = (
  server: FastifyInstance,
  authentication: Authentication,
  bodyBudget: BodyBudget,
  handlers: Readonly<Record<string, unknown>>,
  services: ActionServices,
  checkBulk: Parameters<typeof describedHandler>[3],
): void => {
  const { context, entries } = services;
  const { registry } = context;
  const shared = { context, authentication, bodyBudget, runOnce: createRunOnce(context) };
  for (const [name, call] of Object.entries(registry.calls) as [CallKey, Call][]) {
    const listRows = call.table && listHandler(context, entries, registry.table(call.table), call);
    const saveRecord = call.saves && saveHandler(context, entries, registry.table(call.saves));
    const handler = (listRows || saveRecord || handlers[name]) as AnyHandler | undefined;
    if (!handler) throw new Error(`No module answers ${name}.`);
    registerCall(server, shared, { name, call: resolveCall(registry, call), handler });
  }
  for (const table of Object.values(registry.tables)) {
    for (const generated of generatedCalls(registry, table.resource)) {
      const handler = describedHandler(services, table, generated, checkBulk) as unknown as AnyHandler;
      registerCall(server, shared, { name: generated.name, call: resolveCall(registry, generated.call), handler });
    }
  }
};
