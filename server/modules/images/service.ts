import { DomainError } from '../../errors.ts';
import type { Workers } from '../../threads/workers.ts';
import { drawAnew as draw, drawSquare as drawPortrait, type Picture, type Rendition } from './picture.ts';

/** Maximum number of waiting pictures. Further ones are refused. */
const mostWaiting = 40;
/** Maximum number of bytes of the waiting files. */
const mostWaitingBytes = 64 * 1024 * 1024;

let busy = false;
let waitingBytes = 0;
const waiting: (() => void)[] = [];

/** Runs the work in turn, first come first served: one at a time, because a picture may take a CPU and 200 MB. */
const inTurn = async <T>(fileBytes: number, work: () => Promise<T>): Promise<T> => {
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

export type { Rendition };

/** Threads of uploaded files. A large picture is drawn in the slot of one, so that both together need no more memory. */
type Readers = Pick<Workers, 'reserve'>;

/** `drawAnew` in the queue: the picture re-encoded, upright and without metadata. */
export const drawAnew = (bytes: Buffer, name: string, fileReaders?: Readers): Promise<Picture> =>
  inTurn(bytes.length, () => draw(bytes, name, fileReaders));

/** `drawSquare` in the queue: the centre square of the picture, re-encoded. */
export const drawSquare = (bytes: Buffer, name: string, px: number, fileReaders?: Readers): Promise<Rendition> =>
  inTurn(bytes.length, () => drawPortrait(bytes, name, px, fileReaders));
