import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { DomainError } from '../errors.ts';

/** How slowly a request may come. */
export interface Pace {
  /** Without a byte of the body for so long it is given up; a request's headers have as long altogether. */
  readonly stallMs: number;
  /** Once `stallMs` have gone by, the body must have come at this mean rate: a slow mobile line brings more. */
  readonly bytesPerSecond: number;
  /** What begins to come while the server closes, or still comes, is waited for so long. */
  readonly closingMs: number;
  readonly lookEveryMs: number;
}

export const defaultPace: Pace = { stallMs: 15_000, bytesPerSecond: 4096, closingMs: 5000, lookEveryMs: 1000 };

/** All of a request, thirty-two megabytes on a slow line included. */
export const longestRequestMs = 3_600_000;

/** More than any cabinet has open; each costs memory before it has said anything. */
const mostConnections = 5000;

interface Coming {
  readonly response: ServerResponse;
  readonly bytesBefore: number;
  bytes: number;
  /** Counted in looks and not by the clock: while we are busy ourselves nothing can come. */
  looks: number;
  looksWithoutByte: number;
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/**
 * Ends requests whose body drips or stalls, with 408 in words where somebody is still reading it. The socket's own
 * count is looked at from outside, so that bodies that come as they should cost nothing.
 */
export const registerPace = (server: FastifyInstance, pace: Pace = defaultPace): void => {
  const coming = new Map<IncomingMessage, Coming>();
  const replies = new WeakMap<IncomingMessage, FastifyReply>();
  const asking = new Map<Socket, number>();
  let closingSinceMs: number | undefined;

  const giveUp = (raw: IncomingMessage, { response }: Coming): void => {
    coming.delete(raw);
    const reply = replies.get(raw);
    // Already answered, or nobody waits for the body: there is nothing to say any more.
    if (!reply || response.headersSent || raw.listenerCount('error') === 0) return void raw.destroy();
    reply.header('Connection', 'close');
    raw.emit('error', new DomainError('TOO_SLOW'));
  };

  const isTooSlow = (one: Coming, bytes: number): boolean => {
    one.looks += 1;
    one.looksWithoutByte = bytes > one.bytes ? 0 : one.looksWithoutByte + 1;
    one.bytes = bytes;
    const { stallMs, bytesPerSecond, lookEveryMs } = pace;
    const dueS = (one.looks * lookEveryMs - stallMs) / 1000;
    return one.looksWithoutByte * lookEveryMs > stallMs || bytes - one.bytesBefore < dueS * bytesPerSecond;
  };

  const look = (): void => {
    const late = closingSinceMs !== undefined && performance.now() - closingSinceMs > pace.closingMs;
    for (const [raw, one] of coming) {
      if (raw.complete || raw.destroyed) {
        coming.delete(raw);
        continue;
      }
      // As long as it is not known who asks, nobody reads the body.
      const isRead = replies.has(raw);
      if (late || (isRead && isTooSlow(one, raw.socket.bytesRead))) giveUp(raw, one);
    }
    // Half of a request's headers: Node would wait for the other half.
    if (late) for (const [socket, answers] of asking) if (answers === 0) socket.destroy();
  };

  server.server.maxConnections = mostConnections;
  server.server.on('connection', (socket: Socket) => {
    asking.set(socket, 0);
    socket.once('close', () => asking.delete(socket));
  });
  server.server.on('request', (raw: IncomingMessage, response: ServerResponse) => {
    const { socket } = raw;
    const count = (change: number) => {
      if (asking.has(socket)) asking.set(socket, (asking.get(socket) ?? 0) + change);
    };
    count(1);
    response.once('close', () => count(-1));
    if (!hasBody(raw)) return;
    const { bytesRead } = socket;
    coming.set(raw, { response, bytesBefore: bytesRead, bytes: bytesRead, looks: 0, looksWithoutByte: 0 });
  });
  server.addHook('preParsing', async (request, reply, payload) => {
    replies.set(request.raw, reply);
    return payload;
  });
  const timer = setInterval(look, pace.lookEveryMs).unref();
  server.addHook('preClose', async () => {
    closingSinceMs = performance.now();
  });
  server.addHook('onClose', async () => clearInterval(timer));
};
