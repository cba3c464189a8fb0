import { createHash } from 'node:crypto';
import type { AccountInfo } from '../../../src/contract/shapes/account.ts';
import type { Binary, Context, Request, UploadedFile } from '../../context.ts';
import { notFound } from '../../errors.ts';
import type { Caller, Tx } from '../../transaction.ts';
import { cropToSquare } from '../images/service.ts';
import { readAccountInfo } from './info.ts';

/** Side of the stored picture, pixels: twice the largest display size, for dense screens. */
const pictureSidePx = 320;

const pictureIdOf = (pictureUrl: string | null): number | null =>
  pictureUrl === null ? null : Number(pictureUrl.split('/').at(-1));

const replacePicture = async (
  tx: Tx,
  { companyId, accountId }: Caller,
  previousId: number | null,
  nextId: number | null,
) => {
  await tx.db
    .updateTable('account')
    .set({ picture_id: nextId })
    .where('company_id', '=', companyId)
    .where('id', '=', accountId)
    .execute();
  if (previousId === null) return;
  await tx.db.deleteFrom('account_picture').where('company_id', '=', companyId).where('id', '=', previousId).execute();
};

type PictureRequest = { readonly caller: Caller; readonly change: Request['change'] };

export const setPortrait = async (
  { now, reserveMemory }: Context,
  { caller, change }: PictureRequest,
  file: UploadedFile,
): Promise<AccountInfo> => {
  const { contentType, bytes } = await cropToSquare(file.bytes, file.name, pictureSidePx, {
    owner: caller,
    reserveMemory,
  });
  return change(async tx => {
    const { Pic } = await readAccountInfo(tx.db, caller, true);
    const { id } = await tx.db
      .insertInto('account_picture')
      .values({
        company_id: caller.companyId,
        account_id: caller.accountId,
        content_type: contentType,
        bytes,
        created_at: now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await replacePicture(tx, caller, pictureIdOf(Pic), id);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const changes = [
      { field: 'Pic', before: Pic, after: `/api/v2/Image/avatar/${id}` },
      { field: 'Sha256', before: null, after: sha256 },
    ];
    await tx.audit({ entity: 'account', entityId: caller.accountId, action: 'picture', changes });
    return readAccountInfo(tx.db, caller);
  });
};

export const deletePortrait = ({ caller, change }: PictureRequest): Promise<AccountInfo> =>
  change(async tx => {
    const before = await readAccountInfo(tx.db, caller, true);
    if (before.Pic === null) return before;
    await replacePicture(tx, caller, pictureIdOf(before.Pic), null);
    const changes = [{ field: 'Pic', before: before.Pic, after: null }];
    await tx.audit({ entity: 'account', entityId: caller.accountId, action: 'pictureDelete', changes });
    return readAccountInfo(tx.db, caller);
  });

/** Returns the picture of an account. Visible to colleagues. */
export const readPortrait = async ({ db }: Context, { companyId }: Caller, id: number): Promise<Binary> => {
  const row = await db
    .selectFrom('account_picture')
    .select(['content_type', 'bytes'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound);
  return { contentType: row.content_type, bytes: row.bytes };
};
