import type { Workers } from '../../threads/workers.ts';
import { drawAnew as draw, drawSquare as drawPortrait, type Picture, type Rendition } from './picture.ts';
import { inTurn } from './turns.ts';

export type { Rendition };

/** Threads of uploaded files. A large picture is drawn in the slot of one, so that both together need no more memory. */
type Readers = Pick<Workers, 'reserve'>;

/** `drawAnew` in the queue: the picture re-encoded, upright and without metadata. */
export const drawAnew = (bytes: Buffer, name: string, fileReaders?: Readers): Promise<Picture> =>
  inTurn(bytes.length, () => draw(bytes, name, fileReaders));

/** `drawSquare` in the queue: the centre square of the picture, re-encoded. */
export const drawSquare = (bytes: Buffer, name: string, px: number, fileReaders?: Readers): Promise<Rendition> =>
  inTurn(bytes.length, () => drawPortrait(bytes, name, px, fileReaders));
