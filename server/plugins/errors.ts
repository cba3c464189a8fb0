import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { ErrorObject } from 'ajv';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Values } from '../../src/contract/describedTypes.ts';
import { type ErrorCode, errorStatus } from '../../src/contract/errors.ts';
import { errorMessage, fieldMessage, type Locale, messages } from '../../src/contract/messages/index.ts';
import type { ErrorAnswer } from '../../src/contract/shapes/common.ts';
import { isStorable } from '../../src/schema/kinds/storable.ts';
import { databaseFault, errorText, outageFault } from '../db/outage.ts';
import { explainFaults } from '../engine/validation.ts';
import { DomainError, invalid } from '../errors.ts';
import { localeOf } from './locale.ts';

const maxNamedFields = 20;

/** Returns the paths of texts with a character that the database cannot store, for example `Client.LastName`. */
const unstorableMembers = (value: unknown, name = ''): string[] => {
  if (typeof value === 'string') return isStorable(value) ? [] : [name];
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
  return Object.entries(value).flatMap(([key, each]) => unstorableMembers(each, name === '' ? key : `${name}.${key}`));
};

/**
 * Returns the error for a request with values that the database cannot store. The error names the fields of these
 * values, if they are found in query or body.
 */
const unstorableFault = ({ body, query }: { readonly body?: unknown; readonly query?: unknown }) =>
  invalid(
    ...[query, body]
      .flatMap(part => unstorableMembers(part))
      .slice(0, maxNamedFields)
      .map(field => ({ field, message: 'characters' as const })),
  );

/** Error codes of this API for errors that Fastify and its plugins raise before a handler runs. */
const apiCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_REQ_FILE_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'WRONG_MEDIA_TYPE',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'WRONG_MEDIA_TYPE',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'MALFORMED',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'MALFORMED',
  FST_ERR_CTP_INVALID_JSON_BODY: 'MALFORMED',
};

const apiCodeOf = (error: FastifyError): ErrorCode | undefined => {
  if (error.code in apiCodes) return apiCodes[error.code];
  if (error instanceof SyntaxError || error.statusCode === 400) return 'MALFORMED';
  return undefined;
};

/** Formats a size in bytes in the reader's language: "100 byte", "4 kB", "32 MB". */
export const sizeText = (bytes: number, locale: Locale): string => {
  const [unit, size] =
    bytes < 1024 ? ['byte', 1] : bytes < 1024 * 1024 ? ['kilobyte', 1024] : ['megabyte', 1024 * 1024];
  return new Intl.NumberFormat(locale, { style: 'unit', unit }).format(Math.floor(bytes / size));
};

const valuesOf = (error: Error, request: FastifyRequest): Record<string, unknown> => ({
  detail: error.message,
  type: request.headers['content-type'] ?? '',
  max: sizeText(request.routeOptions.bodyLimit ?? 0, localeOf(request)),
});

/**
 * Returns the error code of a query that took too long. PERIOD_TOO_COSTLY recommends a shorter period, for calls with a
 * period but no search.
 */
const tooCostlyCode = ({ routeOptions: { schema } }: FastifyRequest): ErrorCode => {
  const { properties = {} } = (schema?.querystring ?? {}) as {
    readonly properties?: Readonly<Record<string, unknown>>;
  };
  return ('from' in properties || 'month' in properties) && !('search' in properties)
    ? 'PERIOD_TOO_COSTLY'
    : 'TOO_COSTLY';
};

/**
 * Returns the error to answer if the request caused a database error. Otherwise undefined.
 * A read that took too long needs another query. A change that waited too long may be retried. For values that the
 * database cannot store, the error names their fields.
 */
const requestFault = (error: FastifyError, request: FastifyRequest): DomainError | undefined => {
  const { method } = request;
  if (error.code === '57014' && (method === 'GET' || method === 'HEAD')) return new DomainError(tooCostlyCode(request));
  const fault = databaseFault(error);
  return fault?.code === 'INVALID' ? unstorableFault(request) : fault;
};

const messagesOf = (error: DomainError, locale: Locale): Partial<ErrorAnswer> => ({
  Message: errorMessage(locale, error.code, {
    ...error.details.values,
    ...(error.details.outage && { reason: messages[locale].outages[error.details.outage] }),
  }),
  ...(error.details.fields && {
    Errors: error.details.fields.map(({ field, message, values }) => ({
      Field: field,
      Message: fieldMessage(locale, message, values),
    })),
  }),
  ...error.details.extra,
});

