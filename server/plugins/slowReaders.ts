import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Returns a function that returns true if the process stalled during the last `withinMs`. A stall lasts at least a
 * quarter of that time.
 */
const watchStalls = (server: FastifyInstance, withinMs: number): (() => boolean) => {
  const tickMs = withinMs / 8;
  let lastTickMs = performance.now();
  let lastStallMs = Number.NEGATIVE_INFINITY;
  const detectStall = (): void => {
    const nowMs = performance.now();
    if (nowMs - lastTickMs > 2 * tickMs) lastStallMs = nowMs;
    lastTickMs = nowMs;
  };
  const timer = setInterval(detectStall, tickMs).unref();
  server.addHook('onClose', async () => clearInterval(timer));
  return () => {
    // Detects a stall here too, because after a stall the timer of a socket may fire before the interval above.
    detectStall();
    return performance.now() - lastStallMs < withinMs;
  };
};

/**
 * Cuts off a response if its client reads nothing for a time limit. The timer restarts whenever data is sent, and after
 * a stall of this process.
 * The limit is twice the limit of `TableJsonStream` for long lists, because their rows may come slowly from the
 * database. Live streams are exempt, because they may be silent, and their clients resume.
 */
export const registerSlowReaders = (server: FastifyInstance, sendTimeoutMs: number): void => {
  const limitMs = 2 * sendTimeoutMs;
  const hasStalled = watchStalls(server, limitMs);
  server.addHook('onSend', async ({ raw: { socket } }, reply) => {
    const isEventStream = String(reply.getHeader('content-type')).startsWith('text/event-stream');
    if (!(socket instanceof Socket) || isEventStream) return;
    // Node restarts the timer for the next request of the connection.
    socket.setTimeout(limitMs);
    reply.raw.on('timeout', () => {
      if (hasStalled()) socket.setTimeout(limitMs);
      else socket.destroy();
    });
  });
};
