import { readConfig } from '../server/config.ts';
import { readEnvironment } from '../server/process/environment.ts';
import { ensurePortFree } from '../server/process/port.ts';
import { buildCabinet, cabinetIsStale } from './build-cabinet.ts';

/** Builds the web application. A signal meanwhile ends the process: to stop a start is no failure. */
const buildUnlessStopped = async (): Promise<void> => {
  let isStopped = false;
  const noteStop = () => {
    isStopped = true;
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, noteStop);
  try {
    await buildCabinet();
  } catch (error) {
    if (isStopped) process.exit(0);
    throw error;
  } finally {
    for (const signal of signals) process.off(signal, noteStop);
  }
};

/**
 * `npm start`: builds the web application if it is missing or its sources have changed since the last build. Then runs
 * the server.
 */
const start = async (): Promise<void> => {
  // Checks the port before the build, so that a busy port is reported at once.
  await ensurePortFree(readConfig(readEnvironment()));
  if (await cabinetIsStale()) {
    console.log('Building the cabinet…');
    await buildUnlessStopped();
  }
  const { main } = await import('../server/main.ts');
  await main();
};

start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
