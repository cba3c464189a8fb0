import { main } from '../server/main.ts';

/** Starts the server without building the web application. */
main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
