import { createHash } from 'node:crypto';
import { imagesPerAccident } from '../../../src/contract/limits.ts';
import type { Image } from '../../../src/contract/shapes/accident.ts';
import type { Binary, Context, UploadedFile } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import { DomainError } from '../../errors.ts';
import type { Caller, Tx } from '../../transaction.ts';
import { drawAnew } from '../images/service.ts';
import { type Asking, type Desk, requireAuthor } from './desk.ts';
import { takenOf } from './exif.ts';
import {
  countImages,
  deleteImageRow,
  imageOnWire,
  imagesOf,
  insertImage,
  readBytes,
  readImageRow,
  type Variant,
} from './imageRepository.ts';
import { fileNameOf } from './input.ts';
import { changing, requireLease } from './lease.ts';
import { tellOf } from './news.ts';
import { type AccidentKey, readState } from './repository.ts';

export type ImageType = keyof typeof variantOf;
const variantOf = { accident: 'picture', 'accident-thumbnail': 'thumbnail', 'accident-original': 'original' } as const;

export const listImages = async ({ db }: Desk, { companyId }: Caller, id: number): Promise<Image[]> => {
  await readState(db, { companyId, id });
  return (await imagesOf(db, { companyId, id })).map(imageOnWire);
};

const requireRoom = async (db: Db, key: AccidentKey): Promise<void> => {
  if ((await countImages(db, key)) < imagesPerAccident) return;
  throw new DomainError('TOO_MANY_IMAGES', { values: { max: imagesPerAccident } });
};

/** Checks lease and capacity before the expensive work. The transaction checks again. */
const askBefore = async (desk: Desk, asking: Asking, id: number): Promise<void> => {
  const key = { companyId: asking.caller.companyId, id };
  requireLease(await readState(desk.db, key), asking, desk.now());
  await requireRoom(desk.db, key);
};

interface Attached {
  /** The chunked upload that brought the file. */
  readonly uploadId: string;
  /** Runs in the same transaction. Throws if the picture must not be attached after all. */
  readonly attached: (tx: Tx) => Promise<void>;
}

export const addImage = async (
  desk: Desk,
  asking: Asking,
  id: number,
  file: UploadedFile,
  upload?: Attached,
): Promise<Image> => {
  await askBefore(desk, asking, id);
  const { companyId, accountId, fullName } = asking.caller;
  const fileName = fileNameOf(file.name);
  const drawn = await drawAnew(file.bytes, fileName, { owner: asking.caller, reserveMemory: desk.reserveMemory });
  const { picture, thumbnail, width, height, cut, exif } = drawn;
  const taken = await takenOf(desk.db, companyId, exif);
  const sha256 = createHash('sha256').update(file.bytes).digest('hex');
  return changing(desk, asking, id, async (tx, _accident, key) => {
    await requireRoom(tx.db, key);
    await upload?.attached(tx);
    const row = await insertImage(
      tx.db,
      {
        company_id: companyId,
        accident_id: id,
        file_name: fileName,
        content_type: picture.contentType,
        size: picture.bytes.length,
        width,
        height,
        original_sha256: sha256,
        cut,
        upload_id: upload?.uploadId ?? null,
        taken_at: taken.at,
        latitude: taken.latitude,
        longitude: taken.longitude,
        author_id: accountId,
        author_name: fullName,
        created_at: desk.now(),
      },
      { picture, thumbnail, original: { contentType: 'application/octet-stream', bytes: file.bytes } },
    );
    const changes = [
      { field: 'FileName', before: null, after: fileName },
      { field: 'OriginalSha256', before: null, after: sha256 },
      ...(cut ? [{ field: 'Cut', before: null, after: true }] : []),
    ];
    await tx.audit({ entity: 'accident', entityId: id, action: 'image', changes });
    await tellOf(tx, key, { action: 'image', fields: ['Images'] });
    return imageOnWire(row);
  });
};

export const deleteImage = (desk: Desk, asking: Asking, id: number, imageId: number): Promise<{ Done: true }> =>
  changing(desk, asking, id, async (tx, _accident, key) => {
    const image = await readImageRow(tx.db, key, imageId);
    requireAuthor(asking.caller, image.author_id);
    await deleteImageRow(tx.db, key.companyId, imageId);
    const changes = [
      { field: 'FileName', before: image.file_name, after: null },
      { field: 'OriginalSha256', before: image.original_sha256, after: null },
    ];
    await tx.audit({ entity: 'accident', entityId: id, action: 'imageDelete', changes });
    await tellOf(tx, key, { action: 'imageDelete', fields: ['Images'] });
    return { Done: true as const };
  });

/**
 * Returns a picture. The original is sent as a download only, because a browser must never render its other content.
 */
export const readImage = async (
  { db }: Context,
  { companyId }: Caller,
  type: ImageType,
  imageId: number,
): Promise<Binary> => {
  const variant: Variant = variantOf[type];
  const { content_type: contentType, bytes, file_name: fileName } = await readBytes(db, companyId, imageId, variant);
  return { contentType, bytes, ...(variant === 'original' && { fileName }) };
};
