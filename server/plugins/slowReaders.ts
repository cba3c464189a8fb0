import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * An answer whose reader takes nothing of it is cut; the clock begins anew whenever some of it has gone. Between the
 * batches of a long list the database may take its time: longer than the limit for a reader of those (see
 * tableText.ts). Live streams have a rule of their own: they may be silent, and their reader may resume.
 */
export const registerSlowReaders = (server: FastifyInstance, sendTimeoutMs: number): void => {
  server.addHook('onSend', async ({ raw: { socket } }, reply) => {
    const isLive = String(reply.getHeader('content-type')).startsWith('text/event-stream');
    // Node ends a connection whose time is over, and sets the time anew for whatever is asked on it next.
    if (socket instanceof Socket && !isLive) socket.setTimeout(2 * sendTimeoutMs);
  });
};
