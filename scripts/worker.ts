import { main } from '../server/main.ts';

/** `npm run worker`: runs jobs for servers that share its database. */
main('work').catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
