import { main } from '../../../server/main.ts';

/**
 * A server whose clock the parent process can set wrong. Each message of that process holds the new error of the clock,
 * seconds.
 */
let wrongByS = 0;
process.on('message', (seconds: number) => {
  wrongByS = seconds;
});
main('serve', () => new Date(Date.now() + wrongByS * 1000)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
