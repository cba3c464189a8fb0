import { readConfig } from '../server/config.ts';
import { readEnvironment } from '../server/process/environment.ts';
import { ensurePortFree } from '../server/process/port.ts';
import { buildCabinet, cabinetIsStale } from './build-cabinet.ts';

/** `npm start`: builds the cabinet if it is missing or made of other sources, then runs the server. */
const start = async (): Promise<void> => {
  // Runs first, so that a busy port is reported before the build.
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
