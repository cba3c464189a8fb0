import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { openUploadsMax, uploadPieceBytes } from '../../../src/contract/limits.ts';
import type { Image, UploadState } from '../../../src/contract/shapes/accident.ts';
import type { Db } from '../../db/connect.ts';
import { DomainError, notFound } from '../../errors.ts';
import type { Caller, Tx } from '../../transaction.ts';
import type { CallerContext, Desk } from './desk.ts';
import { imageOfUpload, imageOnWire } from './imageRepository.ts';
import { addImage } from './images.ts';
import { fileNameOf } from './input.ts';
import { requireLease } from './lease.ts';
import { readState } from './repository.ts';

interface Which {
  readonly id: number;
  readonly uploadId: string;
}

/** Hours after which an unfinished upload is removed. */
const keptHours = 24;

const states = (db: Db, { companyId, accountId }: Caller, { id, uploadId }: Which) =>
  db
    .selectFrom('image_upload')
    .select(['id', 'size', 'file_name'])
    .select(
      sql<number>`(select coalesce(sum(octet_length(bytes)), 0)::integer from image_upload_piece
        where company_id = ${companyId} and upload_id = ${uploadId})`.as('received'),
    )
    .where('company_id', '=', companyId)
    .where('id', '=', uploadId)
    .where('accident_id', '=', id)
    .where('account_id', '=', accountId);

const onWire = ({ id, size, received }: { id: string; size: number; received: number }): UploadState => ({
  UploadId: id,
  Size: size,
  Received: received,
});

/** Begins a chunked upload. Removes uploads that are too old, and the caller's oldest ones above the maximum. */
export const beginUpload = (
  desk: Desk,
  asking: CallerContext,
  id: number,
  { FileName, Size }: { readonly FileName: string; readonly Size: number },
): Promise<UploadState> =>
  asking.change(async ({ db }) => {
    const { companyId, accountId } = asking.caller;
    const now = desk.now();
    requireLease(await readState(db, { companyId, id }), asking, now);
    const mine = db.selectFrom('image_upload').select('id').where('company_id', '=', companyId);
    await db
      .deleteFrom('image_upload')
      .where('company_id', '=', companyId)
      .where(eb =>
        eb.or([
          eb('created_at', '<', new Date(now.getTime() - keptHours * 3_600_000).toISOString()),
          eb(
            'id',
            'in',
            mine
              .where('account_id', '=', accountId)
              .orderBy('created_at', 'desc')
              .offset(openUploadsMax - 1),
          ),
        ]),
      )
      .execute();
    const uploadId = randomUUID();
    await db
      .insertInto('image_upload')
      .values({
        company_id: companyId,
        id: uploadId,
        accident_id: id,
        account_id: accountId,
        file_name: fileNameOf(FileName),
        size: Size,
        created_at: now,
      })
      .execute();
    return onWire({ id: uploadId, size: Size, received: 0 });
  });

export const readUpload = async ({ db }: Desk, caller: Caller, which: Which): Promise<UploadState> => {
  const row = await states(db, caller, which).executeTakeFirst();
  if (!row) throw notFound();
  return onWire(row);
};

/**
 * Appends the next piece. A repeated piece is accepted, because its answer may have been lost. The answer gives the
 * next offset.
 */
export const addPiece = (
  desk: Desk,
  asking: CallerContext,
  which: Which,
  offset: number,
  piece: Buffer,
): Promise<UploadState> =>
  asking.change(async ({ db }) => {
    const { companyId } = asking.caller;
    requireLease(await readState(db, { companyId, id: which.id }), asking, desk.now());
    // The upload is locked before the count. Otherwise a statement that waited for another piece would not count that
    // piece.
    await db
      .selectFrom('image_upload')
      .select('id')
      .where('company_id', '=', companyId)
      .where('id', '=', which.uploadId)
      .forUpdate()
      .execute();
    const row = await states(db, asking.caller, which).executeTakeFirst();
    if (!row) throw notFound();
    if (offset !== row.received) return onWire(row);
    if (piece.length > uploadPieceBytes || offset + piece.length > row.size)
      throw new DomainError('TOO_LARGE', { values: { max: `${row.size} B` } });
    const arrived = { company_id: companyId, upload_id: which.uploadId, offset_bytes: offset, bytes: piece };
    if (piece.length > 0) await db.insertInto('image_upload_piece').values(arrived).execute();
    return onWire({ ...row, received: offset + piece.length });
  });

/** Thrown if another process has already attached the picture of this upload. */
class AlreadyAttached extends Error {}

const attach = async (desk: Desk, asking: CallerContext, which: Which, fileName: string): Promise<Image> => {
  const { companyId } = asking.caller;
  const { uploadId } = which;
  const pieces = await desk.db
    .selectFrom('image_upload_piece')
    .select('bytes')
    .where('company_id', '=', companyId)
    .where('upload_id', '=', uploadId)
    .orderBy('offset_bytes')
    .execute();
  const bytes = Buffer.concat(pieces.map(piece => piece.bytes));
  const attached = async ({ db }: Tx) => {
    const { numDeletedRows } = await db
      .deleteFrom('image_upload')
      .where('company_id', '=', companyId)
      .where('id', '=', uploadId)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw new AlreadyAttached();
  };
  return addImage(desk, asking, which.id, { name: fileName, bytes }, { uploadId, attached });
};

const finishing = new Map<string, Promise<Image>>();

/** The picture of a finished upload, for a caller who lost the answer. */
const finished = async ({ db }: Desk, { companyId, accountId }: Caller, { id, uploadId }: Which): Promise<Image> => {
  const row = await imageOfUpload(db, { companyId, id }, { id: uploadId, authorId: accountId });
  if (!row) throw notFound();
  return imageOnWire(row);
};

/**
 * Attaches the picture after all pieces have arrived. Rendering takes seconds. A caller who lost the connection and
 * asks again gets the same picture.
 */
export const finishUpload = async (desk: Desk, asking: CallerContext, which: Which): Promise<Image> => {
  const row = await states(desk.db, asking.caller, which).executeTakeFirst();
  if (!row) return finished(desk, asking.caller, which);
  if (row.received !== row.size) throw new DomainError('UPLOAD_CUT');
  const { uploadId } = which;
  const image = finishing.get(uploadId) ?? attach(desk, asking, which, row.file_name);
  finishing.set(uploadId, image);
  try {
    return await image;
  } catch (error) {
    if (error instanceof AlreadyAttached) return await finished(desk, asking.caller, which);
    throw error;
  } finally {
    if (finishing.get(uploadId) === image) finishing.delete(uploadId);
  }
};
