import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import type { AnyJobKind } from './define.ts';
import { type JobSettings, type QueueWork, startJobs } from './queue.ts';

/** Makes the server run jobs until it closes. */
export const registerJobs = (
  server: FastifyInstance,
  context: Context,
  kinds: readonly AnyJobKind[],
  woken: QueueWork,
  settings: JobSettings,
): void => {
  if (settings.atOnce === 0) return;
  let started: Promise<() => Promise<void>> | undefined;
  const begin = async () => {
    started = startJobs(context, kinds, woken, settings);
    // A server without its queue still serves requests. New jobs wait.
    started.catch(error => server.log.error({ err: error }, 'jobs could not begin'));
  };
  if (settings.from === 'onReady') server.addHook('onReady', begin);
  else server.addHook('onListen', begin);
  server.addHook('preClose', async () => {
    const stop = await started?.catch(() => undefined);
    await stop?.();
  });
};
