import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import type { AnyJobKind } from './define.ts';
import { type JobSettings, type QueueWork, startJobs } from './queue.ts';

/** Makes the server run jobs until it closes. */
export const registerJobs = (
  server: FastifyInstance,
  context: Context,
  kinds: readonly AnyJobKind[],
  queueWork: QueueWork,
  settings: JobSettings,
): void => {
  if (settings.jobsPerCompanyMax === 0) return;
  let started: Promise<() => Promise<void>> | undefined;
  const start = async () => {
    started = startJobs(context, kinds, queueWork, settings);
    // If the queue cannot be started, the server still serves requests. New jobs then wait.
    started.catch(error => server.log.error({ err: error }, 'jobs could not begin'));
  };
  if (settings.startHook === 'onReady') server.addHook('onReady', start);
  else server.addHook('onListen', start);
  server.addHook('preClose', async () => {
    const stop = await started?.catch(() => undefined);
    await stop?.();
  });
};
