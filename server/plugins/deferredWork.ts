import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';

/** Tracks work that continues after its response. The server closes only after this work has ended. */
export const registerDeferred = (server: FastifyInstance): Context['deferred'] => {
  const running = new Set<Promise<void>>();
  // Runs after the last response, because each request may defer work. It loops, because deferred work may defer more
  // work.
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
