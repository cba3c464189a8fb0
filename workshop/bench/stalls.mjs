import { readFileSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

// This file is loaded into a measured server. On SIGUSR2 it writes the longest stall of the event loop since the last
// signal, as elapsed and CPU time (Linux), milliseconds. On a busy machine only the CPU time is the server's own.
const file = process.env.STALLS_FILE;
if (file && isMainThread) {
  const onProcessorMs = () =>
    Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  let before = onProcessorMs();
  let longest = 0;
  setInterval(() => {
    const now = onProcessorMs();
    longest = Math.max(longest, now - before);
    before = now;
  }, 2).unref();
  process.on('SIGUSR2', () => {
    writeFileSync(file, JSON.stringify({ clockMs: delay.max / 1e6, processorMs: longest }));
    delay.reset();
    longest = 0;
  });
}
