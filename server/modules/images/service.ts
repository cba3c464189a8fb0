import { drawAnew as draw, drawSquare as drawPortrait, type Picture, type Rendition } from './picture.ts';
import { inTurn } from './turns.ts';

export type { Rendition };

/** Queued: the picture re-encoded, upright and without metadata. */
export const drawAnew = (bytes: Buffer, name: string): Promise<Picture> =>
  inTurn(bytes.length, () => draw(bytes, name));

/** Queued: the centre square of the picture, re-encoded. */
export const drawSquare = (bytes: Buffer, name: string, px: number): Promise<Rendition> =>
  inTurn(bytes.length, () => drawPortrait(bytes, name, px));
