import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { DomainError } from '../errors.ts';

/** How slowly a request and its body may come. */
export interface UploadLimits {
  /** Without a byte of the body for so long it is given up; a request's headers have as long altogether. */
  readonly stallMs: number;
  /** Once `stallMs` have gone by, the body must have come at this mean rate: a slow mobile line brings more. */
  readonly minBytesPerSecond: number;
  readonly checkEveryMs: number;
}

export const usualUploadLimits: UploadLimits = { stallMs: 15_000, minBytesPerSecond: 4096, checkEveryMs: 1000 };

/** All of a request, thirty-two megabytes on a slow line included. */
export const longestRequestMs = 3_600_000;

/** More than any cabinet has open; each costs memory before it has said anything. */
const mostConnections = 5000;

interface Coming {
  readonly response: ServerResponse;
  readonly bytesBefore: number;
  bytes: number;
  /** Counted in checks and not by the clock: while we are busy ourselves nothing can come. */
  checks: number;
  checksWithoutByte: number;
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/**
 * Ends requests whose body drips or stalls, with 408 in words where somebody is still reading it. The socket's own
 * count is looked at from outside, so that bodies that come as they should cost nothing. `giveUp` ends all that are
 * not there whole.
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
    // Already answered, or nobody waits for the body: there is nothing to say any more.
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
  // As long as it is not known who asks, nobody reads the body.
  const check = () => endThose((raw, one) => replies.has(raw) && isTooSlow(one, raw.socket.bytesRead));
  const timer = setInterval(check, checkEveryMs).unref();
  server.addHook('onClose', async () => clearInterval(timer));
  return { giveUp: () => endThose(() => true) };
};
