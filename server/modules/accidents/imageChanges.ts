import type { Image, ImageChange } from '../../../src/contract/shapes/accident.ts';
import { tidy } from '../../../src/schema/kinds/plain.ts';
import { isStorable } from '../../../src/schema/kinds/storable.ts';
import { differences } from '../../db/differences.ts';
import { invalid } from '../../errors.ts';
import type { Tx } from '../../transaction.ts';
import type { Asking, Desk } from './desk.ts';
import { imageOnWire, imagesOf, readImageRow } from './imageRepository.ts';
import { changing } from './lease.ts';
import { tellOf } from './news.ts';
import type { AccidentKey } from './repository.ts';

/** Moves a picture to a position, from 1 on, and shifts the others. Returns the former position. */
const moveImage = async ({ db }: Tx, key: AccidentKey, imageId: number, position: number): Promise<number> => {
  const ids = (await imagesOf(db, key)).map(({ id }) => id);
  const others = ids.filter(id => id !== imageId);
  others.splice(position - 1, 0, imageId);
  for (const [index, id] of others.entries())
    await db
      .updateTable('accident_image')
      .set({ position: index + 1 })
      .where('company_id', '=', key.companyId)
      .where('id', '=', id)
      .where('position', '!=', index + 1)
      .execute();
  return ids.indexOf(imageId) + 1;
};

const captionOf = (text: string): string => {
  const caption = tidy(text);
  if (!isStorable(caption)) throw invalid({ field: 'Caption', message: 'characters' });
  return caption;
};

/** Rotates, renames or moves a picture. Any operator who has locked the case may do it. */
export const changeImage = (
  desk: Desk,
  asking: Asking,
  id: number,
  imageId: number,
  { Caption, Rotation, Position }: ImageChange,
): Promise<Image> => {
  const caption = Caption === undefined ? undefined : captionOf(Caption);
  return changing(desk, asking, id, async (tx, _accident, key) => {
    const image = await readImageRow(tx.db, key, imageId);
    const before = { Caption: image.caption, Rotation: image.rotation };
    const after = { Caption: caption ?? image.caption, Rotation: Rotation ?? image.rotation };
    const changes = [...differences(before, after)];
    if (changes.length > 0)
      await tx.db
        .updateTable('accident_image')
        .set({ caption: after.Caption, rotation: after.Rotation })
        .where('company_id', '=', key.companyId)
        .where('id', '=', imageId)
        .execute();
    if (Position !== undefined) {
      const stood = await moveImage(tx, key, imageId, Position);
      if (stood !== Position) changes.push({ field: 'Position', before: stood, after: Position });
    }
    if (changes.length > 0) {
      const named = [{ field: 'FileName', before: image.file_name, after: image.file_name }, ...changes];
      await tx.audit({ entity: 'accident', entityId: id, action: 'imageChange', changes: named });
      await tellOf(tx, key, { action: 'imageChange', fields: ['Images'] });
    }
    return imageOnWire(await readImageRow(tx.db, key, imageId));
  });
};
