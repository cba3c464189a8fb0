import { sql } from 'kysely';
import type { OtherAccident } from '../../../src/contract/shapes/accident.ts';
import type { Db } from '../../db/connect.ts';
import { type AccidentKey, readState } from './repository.ts';

const mostOthers = 20;

/** The other accidents of the same voucher, newest first. */
export const readOthers = async (db: Db, key: AccidentKey): Promise<{ Items: OtherAccident[]; Total: number }> => {
  const { voucher_id } = await readState(db, key);
  if (voucher_id === null) return { Items: [], Total: 0 };
  const { rows } = await sql<OtherAccident & { total: number }>`
    select id as "Id", object_id as "ObjectId", crash_at as "CrashDateTime", status as "Status",
      maximum_acceleration_g as "MaximumAcceleration", severity as "Severity", count(*) over () as total
    from accident where company_id = ${key.companyId} and voucher_id = ${voucher_id} and id <> ${key.id}
    order by crash_at desc, id desc limit ${mostOthers}`.execute(db);
  return { Items: rows.map(({ total: _total, ...row }) => row), Total: Number(rows[0]?.total ?? 0) };
};
