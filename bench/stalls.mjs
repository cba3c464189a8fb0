import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

// Loaded into a server that is measured: at SIGUSR2 it writes the longest stall since the last one, in ms.
const file = process.env.STALLS_FILE;
if (file && isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  process.on('SIGUSR2', () => {
    writeFileSync(file, String(delay.max / 1e6));
    delay.reset();
  });
}
