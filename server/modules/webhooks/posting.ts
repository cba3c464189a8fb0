import { type ClientRequest, type RequestOptions, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { DeliveryFault } from '../../../src/contract/webhooks.ts';
import { permittedLookup, Refused, requirePermitted } from './address.ts';
import type { WebhookSettings } from './settings.ts';

/** Maximum number of bytes that are read of a receiver's answer. */
const answerMaxBytes = 4096;
const headersMaxBytes = 8192;

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Result of one attempt. `fault` is null if the attempt succeeded. */
export interface Posted {
  readonly fault: DeliveryFault | null;
  readonly status: number | null;
  /** Beginning of the answer's body. */
  readonly answer: string;
  readonly durationMs: number;
}

type Answered = Pick<Posted, 'status' | 'answer'>;

const faultsByCode: readonly (readonly [pattern: RegExp, fault: DeliveryFault])[] = [
  [/^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL|EBADNAME)/, 'name'],
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EACCES|EPERM)$/, 'connection'],
  [/^(ETIMEDOUT|ESOCKETTIMEDOUT)$/, 'timeout'],
  [/^(CERT_|UNABLE_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|ERR_TLS_|ERR_SSL_|EPROTO)/, 'certificate'],
];

const faultOf = (error: unknown): DeliveryFault => {
  if (error instanceof Refused) return error.fault;
  const { code = '' } = error as { code?: string };
  return faultsByCode.find(([pattern]) => pattern.test(code))?.[1] ?? 'cut';
};

const faultOfStatus = (status: number): DeliveryFault | null => {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'status';
};

/** Decodes an answer. Characters that cannot be stored or shown are replaced. */
const readable = (bytes: Buffer): string => bytes.toString('utf8').replace(/[^\P{C}\n\t]/gu, '\u{FFFD}');

/** Waits for the answer with time limits, and reads its beginning. */
const awaitAnswer = (request: ClientRequest, secure: boolean, limits: WebhookSettings): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const giveUp = (ms: number) => setTimeout(() => request.destroy(new Refused('timeout')), ms);
    const timers = [giveUp(limits.connectMs), giveUp(limits.answerMs)];
    const still = () => timers.forEach(clearTimeout);
    request.once('socket', socket => socket.once(secure ? 'secureConnect' : 'connect', () => clearTimeout(timers[0])));
    request.once('close', still);
    request.on('error', reject);
    request.once('close', () => reject(new Refused('cut')));
    request.once('response', response => {
      still();
      const parts: Buffer[] = [];
      let size = 0;
      const done = () => {
        resolve({
          status: response.statusCode ?? null,
          answer: readable(Buffer.concat(parts).subarray(0, answerMaxBytes)),
        });
        request.destroy();
      };
      timers.push(setTimeout(done, limits.restMs));
      response.on('data', (part: Buffer) => {
        parts.push(part);
        size += part.length;
        if (size >= answerMaxBytes) done();
      });
      // A cut-off body is no failure, because the status code alone tells whether the attempt succeeded.
      response.on('end', done).on('error', done);
    });
  });

const attempt = async (settings: WebhookSettings, { url, headers, body }: Post, signal: AbortSignal) => {
  const target = new URL(url);
  const secure = target.protocol === 'https:';
  if (!secure && !settings.http) throw new Refused('address');
  await requirePermitted(settings, target);
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' },
    // Each attempt opens a new connection, because a reused one may lead to a former IP address of the host.
    agent: false,
    lookup: permittedLookup(settings),
    maxHeaderSize: headersMaxBytes,
    signal,
  };
  const request = secure ? requestSecure(target, options) : requestPlain(target, options);
  request.end(body);
  return awaitAnswer(request, secure, settings);
};

/** Posts once, to public addresses only, without following redirects. Throws only if the signal aborted. */
export const post = async (settings: WebhookSettings, what: Post, signal: AbortSignal): Promise<Posted> => {
  const begunMs = performance.now();
  const taken = () => Math.round(performance.now() - begunMs);
  try {
    const answered = await attempt(settings, what, signal);
    return { ...answered, fault: faultOfStatus(answered.status ?? 0), durationMs: taken() };
  } catch (error) {
    signal.throwIfAborted();
    return { fault: faultOf(error), status: null, answer: '', durationMs: taken() };
  }
};
