import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';

/** Tracks work that outlives its response. The server closes after it. */
export const registerDeferred = (server: FastifyInstance): Context['deferred'] => {
  const running = new Set<Promise<void>>();
  // Waits after the last response, because requests defer work, and deferred work may defer more.
  server.addHook('onClose', async () => {
    while (running.size > 0) await Promise.all(running);
  });
  return (what, work) => {
    // The work starts in the next turn of the event loop, so that the response is sent first.
    const done = new Promise<void>(begin => setImmediate(begin))
      .then(work)
      .catch((error: unknown) => server.log.error({ err: error }, `could not ${what}`))
      .finally(() => running.delete(done));
    running.add(done);
  };
};
