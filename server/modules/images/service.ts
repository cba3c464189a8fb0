import { makeSemaphore, type SlotOwner } from '../../db/semaphore.ts';
import { DomainError } from '../../errors.ts';
import type { ReserveMemory } from '../../threads/workers.ts';
import { reencodePicture as draw, cropToSquare as drawPortrait, type Picture, type Rendition } from './picture.ts';

/**
 * Maximum time that a picture waits until earlier pictures are drawn, ms. Drawing a large picture takes seconds, on a
 * busy machine up to 30 s.
 */
const waitMs = 20_000;
/** One picture is drawn at a time, because it may take a CPU and 200 MB. */
const semaphore = makeSemaphore({ slots: 1, slotsEach: 1, waiting: 40, waitMs });
/** Maximum total size of the files that wait to be drawn, bytes. */
const mostWaitingBytes = 64 * 1024 * 1024;
let waitingBytes = 0;

/** Owner of a picture, and the function that reserves memory for drawing a large picture. */
interface Asking {
  readonly owner: SlotOwner;
  readonly reserveMemory: ReserveMemory;
}

const busy = () => new DomainError('OVERLOADED', { retryAfterS: waitMs / 1000 });

/**
 * Waits until this picture may be drawn. Returns the function that lets the next one start. Throws OVERLOADED if the
 * wait is too long, or if the waiting files are too large together.
 */
const takeTurn = async (owner: SlotOwner, fileBytes: number): Promise<() => void> => {
  if (semaphore.waiting() > 0 && waitingBytes + fileBytes > mostWaitingBytes) throw busy();
  waitingBytes += fileBytes;
  try {
    return await semaphore.enter(owner);
  } finally {
    waitingBytes -= fileBytes;
  }
};

/**
 * Draws pictures one after another. A large picture lets others pass while it waits for memory, because a slow workbook
 * may occupy the memory for long.
 */
const inTurn = async <T>(
  { owner, reserveMemory }: Asking,
  fileBytes: number,
  work: (reserve: ReserveMemory) => Promise<T>,
): Promise<T> => {
  let leave = await takeTurn(owner, fileBytes);
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  try {
    return await work(drawing => {
      leave();
      timer = setTimeout(() => late.abort(busy()), waitMs);
      return reserveMemory(async () => {
        leave = await takeTurn(owner, fileBytes);
        return drawing();
      }, late.signal);
    });
  } finally {
    clearTimeout(timer);
    leave();
  }
};

export type { Rendition };

/** Returns the picture re-encoded, upright and without metadata. Waits while other pictures use the memory. */
export const reencodePicture = (bytes: Buffer, name: string, asking: Asking): Promise<Picture> =>
  inTurn(asking, bytes.length, reserve => draw(bytes, name, { reserve }));

/** Returns the centre square of the picture, re-encoded. Waits while other pictures use the memory. */
export const cropToSquare = (bytes: Buffer, name: string, px: number, asking: Asking): Promise<Rendition> =>
  inTurn(asking, bytes.length, reserve => drawPortrait(bytes, name, px, { reserve }));
