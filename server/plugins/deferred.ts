import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';

/** Keeps hold of work that goes on after its answer: the server does not close before it is done. */
export const registerDeferred = (server: FastifyInstance): Context['deferred'] => {
  const running = new Set<Promise<void>>();
  // After the last request was answered, which may have left some; what is done later may leave more.
  server.addHook('onClose', async () => {
    while (running.size > 0) await Promise.all(running);
  });
  return (what, work) => {
    // In the next turn of the loop: the answer is on its way before the work begins.
    const done = new Promise<void>(begin => setImmediate(begin))
      .then(work)
      .catch((error: unknown) => server.log.error({ err: error }, `could not ${what}`))
      .finally(() => running.delete(done));
    running.add(done);
  };
};
