import { MessageChannel } from 'node:worker_threads';
import type { Workers } from '../../threads/workers.ts';
import type { ReadFile, readImport } from './thread.ts';
import { usedMs } from './threadTime.ts';

const lookEveryMs = 250;
/** Multiple of the time limit after which the thread is ended on a busy machine. */
const longestShare = 3;

/**
 * Reads a file in a thread, and ends the thread after the time limit, whatever it does. Waiting for a thread or a core
 * does not count.
 */
export const readInThread = async (
  fileReaders: Pick<Workers, 'run'>,
  task: Omit<Parameters<typeof readImport>[0], 'begun'>,
  signal: AbortSignal,
): Promise<ReadFile> => {
  const { port1, port2 } = new MessageChannel();
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  port1.once('message', (clock: string | undefined) => {
    const [begunMs, beganAt] = [usedMs(clock), performance.now()];
    const mostMs = begunMs === undefined ? task.limitMs : task.limitMs * longestShare;
    timer = setInterval(() => {
      const used = (usedMs(clock) ?? 0) - (begunMs ?? 0);
      if (used > task.limitMs || performance.now() - beganAt > mostMs) late.abort();
    }, lookEveryMs);
  });
  const bytes = new Uint8Array(task.bytes);
  const either = AbortSignal.any([signal, late.signal]);
  try {
    const read = await fileReaders.run<typeof readImport>(
      'engine/imports/readImport',
      { ...task, bytes, begun: port2 },
      [bytes.buffer, port2],
      either,
    );
    return late.signal.aborted ? { fault: 'TABLE_TOO_SLOW' } : read;
  } catch (error) {
    if (late.signal.aborted) return { fault: 'TABLE_TOO_SLOW' };
    // The worker thread ran out of memory.
    if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY') return { fault: 'TABLE_TOO_LARGE' };
    throw error;
  } finally {
    clearInterval(timer);
    port1.close();
  }
};
