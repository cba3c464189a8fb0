import type { Insertable, Selectable, Transaction } from 'kysely';
import type { Image } from '../../../src/contract/shapes/accident.ts';
import type { Db } from '../../db/connect.ts';
import type { AccidentImage, Database } from '../../db/types.ts';
import { notFound } from '../../errors.ts';
import type { Rendition } from '../images/service.ts';
import type { AccidentKey } from './repository.ts';

export type ImageVariant = Database['image_data']['variant'];
type ImageRow = Selectable<AccidentImage>;

export const imageToWire = (row: ImageRow): Image => ({
  Id: row.id,
  FileName: row.file_name,
  ContentType: row.content_type,
  Size: row.size,
  Width: row.width,
  Height: row.height,
  Caption: row.caption,
  Rotation: row.rotation,
  Url: `/api/v2/Image/accident/${row.id}`,
  ThumbnailUrl: `/api/v2/Image/accident-thumbnail/${row.id}`,
  AuthorName: row.author_name,
  AuthorId: row.author_id,
  CreatedAt: row.created_at,
  TakenAt: row.taken_at,
  Latitude: row.latitude,
  Longitude: row.longitude,
  OriginalSha256: row.original_sha256,
  Cut: row.cut,
});

export const readImages = (db: Db, { companyId, id }: AccidentKey): Promise<ImageRow[]> =>
  db
    .selectFrom('accident_image')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('accident_id', '=', id)
    .orderBy('position')
    .orderBy('id')
    .execute();

/** The picture that was made from an upload. Undefined: none yet, or the picture is deleted. */
export const readImageOfUpload = (
  db: Db,
  { companyId, id }: AccidentKey,
  upload: { readonly id: string; readonly authorId: number },
): Promise<ImageRow | undefined> =>
  db
    .selectFrom('accident_image')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('accident_id', '=', id)
    .where('upload_id', '=', upload.id)
    .where('author_id', '=', upload.authorId)
    .executeTakeFirst();

export const countImages = async (db: Db, { companyId, id }: AccidentKey): Promise<number> => {
  const { count } = await db
    .selectFrom('accident_image')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('accident_id', '=', id)
    .executeTakeFirstOrThrow();
  return count;
};

export const insertImage = async (
  db: Transaction<Database>,
  image: Insertable<AccidentImage>,
  variants: { readonly [V in ImageVariant]: Rendition },
): Promise<ImageRow> => {
  const row = await db.insertInto('accident_image').values(image).returningAll().executeTakeFirstOrThrow();
  const data = (Object.entries(variants) as [ImageVariant, Rendition][]).map(([variant, { contentType, bytes }]) => ({
    company_id: row.company_id,
    image_id: row.id,
    variant,
    content_type: contentType,
    bytes,
  }));
  await db.insertInto('image_data').values(data).execute();
  return row;
};

export const readImageRow = (db: Db, { companyId, id }: AccidentKey, imageId: number): Promise<ImageRow> =>
  db
    .selectFrom('accident_image')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', imageId)
    .where('accident_id', '=', id)
    .executeTakeFirstOrThrow(notFound);

/** Deletes a picture. The foreign key of `image_data` deletes its bytes. */
export const deleteImageRow = async (db: Transaction<Database>, companyId: number, imageId: number): Promise<void> => {
  await db.deleteFrom('accident_image').where('company_id', '=', companyId).where('id', '=', imageId).execute();
};

export const readImageBytes = (db: Db, companyId: number, imageId: number, variant: ImageVariant) =>
  db
    .selectFrom('image_data')
    .innerJoin('accident_image', join =>
      join
        .onRef('accident_image.company_id', '=', 'image_data.company_id')
        .onRef('accident_image.id', '=', 'image_data.image_id'),
    )
    .select(['image_data.content_type', 'image_data.bytes', 'accident_image.file_name'])
    .where('image_data.company_id', '=', companyId)
    .where('image_data.image_id', '=', imageId)
    .where('image_data.variant', '=', variant)
    .executeTakeFirstOrThrow(notFound);
