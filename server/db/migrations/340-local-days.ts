import { type Kysely, sql } from 'kysely';
import { utcOffsetMs } from '../../domain/score/localClock.ts';

export const placements = {};

const rowsPerBatch = 1000;

interface LocatedAccident {
  readonly company_id: number;
  readonly id: number;
  readonly crash_at: string;
  readonly latitude: number;
  readonly longitude: number;
}

const writeAccidentOffsets = async (db: Kysely<unknown>): Promise<void> => {
  for (let after: Pick<LocatedAccident, 'company_id' | 'id'> = { company_id: 0, id: 0 }; ; ) {
    const { rows } = await sql<LocatedAccident>`select company_id, id, crash_at, latitude, longitude from accident
      where (company_id, id) > (${after.company_id}::bigint, ${after.id}::bigint)
        and latitude is not null and longitude is not null
      order by company_id, id limit ${rowsPerBatch}`.execute(db);
    if (rows.length === 0) return;
    const offsets = rows.map(row => utcOffsetMs(Date.parse(row.crash_at), row.latitude, row.longitude));
    await sql`update accident set utc_offset_ms = local.utc_offset_ms
      from unnest(${rows.map(row => row.company_id)}::bigint[], ${rows.map(row => row.id)}::bigint[], ${offsets}::integer[])
        as local (company_id, id, utc_offset_ms)
      where accident.company_id = local.company_id and accident.id = local.id`.execute(db);
    after = rows.at(-1)!;
  }
};

/** Marks the trips as outdated whose day differs by the company's clock and by the clock where the trip began. */
export const markMovedTrips = async (db: Kysely<unknown>): Promise<void> => {
  const companies = await sql<{ id: number; zone: string }>`select id, time_zone as zone from company`.execute(db);
  for (const { id, zone } of companies.rows) {
    // A cluster stores objects and trips on different nodes, so these are two queries.
    const objects = await sql<{ id: string }>`select object_id as id from monitored_object
      where company_id = ${id}`.execute(db);
    const ids = objects.rows.map(object => object.id);
    for (let from = 0; from < ids.length; from += rowsPerBatch)
      await sql`update trip set outdated = true
        where object_id = any(${ids.slice(from, from + rowsPerBatch)}::text[]) and not outdated
          and local_day(start_at, utc_offset_ms, ${zone}) <> (start_at at time zone ${zone})::date`.execute(db);
  }
};

/**
 * Adds the offset of the local clock from UTC at the place of an accident (null: place unknown), and the function that
 * returns the day of a drive or a crash by the clock where it was. Without an offset the company's zone gives the day.
 * Trips that now belong to another day are outdated, so the sums of both days are computed again.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table accident add column if not exists utc_offset_ms integer`.execute(db);
  await sql`create or replace function local_day(at timestamptz, utc_offset_ms integer, company_zone text) returns date
    language sql immutable parallel safe return (case when utc_offset_ms is null then at at time zone company_zone
      else at at time zone 'UTC' + utc_offset_ms * interval '1 millisecond' end)::date`.execute(db);
  await writeAccidentOffsets(db);
  await markMovedTrips(db);
};
