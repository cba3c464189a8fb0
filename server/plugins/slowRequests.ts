import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { DomainError } from '../errors.ts';

/** Limits for requests whose body arrives slowly. */
export interface UploadLimits {
  /** A request is ended if its body brings no byte for this time, ms. Also the limit for all headers. */
  readonly stallMs: number;
  /**
   * Minimum mean rate at which a body must arrive after `stallMs`. A slow mobile connection is faster than this rate.
   */
  readonly minBytesPerSecond: number;
  readonly checkEveryMs: number;
}

export const defaultUploadLimits: UploadLimits = { stallMs: 15_000, minBytesPerSecond: 4096, checkEveryMs: 1000 };

/** Maximum duration of receiving a request, ms. It is long enough for 32 MB on a slow line. */
export const maxRequestMs = 3_600_000;

/**
 * Maximum number of connections to the server, more than all open browser tabs need. Each connection costs memory
 * before its first byte.
 */
const maxConnections = 5000;

interface IncompleteRequest {
  readonly response: ServerResponse;
  readonly socketBytesAtStart: number;
  socketBytes: number;
  /**
   * Age of the request, as the number of checks since its start. Milliseconds are not used, because no byte is read
   * while the event loop is busy.
   */
  checks: number;
  checksWithoutByte: number;
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/**
 * Ends requests whose body stops or arrives too slowly, with 408 if the client still reads. It compares the socket's
 * byte counts, so that normal bodies cost nothing.
 * `endIncompleteRequests` ends all incomplete requests.
 */
export const registerSlowRequests = (
  server: FastifyInstance,
  { stallMs, minBytesPerSecond, checkEveryMs }: UploadLimits,
): { readonly endIncompleteRequests: () => void } => {
  const incompleteRequests = new Map<IncomingMessage, IncompleteRequest>();
  const replies = new WeakMap<IncomingMessage, FastifyReply>();

  const endRequest = (raw: IncomingMessage, { response }: IncompleteRequest): void => {
    incompleteRequests.delete(raw);
    const reply = replies.get(raw);
    // A 408 cannot be sent, because the request is already answered or no code waits for its body.
    if (!reply || response.headersSent || raw.listenerCount('error') === 0) return void raw.destroy();
    reply.header('Connection', 'close');
    raw.emit('error', new DomainError('TOO_SLOW'));
  };

  const isTooSlow = (request: IncompleteRequest, bytes: number): boolean => {
    request.checks += 1;
    request.checksWithoutByte = bytes > request.socketBytes ? 0 : request.checksWithoutByte + 1;
    request.socketBytes = bytes;
    const countedS = (request.checks * checkEveryMs - stallMs) / 1000;
    return (
      request.checksWithoutByte * checkEveryMs > stallMs ||
      bytes - request.socketBytesAtStart < countedS * minBytesPerSecond
    );
  };

  const endMatching = (isMatching: (raw: IncomingMessage, request: IncompleteRequest) => boolean): void => {
    for (const [raw, one] of incompleteRequests) {
      if (raw.complete || raw.destroyed) incompleteRequests.delete(raw);
      else if (isMatching(raw, one)) endRequest(raw, one);
    }
  };

  server.server.maxConnections = maxConnections;
  server.server.on('request', (raw: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(raw)) return;
    const { bytesRead } = raw.socket;
    incompleteRequests.set(raw, {
      response,
      socketBytesAtStart: bytesRead,
      socketBytes: bytesRead,
      checks: 0,
      checksWithoutByte: 0,
    });
  });
  server.addHook('preParsing', async (request, reply, payload) => {
    replies.set(request.raw, reply);
    return payload;
  });
  // Leaves out requests whose caller is not identified yet, because the server does not read their bodies. A refused
  // caller has an answer, but the body may still come without an end.
  const endSlowRequests = () =>
    endMatching(
      (raw, request) => (replies.has(raw) || request.response.headersSent) && isTooSlow(request, raw.socket.bytesRead),
    );
  const timer = setInterval(endSlowRequests, checkEveryMs).unref();
  server.addHook('onClose', async () => clearInterval(timer));
  return { endIncompleteRequests: () => endMatching(() => true) };
};
