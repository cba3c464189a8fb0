import type { AccidentDetail, Image, Note } from '../../../src/contract/shapes/accident.ts';
import type { Asking, Desk } from './desk.ts';
import { listImages } from './images.ts';
import { listNotes } from './notes.ts';
import { readDetail } from './reading.ts';

export interface WholeAccident {
  readonly accident: AccidentDetail;
  readonly notes: readonly Note[];
  readonly images: readonly Image[];
}

/** The accident with all that was written and sent about it, as its page shows it. */
export const readAccident = async (
  desk: Desk,
  reading: Pick<Asking, 'caller' | 'locale'>,
  id: number,
): Promise<WholeAccident> => ({
  accident: await readDetail(desk, reading, id),
  notes: await listNotes(desk, reading.caller, id),
  images: await listImages(desk, reading.caller, id),
});
