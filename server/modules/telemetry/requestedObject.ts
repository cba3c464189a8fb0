import type { Db } from '../../db/connect.ts';
import { invalid, notFound } from '../../errors.ts';
import { readVoucherId } from './repository.ts';

export interface RequestedObject {
  readonly objectId?: string | undefined;
  readonly voucherId?: number | undefined;
}

/**
 * Returns the id of the object that a query names, or the present object of the voucher that it names. A given id is
 * not checked here, because the later read checks it. Throws 404 if both are given and do not match.
 */
export const readRequestedObject = async (
  db: Db,
  companyId: number,
  { objectId, voucherId }: RequestedObject,
): Promise<string> => {
  if (voucherId === undefined) {
    if (objectId === undefined) throw invalid({ field: 'objectId', message: 'required' });
    return objectId;
  }
  if (objectId !== undefined) {
    if ((await readVoucherId(db, companyId, objectId)) !== voucherId) throw notFound();
    return objectId;
  }
  const voucher = await db
    .selectFrom('voucher')
    .select('object_id')
    .where('company_id', '=', companyId)
    .where('id', '=', voucherId)
    .executeTakeFirst();
  if (!voucher) throw notFound();
  return voucher.object_id;
};
