import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';

/** Keeps hold of work that goes on after its answer: the server does not close before it is done. */
export const registerLater = (server: FastifyInstance): Context['later'] => {
  const running = new Set<Promise<void>>();
  // preClose: the database is closed after it.
  server.addHook('preClose', async () => {
    await Promise.all(running);
  });
  return (what, work) => {
    const done = work()
      .catch((error: unknown) => server.log.error({ err: error }, `could not ${what}`))
      .finally(() => running.delete(done));
    running.add(done);
  };
};
