import { makeSemaphore, type SlotOwner } from '../../db/semaphore.ts';
import { DomainError } from '../../errors.ts';
import type { ReserveMemory } from '../../threads/workers.ts';
import { reencodePicture as draw, cropToSquare as drawPortrait, type Picture, type Rendition } from './picture.ts';

/**
 * Maximum time that a picture waits until earlier pictures are drawn, ms. Drawing a large picture takes seconds, on a
 * busy machine up to 30 s.
 */
const maxWaitMs = 20_000;
/** One picture is drawn at a time, because the drawing may take a whole CPU and 200 MB. */
const semaphore = makeSemaphore({ slots: 1, slotsPerPerson: 1, maxWaiting: 40, waitMs: maxWaitMs });
/** Maximum total size of the files that wait to be drawn, bytes. */
const maxWaitingBytes = 64 * 1024 * 1024;
let waitingBytes = 0;

/** Owner of a picture, and the function that reserves memory for drawing a large picture. */
interface DrawingResources {
  readonly owner: SlotOwner;
  readonly reserveMemory: ReserveMemory;
}

const overloadedError = () => new DomainError('OVERLOADED', { retryAfterS: maxWaitMs / 1000 });

/**
 * Waits until this picture may be drawn. Returns the function that lets the next one start. Throws OVERLOADED if the
 * wait is too long, or if the waiting files are too large together.
 */
const acquireSlot = async (owner: SlotOwner, fileBytes: number): Promise<() => void> => {
  if (semaphore.queueLength() > 0 && waitingBytes + fileBytes > maxWaitingBytes) throw overloadedError();
  waitingBytes += fileBytes;
  try {
    return await semaphore.enter(owner);
  } finally {
    waitingBytes -= fileBytes;
  }
};

/**
 * Draws pictures one after another. A large picture lets others pass while it waits for memory, because the writing of
 * an Excel file may occupy the memory.
 */
const withSlot = async <T>(
  { owner, reserveMemory }: DrawingResources,
  fileBytes: number,
  work: (reserve: ReserveMemory) => Promise<T>,
): Promise<T> => {
  let releaseSlot = await acquireSlot(owner, fileBytes);
  const timeout = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  try {
    return await work(render => {
      releaseSlot();
      timer = setTimeout(() => timeout.abort(overloadedError()), maxWaitMs);
      return reserveMemory(async () => {
        releaseSlot = await acquireSlot(owner, fileBytes);
        return render();
      }, timeout.signal);
    });
  } finally {
    clearTimeout(timer);
    releaseSlot();
  }
};

export type { Rendition };

/** Returns the picture re-encoded, upright and without metadata. Waits while other pictures use the memory. */
export const reencodePicture = (bytes: Buffer, name: string, resources: DrawingResources): Promise<Picture> =>
  withSlot(resources, bytes.length, reserve => draw(bytes, name, { reserve }));

/** Returns the centre square of the picture, re-encoded. Waits while other pictures use the memory. */
export const cropToSquare = (
  bytes: Buffer,
  name: string,
  sidePx: number,
  resources: DrawingResources,
): Promise<Rendition> => withSlot(resources, bytes.length, reserve => drawPortrait(bytes, name, sidePx, { reserve }));
