import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { DomainError } from '../errors.ts';

/** Limits for requests whose body arrives slowly. */
export interface UploadLimits {
  /** A request is ended if its body brings no byte for this time, ms. Also the limit for all headers. */
  readonly stallMs: number;
  /** Minimum mean rate of a body after `stallMs`. A slow mobile connection is faster. */
  readonly minBytesPerSecond: number;
  readonly checkEveryMs: number;
}

export const defaultUploadLimits: UploadLimits = { stallMs: 15_000, minBytesPerSecond: 4096, checkEveryMs: 1000 };

/** Maximum duration of a request, ms. It is long enough for 32 MB on a slow line. */
export const longestRequestMs = 3_600_000;

/** Maximum number of connections, more than any cabinet opens. Each costs memory before its first byte. */
const mostConnections = 5000;

interface Coming {
  readonly response: ServerResponse;
  readonly bytesBefore: number;
  bytes: number;
  /**
   * Age of the request in checks. Checks are counted instead of time, because nothing arrives while the event loop is
   * busy.
   */
  checks: number;
  checksWithoutByte: number;
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/**
 * Ends requests whose body stops or arrives too slowly, with 408 if the client still reads. It compares the socket's
 * byte counts, so that normal bodies cost nothing.
 * `giveUp` ends all incomplete requests.
 */
export const registerSlowRequests = (
  server: FastifyInstance,
  { stallMs, minBytesPerSecond, checkEveryMs }: UploadLimits,
): { readonly giveUp: () => void } => {
  const coming = new Map<IncomingMessage, Coming>();
  const replies = new WeakMap<IncomingMessage, FastifyReply>();

  const end = (raw: IncomingMessage, { response }: Coming): void => {
    coming.delete(raw);
    const reply = replies.get(raw);
    // A 408 cannot be sent, because the request is already answered or no code waits for its body.
    if (!reply || response.headersSent || raw.listenerCount('error') === 0) return void raw.destroy();
    reply.header('Connection', 'close');
    raw.emit('error', new DomainError('TOO_SLOW'));
  };

  const isTooSlow = (one: Coming, bytes: number): boolean => {
    one.checks += 1;
    one.checksWithoutByte = bytes > one.bytes ? 0 : one.checksWithoutByte + 1;
    one.bytes = bytes;
    const dueS = (one.checks * checkEveryMs - stallMs) / 1000;
    return one.checksWithoutByte * checkEveryMs > stallMs || bytes - one.bytesBefore < dueS * minBytesPerSecond;
  };

  const endThose = (which: (raw: IncomingMessage, one: Coming) => boolean): void => {
    for (const [raw, one] of coming) {
      if (raw.complete || raw.destroyed) coming.delete(raw);
      else if (which(raw, one)) end(raw, one);
    }
  };

  server.server.maxConnections = mostConnections;
  server.server.on('request', (raw: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(raw)) return;
    const { bytesRead } = raw.socket;
    coming.set(raw, { response, bytesBefore: bytesRead, bytes: bytesRead, checks: 0, checksWithoutByte: 0 });
  });
  server.addHook('preParsing', async (request, reply, payload) => {
    replies.set(request.raw, reply);
    return payload;
  });
  // Only requests with an identified caller are checked, because others' bodies are not read yet.
  const check = () => endThose((raw, one) => replies.has(raw) && isTooSlow(one, raw.socket.bytesRead));
  const timer = setInterval(check, checkEveryMs).unref();
  server.addHook('onClose', async () => clearInterval(timer));
  return { giveUp: () => endThose(() => true) };
};
