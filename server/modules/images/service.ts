import type { Workers } from '../../threads/workers.ts';
import { drawAnew as draw, drawSquare as drawPortrait, needsMemory, type Picture, type Rendition } from './picture.ts';
import { inTurn } from './turns.ts';

export type { Rendition };

type Readers = Pick<Workers, 'reserve'>;

/** Runs `work` in the slot of a worker thread, if the picture needs as much memory as a thread. */
const inPlace = <T>(fileReaders: Readers | undefined, bytes: Buffer, work: () => Promise<T>): Promise<T> =>
  fileReaders && needsMemory(bytes) ? fileReaders.reserve(work) : work();

/** `drawAnew` in the queue: the picture re-encoded, upright and without metadata. */
export const drawAnew = (bytes: Buffer, name: string, fileReaders?: Readers): Promise<Picture> =>
  inTurn(bytes.length, () => inPlace(fileReaders, bytes, () => draw(bytes, name)));

/** `drawSquare` in the queue: the centre square of the picture, re-encoded. */
export const drawSquare = (bytes: Buffer, name: string, px: number, fileReaders?: Readers): Promise<Rendition> =>
  inTurn(bytes.length, () => inPlace(fileReaders, bytes, () => drawPortrait(bytes, name, px)));
