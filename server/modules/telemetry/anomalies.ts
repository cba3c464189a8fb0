import { type Kysely, sql } from 'kysely';
import type { AnomalyRow } from '../../../src/contract/shapes/anomaly.ts';
import { carTime, withinLocalDaysSql } from '../../db/localDay.ts';
import type { Database } from '../../db/types.ts';
import { requireDateOrder } from './period.ts';
import { readVoucherId } from './repository.ts';

interface AnomalyQuery {
  readonly objectId: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
}

/** Anomalies of an object's device that overlap the days by the car's clock, newest first. */
export const listAnomalies = async (
  db: Kysely<Database>,
  companyId: number,
  { objectId, from, to, page = 1, pageSize = 25 }: AnomalyQuery,
): Promise<{ Items: AnomalyRow[]; Total: number }> => {
  requireDateOrder({ from, to });
  await readVoucherId(db, companyId, objectId);
  const fromSql = sql`from anomaly where object_id = ${objectId}
    ${withinLocalDaysSql(carTime(companyId, 'anomaly', 'to_at'), { from })}
    ${withinLocalDaysSql(carTime(companyId, 'anomaly', 'from_at'), { to })}`;
  const { rows } = await sql<AnomalyRow>`
    select id as "Id", kind as "Kind", from_at as "From", to_at as "To", ended_at as "Ended", count as "Count",
      quarantined as "Held", state as "State", nullif(reason, '') as "Reason", nullif(decided_by, '') as "DecidedBy",
      decided_at as "DecidedAt", slope as "Slope", accident_id as "AccidentId" ${fromSql}
    order by from_at desc, id desc limit ${pageSize} offset ${(page - 1) * pageSize}::bigint`.execute(db);
  const totals = await sql<{ total: number }>`select count(*) as total ${fromSql}`.execute(db);
  return { Items: rows, Total: Number(totals.rows[0]?.total ?? 0) };
};

/** Anomalies of an object's device that continue or wait for a decision. */
export const readCurrentAnomalies = async (
  db: Kysely<Database>,
  companyId: number,
  objectId: string,
): Promise<Pick<AnomalyRow, 'Kind' | 'From' | 'To' | 'Ended' | 'State'>[]> => {
  const { rows } = await sql<Pick<AnomalyRow, 'Kind' | 'From' | 'To' | 'Ended' | 'State'>>`
    select kind as "Kind", began_at as "From", last_at as "To", ended_at as "Ended", state as "State" from anomaly_status
    where company_id = ${companyId} and object_id = ${objectId} order by last_at desc, id desc`.execute(db);
  return rows;
};
