import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { openUploadsMax, uploadPieceBytes } from '../../../src/contract/limits.ts';
import type { Image, UploadState } from '../../../src/contract/shapes/accident.ts';
import { cleanFileName } from '../../../src/schema/kinds/fileName.ts';
import { advisoryLock } from '../../db/advisoryLock.ts';
import type { Db } from '../../db/connect.ts';
import { DomainError, notFound } from '../../errors.ts';
import { sizeText } from '../../plugins/errors.ts';
import type { Caller, Tx } from '../../transaction.ts';
import type { AccidentContext, CallerContext } from './accidentContext.ts';
import { imageToWire, readImageOfUpload } from './imageRepository.ts';
import { addImage } from './images.ts';
import { requireLease } from './lease.ts';
import { readAccident } from './repository.ts';

interface UploadKey {
  readonly id: number;
  readonly uploadId: string;
}

const uploadStateQuery = (db: Db, { companyId, accountId }: Caller, { id, uploadId }: UploadKey) =>
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

const toWire = ({ id, size, received }: { id: string; size: number; received: number }): UploadState => ({
  UploadId: id,
  Size: size,
  Received: received,
});

/** Begins a chunked upload. Removes the caller's oldest ones above the maximum. */
export const beginUpload = (
  context: AccidentContext,
  request: CallerContext,
  id: number,
  { FileName, Size }: { readonly FileName: string; readonly Size: number },
): Promise<UploadState> =>
  request.change(async ({ db }) => {
    const { companyId, accountId } = request.caller;
    const now = context.now();
    requireLease(await readAccident(db, { companyId, id }), request, now);
    // Uploads that begin at once would not see each other, and all of them would stay.
    await advisoryLock(db, `uploads:${companyId}:${accountId}`);
    const oldestUploads = db
      .selectFrom('image_upload')
      .select('id')
      .where('company_id', '=', companyId)
      .where('account_id', '=', accountId)
      .orderBy('created_at', 'desc')
      .offset(openUploadsMax - 1);
    await db.deleteFrom('image_upload').where('company_id', '=', companyId).where('id', 'in', oldestUploads).execute();
    const uploadId = randomUUID();
    await db
      .insertInto('image_upload')
      .values({
        company_id: companyId,
        id: uploadId,
        accident_id: id,
        account_id: accountId,
        file_name: cleanFileName(FileName),
        size: Size,
        created_at: now,
      })
      .execute();
    return toWire({ id: uploadId, size: Size, received: 0 });
  });

export const readUpload = async (
  { db }: AccidentContext,
  caller: Caller,
  uploadKey: UploadKey,
): Promise<UploadState> => {
  const row = await uploadStateQuery(db, caller, uploadKey).executeTakeFirstOrThrow(notFound);
  return toWire(row);
};

/**
 * Appends the next piece to a chunked upload. A repeated piece is accepted, because its answer may have been lost. The
 * answer gives the offset at which the next piece begins.
 */
export const addPiece = (
  context: AccidentContext,
  request: CallerContext,
  uploadKey: UploadKey,
  offset: number,
  piece: Buffer,
): Promise<UploadState> =>
  request.change(async ({ db }) => {
    const { companyId } = request.caller;
    requireLease(await readAccident(db, { companyId, id: uploadKey.id }), request, context.now());
    // The upload is locked before its received bytes are counted. Otherwise a statement that waited for another piece
    // would not count that piece.
    await db
      .selectFrom('image_upload')
      .select('id')
      .where('company_id', '=', companyId)
      .where('id', '=', uploadKey.uploadId)
      .forUpdate()
      .execute();
    const row = await uploadStateQuery(db, request.caller, uploadKey).executeTakeFirstOrThrow(notFound);
    if (offset !== row.received) return toWire(row);
    const maxBytes = Math.min(uploadPieceBytes, row.size - offset);
    if (piece.length > maxBytes)
      throw new DomainError('TOO_LARGE', { values: { max: sizeText(maxBytes, request.locale) } });
    const pieceRow = { company_id: companyId, upload_id: uploadKey.uploadId, offset_bytes: offset, bytes: piece };
    if (piece.length > 0) await db.insertInto('image_upload_piece').values(pieceRow).execute();
    return toWire({ ...row, received: offset + piece.length });
  });

const attachPicture = async (
  context: AccidentContext,
  request: CallerContext,
  uploadKey: UploadKey,
  fileName: string,
): Promise<Image> => {
  const { companyId } = request.caller;
  const { uploadId } = uploadKey;
  const pieces = await context.db
    .selectFrom('image_upload_piece')
    .select('bytes')
    .where('company_id', '=', companyId)
    .where('upload_id', '=', uploadId)
    .orderBy('offset_bytes')
    .execute();
  const bytes = Buffer.concat(pieces.map(piece => piece.bytes));
  const removeUpload = async ({ db }: Tx) => {
    const { numDeletedRows } = await db
      .deleteFrom('image_upload')
      .where('company_id', '=', companyId)
      .where('id', '=', uploadId)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw notFound();
  };
  return addImage(context, request, uploadKey.id, { name: fileName, bytes }, { uploadId, onAttach: removeUpload });
};

const runningAttachments = new Map<string, Promise<Image>>();

const findAttachedImage = async (
  { db }: AccidentContext,
  { companyId, accountId }: Caller,
  { id, uploadId }: UploadKey,
): Promise<Image | undefined> => {
  const row = await readImageOfUpload(db, { companyId, id }, { id: uploadId, authorId: accountId });
  return row && imageToWire(row);
};

/** Attaches the picture. Requests that arrive while this process attaches it share the result. */
const attachOnce = async (context: AccidentContext, request: CallerContext, uploadKey: UploadKey): Promise<Image> => {
  const row = await uploadStateQuery(context.db, request.caller, uploadKey).executeTakeFirstOrThrow(notFound);
  if (row.received !== row.size) throw new DomainError('UPLOAD_CUT');
  const { uploadId } = uploadKey;
  const image = runningAttachments.get(uploadId) ?? attachPicture(context, request, uploadKey, row.file_name);
  runningAttachments.set(uploadId, image);
  try {
    return await image;
  } finally {
    if (runningAttachments.get(uploadId) === image) runningAttachments.delete(uploadId);
  }
};

/**
 * Turns a finished upload into a picture after all pieces have arrived. Rendering takes seconds. A caller who lost the
 * connection and asks again gets the same picture, even without the lease.
 */
export const finishUpload = async (
  context: AccidentContext,
  request: CallerContext,
  uploadKey: UploadKey,
): Promise<Image> => {
  try {
    return await attachOnce(context, request, uploadKey);
  } catch (error) {
    // If another request has attached the picture, before or meanwhile, this request may fail in several ways: it finds
    // no pieces, no lease or no free place. The caller still gets the picture.
    const image = await findAttachedImage(context, request.caller, uploadKey);
    if (image) return image;
    throw error;
  }
};
