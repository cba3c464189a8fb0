import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Cuts a response whose client reads nothing. The timer restarts whenever a part is sent.
 * Twice the limit applies to readers of long lists (tableText.ts), whose batches may come slowly from the database.
 * Live streams have their own rule: they may be silent, and their clients resume.
 */
export const registerSlowReaders = (server: FastifyInstance, sendTimeoutMs: number): void => {
  server.addHook('onSend', async ({ raw: { socket } }, reply) => {
    const isLive = String(reply.getHeader('content-type')).startsWith('text/event-stream');
    // Node closes a connection on timeout, and restarts the timer for its next request.
    if (socket instanceof Socket && !isLive) socket.setTimeout(2 * sendTimeoutMs);
  });
};