const asDomainError = (error: FastifyError, request: FastifyRequest): DomainError | undefined => {
  if (error instanceof DomainError)
    return error.code === 'TOO_COSTLY' ? new DomainError(tooCostlyCode(request)) : error;
  const fault = requestFault(error, request) ?? outageFault(error);
  if (fault) return fault;
  const code = apiCodeOf(error);
  return code && new DomainError(code, { values: valuesOf(error, request) });
};

/** Answers NO_SUCH_CALL (404) to a request whose address is unknown or cannot be parsed. */
export const noSuchCall = (request: FastifyRequest, reply: FastifyReply) => {
  const Message = errorMessage(localeOf(request), 'NO_SUCH_CALL', { path: request.url.split('?')[0] });
  return reply.code(404).send({ Message, Code: 'NO_SUCH_CALL', TraceId: String(request.id) });
};

const maxHeaders = '16 kB';

/** Returns the JSON of an error in both languages, for a request whose language is not known. */
export const bilingualError = (code: ErrorCode, values: Values = {}): string => {
  const Message = (['ru', 'en'] as const).map(locale => errorMessage(locale, code, values)).join(' / ');
  return JSON.stringify({ Message, Code: code, TraceId: randomUUID() });
};

export const answerUnreadable = ({ code = '' }: NodeJS.ErrnoException, socket: Socket): void => {
  if (code === 'ECONNRESET' || socket.destroyed) return;
  const [status, fault, values] =
    code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? (['408 Request Timeout', 'TOO_SLOW', {}] as const)
      : code === 'HPE_HEADER_OVERFLOW'
        ? (['431 Request Header Fields Too Large', 'TOO_LARGE', { max: maxHeaders }] as const)
        : (['400 Bad Request', 'MALFORMED', { detail: code }] as const);
  const body = bilingualError(fault, values);
  const head = `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close`;
  if (socket.writable) socket.write(`${head}\r\n\r\n${body}`);
  socket.destroySoon();
};

/**
 * Returns the body that failed validation, with the fields that the resource's description gives it. Undefined if no
 * description defines the body.
 */
const describedBody = ({ body, routeOptions: { config } }: FastifyRequest, { validationContext }: FastifyError) =>
  validationContext === 'body' && config.fields ? { body, fields: config.fields } : undefined;

const fileHeaders = ['Content-Type', 'Content-Encoding', 'Content-Disposition', 'Content-Length', 'ETag'];

export const registerErrors = (server: FastifyInstance): void => {
  let isClosing = false;
  server.addHook('preClose', async () => {
    isClosing = true;
  });
  server.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const locale = localeOf(request);
    const TraceId = String(request.id);
    // A file whose stream failed before its first byte has already set headers. They do not fit the error response.
    for (const name of fileHeaders) reply.removeHeader(name);
    if (error.validation) {
      const Errors = explainFaults(error.validation as unknown as ErrorObject[], locale, describedBody(request, error));
      const status = error.validationContext === 'params' ? paramsFault(request) : ('INVALID' as const);
      return reply
        .code(errorStatus[status])
        .send({ Message: errorMessage(locale, status), Code: status, Errors, TraceId });
    }
    const domainError = asDomainError(error, request);
    if (!domainError) {
      // The error is unexpected. The log gets the whole error, and the caller gets only the trace id.
      request.log.error({ err: error }, 'unexpected error');
      const Message = errorMessage(locale, 'INTERNAL', { trace: TraceId });
      return reply.code(500).send({ Message, Code: 'INTERNAL', TraceId });
    }
    // The original text of the error may name hosts and users, so it goes to the log only.
    // A server that is being stopped may close connections to the database, or stop it, before a late request has ended.
    if (!isClosing && outageFault(error))
      request.log.warn({ because: errorText(error) }, 'the database is not available');
    if (domainError.details.retryAfterS) reply.header('Retry-After', domainError.details.retryAfterS);
    return reply.code(domainError.status).send({ ...messagesOf(domainError, locale), Code: domainError.code, TraceId });
  });
  server.setNotFoundHandler(noSuchCall);
};

/** Returns NOT_FOUND for a malformed id, and UNKNOWN_STATUS for an unknown status, as the specification demands. */
const paramsFault = (request: FastifyRequest): ErrorCode =>
  typeof request.params === 'object' && request.params !== null && 'status' in request.params
    ? 'UNKNOWN_STATUS'
    : 'NOT_FOUND';

export const statusTitle = (locale: Locale, status: keyof (typeof messages)['ru']['statuses']): string =>
  messages[locale].statuses[status];
