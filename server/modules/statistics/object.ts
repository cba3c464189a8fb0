import { type Kysely, sql } from 'kysely';
import { maxPeriodDays } from '../../../src/contract/limits.ts';
import { dayMs } from '../../../src/schema/kinds/time.ts';
import type { Database } from '../../db/types.ts';
import { invalid, notFound } from '../../errors.ts';
import type { ObjectKey } from './scoreInputs.ts';

/** The object whose figures a caller reads. */
export interface Subject extends ObjectKey {
  readonly voucherId: number;
  /** Time zone of the company, which gives the day of trips and crashes whose local clock is unknown. */
  readonly zone: string;
  /** Today in the company's time zone, so that the default period of the object and of lists is the same. */
  readonly today: string;
}

export interface RequestedObject {
  readonly objectId?: string | undefined;
  readonly voucherId?: number | undefined;
}

/**
 * Returns the company's object with this id, or the present object of the voucher. Throws 404 if none exists or the two
 * do not match.
 */
export const readSubject = async (
  db: Kysely<Database>,
  { companyId }: { readonly companyId: number },
  { objectId, voucherId }: RequestedObject,
  now: Date,
): Promise<Subject> => {
  if (objectId === undefined && voucherId === undefined) throw invalid({ field: 'objectId', message: 'required' });
  // PostgreSQL text cannot contain NUL, so no object has such an id.
  if (objectId?.includes('\0')) throw notFound();
  const condition =
    objectId === undefined
      ? sql`object.object_id = (select object_id from voucher where company_id = ${companyId} and id = ${voucherId})`
      : sql`object.object_id = ${objectId}`;
  const { rows } = await sql<Subject>`
    select object.object_id as "objectId", object.voucher_id as "voucherId", company.time_zone as zone,
      (${now}::timestamptz at time zone company.time_zone)::date::text as today
    from monitored_object object join company on company.id = object.company_id
    where object.company_id = ${companyId} and ${condition}
      ${voucherId === undefined ? sql`` : sql`and object.voucher_id = ${voucherId}`}`.execute(db);
  if (!rows[0]) throw notFound();
  return { ...rows[0], companyId };
};

/**
 * Returns the object that the query names. If the query names none, returns the object of the company's trip with this
 * number.
 */
export const readSubjectOfTrip = async (
  db: Kysely<Database>,
  company: { readonly companyId: number },
  query: RequestedObject,
  tripId: number,
  now: Date,
): Promise<Subject> => {
  if (query.objectId !== undefined || query.voucherId !== undefined) return readSubject(db, company, query, now);
  // A cluster stores trips and objects on different nodes, so these are two queries.
  const trips = await db.selectFrom('trip').select('object_id').where('id', '=', tripId).execute();
  const ids = trips.map(({ object_id }) => object_id);
  const companyObjects = await db
    .selectFrom('monitored_object')
    .select('object_id')
    .where('company_id', '=', company.companyId)
    .where('object_id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
  // A partly restored database may contain a trip number twice. The query must then name the object.
  if (companyObjects.length > 1) throw invalid({ field: 'objectId', message: 'required' });
  if (!companyObjects[0]) throw notFound();
  return readSubject(db, company, { objectId: companyObjects[0].object_id }, now);
};

export const readToday = async (db: Kysely<Database>, companyId: number, now: Date): Promise<string> => {
  const { rows } = await sql<{ today: string }>`
    select (${now}::timestamptz at time zone time_zone)::date::text as today from company where id = ${companyId}`.execute(
    db,
  );
  if (!rows[0]) throw notFound();
  return rows[0].today;
};

export const defaultPeriodDays = 28;

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
export const countDays = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1;
export const daysInPeriod = (from: string, to: string): string[] =>
  Array.from({ length: countDays(from, to) }, (_, index) => addDays(from, index));

/** A range of days, both inclusive. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** The days of the query, by default the last 28. */
export const periodOf = (
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  today: string,
): Period => {
  const last = to ?? (from !== undefined && from > today ? from : today);
  const period = { from: from ?? addDays(last, 1 - defaultPeriodDays), to: last };
  if (period.from > period.to) throw invalid({ field: 'to', message: 'notBeforeStart' });
  if (countDays(period.from, period.to) > maxPeriodDays)
    throw invalid({ field: 'from', message: 'periodTooLong', values: { days: maxPeriodDays } });
  return period;
};

/** First and last day of a month such as `2026-02`. */
export const daysOfMonth = (month: string): Period => {
  const [year = 0, monthNumber = 0] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, monthNumber, 0)).getUTCDate();
  return { from: `${month}-01`, to: `${month}-${last}` };
};
