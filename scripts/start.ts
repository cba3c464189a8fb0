import { buildCabinet, cabinetIsStale } from './build-cabinet.ts';

/** `npm start`: builds the cabinet if there is none or its sources are newer, then runs the server. */
const start = async (): Promise<void> => {
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
