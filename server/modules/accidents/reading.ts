import type { AccidentDetail } from '../../../src/contract/shapes/accident.ts';
import type { Db } from '../../db/connect.ts';
import { notFound } from '../../errors.ts';
import type { Asking, Desk } from './desk.ts';
import { readDetailRow } from './repository.ts';
import { presentAccident } from './table.ts';

type Reading = Pick<Asking, 'caller' | 'locale'>;

/** The accident as the caller sees it. */
export const readDetail = async (
  desk: Desk,
  { caller, locale }: Reading,
  id: number,
  db: Db = desk.db,
): Promise<AccidentDetail> => {
  const row = await readDetailRow(db, { companyId: caller.companyId, id });
  presentAccident(row, desk.dictionaries.title, { locale, nowIso: desk.now().toISOString() });
  return row;
};

/** The accident of an address that names its object, too: both must belong together. */
export const readOwn = async (desk: Desk, reading: Reading, id: number, objectId: string | undefined) => {
  const detail = await readDetail(desk, reading, id);
  if (objectId !== undefined && detail.ObjectId !== objectId) throw notFound();
  return detail;
};
