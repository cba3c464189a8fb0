import { DomainError } from '../../errors.ts';

/** Maximum number of waiting pictures. Further ones are refused. */
const mostWaiting = 40;
/** Maximum number of bytes of the waiting files. */
const mostWaitingBytes = 64 * 1024 * 1024;

let busy = false;
let waitingBytes = 0;
const waiting: (() => void)[] = [];

/** Runs the work in turn, first come first served: one at a time, because a picture may take a CPU and 200 MB. */
export const inTurn = async <T>(fileBytes: number, work: () => Promise<T>): Promise<T> => {
  if (busy) {
    if (waiting.length >= mostWaiting || waitingBytes + fileBytes > mostWaitingBytes)
      throw new DomainError('OVERLOADED', { retryAfterS: 5 });
    waitingBytes += fileBytes;
    await new Promise<void>(called => waiting.push(called));
    waitingBytes -= fileBytes;
  }
  busy = true;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // The turn passes straight to the next caller, because a newcomer could take a released turn first.
    if (next) next();
    else busy = false;
  }
};
