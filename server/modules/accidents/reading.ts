import type { AccidentDetail } from '../../../src/contract/shapes/accident.ts';
import type { Db } from '../../db/connect.ts';
import { readRecord } from '../../engine/table/records.ts';
import { toRequestContext } from '../../engine/table/requestContext.ts';
import { notFound } from '../../errors.ts';
import type { CallerContext, Desk } from './desk.ts';
import { accidentsTable } from './table.ts';

type Reading = Pick<CallerContext, 'caller' | 'locale'>;

/** The accident as the caller sees it. */
export const readDetail = (desk: Desk, reading: Reading, id: number, db: Db = desk.db): Promise<AccidentDetail> =>
  readRecord(db, accidentsTable, toRequestContext(desk, desk.dictionaries, reading), id);

/** Reads the accident of an address that may also name its object. Throws 404 unless id and object belong together. */
export const readOfObject = async (desk: Desk, reading: Reading, id: number, objectId: string | undefined) => {
  const detail = await readDetail(desk, reading, id);
  if (objectId !== undefined && detail.ObjectId !== objectId) throw notFound();
  return detail;
};
