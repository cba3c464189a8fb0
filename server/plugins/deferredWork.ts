import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';

/** Tracks work that continues after its response. The server closes only after this work has ended. */
export const registerDeferredWork = (server: FastifyInstance): Context['defer'] => {
  const runningTasks = new Set<Promise<void>>();
  // The hook waits for deferred work after the last response, because each request may defer work. The hook loops,
  // because deferred work may defer more work.
  server.addHook('onClose', async () => {
    while (runningTasks.size > 0) await Promise.all(runningTasks);
  });
  return (task, work) => {
    // The deferred work starts in the next turn of the event loop, so that the response is sent first.
    const finished = new Promise<void>(start => setImmediate(start))
      .then(work)
      .catch((error: unknown) => server.log.error({ err: error }, `could not ${task}`))
      .finally(() => runningTasks.delete(finished));
    runningTasks.add(finished);
  };
};
