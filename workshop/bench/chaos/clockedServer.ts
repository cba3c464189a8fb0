import { main } from '../../../server/main.ts';

/** A server with a clock that the parent process steps. Each message holds the new error of the clock, seconds. */
let wrongByS = 0;
process.on('message', (seconds: number) => {
  wrongByS = seconds;
});
main('serve', () => new Date(Date.now() + wrongByS * 1000)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
