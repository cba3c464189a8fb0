import { HttpError } from 'react-admin';
import { config } from '../config.ts';
import type { AnswerFor, BodyFor, CallName, ParamsFor, QueryFor } from '../contract/index.ts';
import type { ErrorAnswer } from '../contract/shapes/common.ts';
import { currentLocale } from '../i18n/locale.ts';
import { noteServerTime } from './clock.ts';
import { getFreshToken } from './freshSignIn.ts';
import { readToken } from './token.ts';

type RequiredKey<Key extends string, T> = T extends undefined ? { [K in Key]?: undefined } : { [K in Key]: T };
type OptionalKey<Key extends string, T> = T extends undefined ? { [K in Key]?: undefined } : { [K in Key]?: T };

/** Options of a call besides parameters and body. */
interface CallOptions {
  file?: File;
  signal?: AbortSignal;
  /** Completes the request even if the user leaves the page. */
  keepalive?: boolean;
  /** `Idempotency-Key`. A repeated request with the same key runs once. */
  key?: string;
  token?: string;
}

/** Input of a call whose name is known only at run time. */
interface UntypedInput extends CallOptions {
  params?: object;
  query?: object;
  body?: unknown;
}

/** Input of a call, derived from the contract. A missing path parameter or body does not compile. */
export type CallInput<Name extends CallName> = RequiredKey<'params', ParamsFor<Name>> &
  OptionalKey<'query', QueryFor<Name>> &
  RequiredKey<'body', BodyFor<Name>> &
  CallOptions;

/** Returns the error messages of the fields, by field name, in the form that react-admin's forms expect. */
const errorsByField = (answer: ErrorAnswer | undefined) =>
  answer?.Errors && Object.fromEntries(answer.Errors.map(({ Field, Message }) => [Field, Message]));

/** A response of the server with status 400 or above. `message` is the server's text in the user's language. */
export class ApiError extends HttpError {
  constructor(
    status: number,
    public readonly answer: ErrorAnswer | undefined,
    /** Token that the call was sent with. Null: the call was sent without a token. */
    public readonly token?: string | null,
  ) {
    super(answer?.Message ?? '', status, answer && { ...answer, errors: errorsByField(answer) });
    // HttpError sets its own prototype, which would break `instanceof ApiError`.
    Object.setPrototypeOf(this, ApiError.prototype);
    this.name = 'ApiError';
  }
}

/** Returns the server's present record if a write was refused because its version was stale. Otherwise undefined. */
export const currentRecordIn = (error: unknown): unknown =>
  error instanceof ApiError && error.status === 409 ? error.answer?.Current : undefined;

/** Error that is thrown if the server could not be reached. */
export class OfflineError extends Error {
  override name = 'OfflineError';
}

const fillPath = (path: string, params: Record<string, unknown>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));

const formatQuery = (query: Record<string, unknown>): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return text && `?${text}`;
};

export const callUrl = (name: CallName, params: object = {}, query: object = {}): string => {
  const path = name.slice(name.indexOf(' ') + 1);
  return config.host + fillPath(path, { ...params }) + formatQuery({ ...query });
};

export const fileForm = (file: File): FormData => {
  const form = new FormData();
  form.append('file', file);
  return form;
};

/**
 * Returns the body of an error response if this server wrote the body. Proxies answer with pages or JSON of their own.
 */
export const parseErrorAnswer = (body: unknown): ErrorAnswer | undefined =>
  typeof body === 'object' && body !== null && 'Message' in body && typeof body.Message === 'string'
    ? (body as ErrorAnswer)
    : undefined;

const readApiError = async (response: Response, token: string | undefined): Promise<ApiError> => {
  const body: unknown = await response.json().catch(() => undefined);
  return new ApiError(response.status, parseErrorAnswer(body), token ?? null);
};

const prefetchedResponses = new Map<string, Promise<Response>>();
const prefetchLifetimeMs = 10_000;

const fetchResponse = (method: string, address: string, headers: Headers, rest: RequestInit = {}): Promise<Response> =>
  fetch(address, { method, headers, ...rest }).then(
    response => {
      noteServerTime(response.headers.get('Date'));
      return response;
    },
    (cause: unknown) => {
      if (rest.signal?.aborted) throw cause;
      throw new OfflineError('No answer from the server', { cause });
    },
  );

const prefetchKey = (address: string, headers: Headers): string => [address, ...headers.values()].join(' ');

export const callHeaders = (token: string | undefined): Headers => {
  const headers = new Headers({ 'Accept-Language': currentLocale() });
  if (token) headers.set('Authorization', `Bearer ${token}`);
  return headers;
};

/** Prefetches a call. The next identical call takes the response, once. */
export const prefetchCall = (name: CallName, { params, query }: Pick<UntypedInput, 'params' | 'query'> = {}): void => {
  const address = callUrl(name, params, query);
  const headers = callHeaders(readToken());
  const key = prefetchKey(address, headers);
  const response = fetchResponse('GET', address, headers);
  // A failed prefetch is ignored here, because the call that takes the response reports the failure.
  response.catch(() => undefined);
  prefetchedResponses.set(key, response);
  // Prefetched responses expire, so that no call takes a stale one.
  setTimeout(() => prefetchedResponses.delete(key), prefetchLifetimeMs);
};

const takePrefetched = (address: string, headers: Headers): Promise<Response> | undefined => {
  const key = prefetchKey(address, headers);
  const response = prefetchedResponses.get(key);
  prefetchedResponses.delete(key);
  return response;
};

/**
 * Makes a call and returns the raw response. Throws ApiError or OfflineError. A call that needs a fresh sign-in is
 * repeated after the password was given.
 */
export const send = async (
  name: CallName,
  { params = {}, query = {}, body, file, signal, key, keepalive, token = readToken() }: UntypedInput = {},
): Promise<Response> => {
  const method = name.slice(0, name.indexOf(' '));
  const address = callUrl(name, params, query);
  const headers = callHeaders(token);
  const retryInput = { params, query, body, file, signal, key };
  if (key) headers.set('Idempotency-Key', key);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  // A write deletes all prefetched responses, because they may be outdated.
  if (method !== 'GET') prefetchedResponses.clear();
  const prefetchedResponse = method === 'GET' ? takePrefetched(address, headers) : undefined;
  // `keepalive` completes the request after its page is left. A removal with undo is sent at that moment.
  const init = {
    body: file ? fileForm(file) : JSON.stringify(body),
    signal,
    keepalive: keepalive ?? method === 'DELETE',
  };
  const response = await (prefetchedResponse ?? fetchResponse(method, address, headers, init));
  if (response.ok) return response;
  const failure = await readApiError(response, token);
  if (failure.answer?.Code !== 'FRESH_SIGN_IN_NEEDED') throw failure;
  const newToken = await getFreshToken();
  if (newToken === undefined || newToken === token) throw failure;
  return send(name, { ...retryInput, token: newToken });
};

type Arguments<Name extends CallName> =
  object extends CallInput<Name> ? [input?: CallInput<Name>] : [input: CallInput<Name>];

/**
 * Returns a function that makes a call of the contract: `api('GET /api/v2/Accident/{id}')({ params: { id } })`. The
 * name is a separate argument, because otherwise the input is checked against every call. That took half of the type
 * checker's time.
 */
export function api<Name extends CallName>(name: Name): (...input: Arguments<Name>) => Promise<AnswerFor<Name>>;
export function api(name: CallName) {
  return async (input?: UntypedInput): Promise<unknown> => (await send(name, input)).json();
}

/** Returns a new `Idempotency-Key`. crypto.randomUUID is missing on plain http addresses. */
export const newIdempotencyKey = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
