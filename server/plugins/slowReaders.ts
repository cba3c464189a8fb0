import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Returns a function that tells whether this process stood still for a quarter of `withinMs` in the last `withinMs`. */
const watchStalls = (server: FastifyInstance, withinMs: number): (() => boolean) => {
  const everyMs = withinMs / 8;
  let tickedMs = performance.now();
  let stalledMs = Number.NEGATIVE_INFINITY;
  const look = (): void => {
    const nowMs = performance.now();
    if (nowMs - tickedMs > 2 * everyMs) stalledMs = nowMs;
    tickedMs = nowMs;
  };
  const timer = setInterval(look, everyMs).unref();
  server.addHook('onClose', async () => clearInterval(timer));
  return () => {
    // After a stall the timer of a socket may come before the timer above.
    look();
    return performance.now() - stalledMs < withinMs;
  };
};

/**
 * Cuts a response whose client reads nothing. The timer restarts whenever a part is sent, and after a time in which
 * this process could send nothing.
 * Twice the limit applies to readers of long lists (tableText.ts), whose batches may come slowly from the database.
 * Live streams have their own rule: they may be silent, and their clients resume.
 */
export const registerSlowReaders = (server: FastifyInstance, sendTimeoutMs: number): void => {
  const limitMs = 2 * sendTimeoutMs;
  const hasStalled = watchStalls(server, limitMs);
  server.addHook('onSend', async ({ raw: { socket } }, reply) => {
    const isLive = String(reply.getHeader('content-type')).startsWith('text/event-stream');
    if (!(socket instanceof Socket) || isLive) return;
    // Node restarts the timer for the next request of the connection.
    socket.setTimeout(limitMs);
    reply.raw.on('timeout', () => {
      if (hasStalled()) socket.setTimeout(limitMs);
      else socket.destroy();
    });
  });
};
