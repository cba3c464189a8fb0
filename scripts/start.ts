import { readConfig } from '../server/config.ts';
import { readEnvironment } from '../server/environment.ts';
import { ensurePortFree } from '../server/port.ts';
import { buildCabinet, cabinetIsStale } from './build-cabinet.ts';

/** `npm start`: builds the cabinet if there is none or its sources are newer, then runs the server. */
const start = async (): Promise<void> => {
  // What is told at once is not told after a minute of building.
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
