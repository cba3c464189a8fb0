import { main } from '../server/main.ts';

/** Starts the server without building the cabinet. */
main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
