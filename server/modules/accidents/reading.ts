import type { AccidentDetail } from '../../../src/contract/shapes/accident.ts';
import type { Db } from '../../db/connect.ts';
import { readRecord } from '../../engine/table/records.ts';
import { toRequestContext } from '../../engine/table/requestContext.ts';
import { notFound } from '../../errors.ts';
import type { AccidentContext, CallerContext } from './accidentContext.ts';
import { accidentsTable } from './table.ts';

type Reader = Pick<CallerContext, 'caller' | 'locale'>;

/** Reads the accident in the form that the API sends to this caller. */
export const readDetail = (
  context: AccidentContext,
  reader: Reader,
  id: number,
  db: Db = context.db,
): Promise<AccidentDetail> =>
  readRecord(db, accidentsTable, toRequestContext(context, context.dictionaries, reader), id);

/**
 * Reads the accident that an API path names by its id, and perhaps by its object. Throws 404 unless id and object
 * belong together.
 */
export const readDetailOfObject = async (
  context: AccidentContext,
  reader: Reader,
  id: number,
  objectId: string | undefined,
) => {
  const detail = await readDetail(context, reader, id);
  if (objectId !== undefined && detail.ObjectId !== objectId) throw notFound();
  return detail;
};
