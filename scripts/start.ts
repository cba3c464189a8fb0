import { readConfig } from '../server/config.ts';
import { readEnvironment } from '../server/process/environment.ts';
import { ensurePortFree } from '../server/process/port.ts';
import { buildCabinet, cabinetIsStale } from './build-cabinet.ts';

/**
 * `npm start`: builds the web application if it is missing or its sources have changed since the last build. Then runs
 * the server.
 */
const start = async (): Promise<void> => {
  // Checks the port before the build, so that a busy port is reported at once.
  await ensurePortFree(readConfig(readEnvironment()));
  if (await cabinetIsStale()) {
    console.log('Building the cabinet…');
    await buildCabinet();
  }
  const { main } = await import('../server/main.ts');
  await main();
};

start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
