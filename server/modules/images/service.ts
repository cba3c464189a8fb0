import { drawAnew as draw, drawSquare as drawPortrait, type Picture, type Rendition } from './picture.ts';
import { inTurn } from './turns.ts';

export type { Rendition };

/** The picture drawn anew, upright and without anything else that was in the file; when its turn comes. */
export const drawAnew = (bytes: Buffer, name: string): Promise<Picture> => inTurn(() => draw(bytes, name));

/** The middle square of the picture, drawn anew; when its turn comes. */
export const drawSquare = (bytes: Buffer, name: string, px: number): Promise<Rendition> =>
  inTurn(() => drawPortrait(bytes, name, px));
