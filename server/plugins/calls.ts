import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Call, CallKey } from '../../src/contract/call.ts';
import { type CallName, calls } from '../../src/contract/index.ts';
import { ErrorAnswer } from '../../src/contract/shapes/common.ts';
import type {
  Binary,
  Caller,
  Context,
  EventStream,
  Handlers,
  Platform,
  Ranged,
  Request,
  RowStream,
} from '../context.ts';
import { inTransaction } from '../db/change.ts';
import type { Dictionaries } from '../modules/info/dictionaries.ts';
import { resources } from '../resources.ts';
import { generatedHandlers } from '../table/handlers.ts';
import { resourceOf, tableQuerySchema } from '../table/parameters.ts';
import { generatedCalls } from '../table/shapes.ts';
import { type Authentication, bearerOf, hashToken } from './authentication.ts';
import { onceOnly } from './idempotency.ts';
import { localeOf } from './locale.ts';
import { readUpload } from './upload.ts';

type AnyHandler = (request: Request) => Promise<unknown>;

const querySchema = (call: Call) =>
  call.table ? tableQuerySchema(resourceOf(call.table)) : call.query && { ...call.query, additionalProperties: false };

const noParameters = { type: 'object', properties: {}, additionalProperties: false };

/** The call's shapes as Fastify's route schema: it validates and serialises by it, and the OpenAPI document shows it. */
const schemaOf = (name: CallKey, call: Call) => ({
  operationId: name,
  summary: call.purpose,
  tags: [call.tag],
  security: call.access === 'public' ? [] : [{ [call.access === 'platform' ? 'platformKey' : 'token']: [] }],
  ...(call.params && { params: call.params }),
  querystring: querySchema(call) ?? noParameters,
  ...(call.body && { body: call.body }),
  ...(call.bodyKind === 'multipart' && { consumes: ['multipart/form-data'] }),
  response: {
    ...(call.answer && { [call.status ?? 200]: call.answer }),
    ...(call.stream && {
      200: { description: call.purpose, content: { 'text/event-stream': { schema: call.stream } } },
    }),
    '4xx': ErrorAnswer,
    '5xx': ErrorAnswer,
  },
});

async function* tableText({ total, batches }: RowStream) {
  let separator = '';
  yield '{"Items":[';
  for await (const rows of batches) {
    yield separator + rows.map(row => JSON.stringify(row)).join(',');
    separator = ',';
  }
  yield `],"Total":${total}}`;
}

const sendBinary = (reply: FastifyReply, { contentType, bytes, fileName }: Binary) => {
  reply.header('Cache-Control', 'private, max-age=86400, immutable').type(contentType);
  if (fileName) reply.header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`);
  return reply.send(bytes);
};

/** Nothing between us and the reader may keep events back or keep them at all. */
const sendEvents = (reply: FastifyReply, { events }: EventStream) =>
  reply
    .headers({ 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no', Connection: 'close' })
    .type('text/event-stream')
    .send(events);

const isStream = (answer: unknown): answer is RowStream =>
  typeof answer === 'object' && answer !== null && 'batches' in answer;

const isRanged = (answer: unknown): answer is Ranged =>
  typeof answer === 'object' && answer !== null && 'contentRange' in answer;

const sendRanged = (reply: FastifyReply, { contentRange, items }: Ranged) =>
  reply.header('Content-Range', contentRange).header('Access-Control-Expose-Headers', 'Content-Range').send(items);

const send = (reply: FastifyReply, call: Call, answer: unknown) => {
  if (call.binary) return sendBinary(reply, answer as Binary);
  if (call.stream) return sendEvents(reply, answer as EventStream);
  if (isStream(answer)) return reply.type('application/json; charset=utf-8').send(Readable.from(tableText(answer)));
  if (isRanged(answer)) return sendRanged(reply, answer);
  return reply.code(call.status ?? 200).send(answer);
};

/** Who is behind a request, found before its body is read. */
interface Known {
  readonly caller?: Caller;
  readonly platform?: Platform;
}
const known = new WeakMap<FastifyRequest, Known>();

const identify = async (authentication: Authentication, { access }: Call, request: FastifyRequest): Promise<Known> => {
  if (access === 'public') return {};
  if (access === 'platform') return { platform: await authentication.platform(request) };
  return { caller: await authentication.caller(request, access) };
};

const makeRequest = async (context: Context, call: Call, request: FastifyRequest): Promise<Request> => {
  const { caller, platform } = known.get(request) ?? {};
  const token = bearerOf(request);
  const requestId = String(request.id);
  const author = {
    companyId: caller?.companyId ?? platform?.companyId ?? 0,
    accountId: caller?.accountId ?? null,
    name: caller?.fullName ?? platform?.name ?? '',
    requestId,
    at: context.now(),
  };
  const key = request.headers['idempotency-key'];
  const file = call.bodyKind === 'multipart' ? await readUpload(request) : undefined;
  // What a repeated request must be the same in.
  const content = () =>
    file ? createHash('sha256').update(file.bytes).digest('hex') : JSON.stringify(request.body ?? null);
  const made = {
    params: request.params,
    query: request.query,
    body: request.body,
    caller,
    platform,
    file,
    locale: localeOf(request),
    requestId,
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    lastEventId: request.headers['last-event-id'],
    tokenHash: token && hashToken(token),
    change: (work: Parameters<Request['change']>[0]) =>
      caller && call.status === 201 && typeof key === 'string' && key.length <= 200
        ? onceOnly(context, author, { key, caller, content: `${request.method} ${request.url} ${content()}` }, work)
        : inTransaction(context.db, author, work),
  };
  return made as unknown as Request;
};

const registerCall = (
  server: FastifyInstance,
  context: Context,
  authentication: Authentication,
  { name, call, handler }: { name: CallKey; call: Call; handler: AnyHandler },
): void => {
  const [method, path] = name.split(' ') as [string, string];
  server.route({
    method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    schema: schemaOf(name, call),
    config: { access: call.access },
    ...(call.bodyLimitBytes && { bodyLimit: call.bodyLimitBytes }),
    // Before the body is read: whoever may not call does not get to send 32 MB.
    onRequest: async request => {
      known.set(request, await identify(authentication, call, request));
    },
    handler: async (request, reply) => send(reply, call, await handler(await makeRequest(context, call, request))),
  });
};

/** A list of the contract and its resource say who may read it; a server on which they differ does not start. */
const requireSameAccess = (name: string, call: Call): void => {
  if (call.table && JSON.stringify(call.access) !== JSON.stringify(resourceOf(call.table).access.read))
    throw new Error(`${name} and the resource ${call.table} say different things about who may read it.`);
};

/** Registers every call of the contract with its handler. A call without one does not compile. */
export const registerCalls = (
  server: FastifyInstance,
  context: Context,
  authentication: Authentication,
  handlers: Handlers,
): void => {
  for (const [name, call] of Object.entries(calls) as [CallName, Call][]) {
    requireSameAccess(name, call);
    registerCall(server, context, authentication, { name, call, handler: handlers[name] as unknown as AnyHandler });
  }
};

/** Registers the calls that the descriptions of resources make. */
export const registerGeneratedCalls = (
  server: FastifyInstance,
  context: Context,
  authentication: Authentication,
  dictionaries: Dictionaries,
): void => {
  for (const resource of Object.values(resources)) {
    const handlers = generatedHandlers(context, dictionaries, resource);
    for (const { verb, name, call } of generatedCalls(resource))
      registerCall(server, context, authentication, { name, call, handler: handlers[verb] as unknown as AnyHandler });
  }
};
