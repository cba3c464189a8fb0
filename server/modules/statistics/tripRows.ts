import { type Kysely, type RawBuilder, sql } from 'kysely';
import { scoreParts } from '../../../src/contract/scoring.ts';
import type { CountedManoeuvre, TripEvent, TripRow } from '../../../src/contract/shapes/telemetry.ts';
import { localDaySql, tripTime, withinLocalDaysSql } from '../../db/localDay.ts';
import type { Database } from '../../db/types.ts';
import { currentFormula } from '../../domain/score/formula.ts';
import { notFound } from '../../errors.ts';
import { manoeuvreFigures, roundedTo, type Window } from '../telemetry/service.ts';
import type { Subject } from './object.ts';
import { countedTripsSql, isCountedTripSql } from './sumColumns.ts';

type Reader = Kysely<Database>;

const iso = (ms: number): string => new Date(ms).toISOString();

export interface TripSelection {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Only trips that overlap one of these windows. Absent: all. */
  readonly windows?: readonly Window[] | undefined;
}

const overlapsWindowsSql = (windows: readonly Window[]) => {
  const conditions = windows.map(
    ({ fromMs, toMs }) =>
      sql`start_at <= ${iso(toMs)} and start_at + duration_s * interval '1 second' >= ${iso(fromMs)}`,
  );
  return sql`and ((${sql.join(conditions, sql`) or (`)}))`;
};

/**
 * SQL condition for the trips of these days. A trip belongs to the day on which it begins, by the clock at that place.
 */
export const tripsCondition = (
  { objectId, zone }: Subject,
  { from, to, windows }: TripSelection,
): RawBuilder<unknown> =>
  sql`object_id = ${objectId}
    ${withinLocalDaysSql(tripTime(zone), { from, to })}
    ${windows ? overlapsWindowsSql(windows) : sql``}`;

/**
 * Columns of a trip row. The number of manoeuvres covers all kinds, and is null if the trip was not searched for them.
 */
const columnsOf = ({
  objectId,
  zone,
}: Subject) => sql`id as "Id", start_at as "DateTime", ${localDaySql(tripTime(zone))}::text as "Day",
  utc_offset_ms / 60000 as "UtcOffsetMinutes", duration_s as "DurationS", ${roundedTo(3, 'distance_km')} as "DistanceKm",
  estimated_m / 1000.0::float8 as "EstimatedKm",
  case when watched_by is not null then coalesce(watched_m / 1000.0::float8, ${roundedTo(3, 'distance_km')}) end as "MeasuredKm",
  ${roundedTo(1, 'average_speed_kmh')} as "AverageSpeed", ${roundedTo(1, 'maximum_speed_kmh')} as "MaximumSpeed",
  case when watched_by is not null and watched_m is distinct from 0
    then acceleration + braking + cornering + direction_change + speeding + bump end as "EventsCount",
  complication as "Complication", notes as "Notes", excluded_at is not null as "Excluded",
  quarantine_reason is not null as "Held", ${sql.raw(isCountedTripSql)} as "Counted",
  (select score_tenths / 10.0::float8 from trip_score where trip_score.object_id = ${objectId}
    and trip_score.trip_id = trip.id and formula = ${currentFormula.version}) as "Score"`;

const notCountedSql = sql.raw(`count(*) filter (where not (${isCountedTripSql}))`);

export const readTripRows = async (
  db: Reader,
  subject: Subject,
  selection: TripSelection & { readonly limit: number; readonly offset: number },
): Promise<{ rows: TripRow[]; total: number; notCounted: number }> => {
  const condition = tripsCondition(subject, selection);
  const { rows } = await sql<TripRow & { total: number; notCounted: number }>`
    select ${columnsOf(subject)}, count(*) over () as total, ${notCountedSql} over () as "notCounted"
    from trip where ${condition}
    order by start_at desc, id desc limit ${selection.limit} offset ${selection.offset}::bigint`.execute(db);
  const { total, notCounted } = rows[0] ?? { total: 0, notCounted: 0 };
  if (rows[0] || selection.offset === 0) return { rows, total, notCounted };
  const totals = await sql<{ total: number; notCounted: number }>`
    select count(*) as total, ${notCountedSql} as "notCounted" from trip where ${condition}`.execute(db);
  return { rows, ...totals.rows[0]! };
};

export const readTripRow = async (db: Reader, subject: Subject, id: number): Promise<TripRow> => {
  const { rows } = await sql<TripRow>`
    select ${columnsOf(subject)} from trip where object_id = ${subject.objectId} and id = ${id}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
};

/** Values that a trip's page shows besides the columns of the trip's row. */
export const readTripFacts = async (db: Reader, { objectId }: Subject, id: number) => {
  const { rows } = await sql<{
    ExclusionReason: string | null;
    NightDurationS: number | null;
    RushDurationS: number | null;
    parts: Readonly<Record<string, number>> | null;
  }>`select exclusion_reason as "ExclusionReason", night_ms / 1000.0::float8 as "NightDurationS",
      rush_ms / 1000.0::float8 as "RushDurationS",
      (select parts from trip_score where object_id = ${objectId} and trip_id = ${id}
        and formula = ${currentFormula.version}) as parts
    from trip where object_id = ${objectId} and id = ${id}`.execute(db);
  if (!rows[0]) throw notFound();
  const { parts, ...facts } = rows[0];
  const costs = scoreParts.map(Kind => ({ Kind, Cost: parts?.[Kind] === undefined ? null : parts[Kind] / 10 }));
  return { ...facts, Parts: parts && costs };
};

/** Manoeuvres of one kind on counted trips of some days, the latest first, and their total. */
export const readCountedManoeuvres = async (
  db: Reader,
  subject: Subject,
  { kind, limit, ...period }: TripSelection & { readonly kind: string; readonly limit: number },
): Promise<{ Items: CountedManoeuvre[]; Total: number }> => {
  const { rows } = await sql<CountedManoeuvre & { total: number }>`
    select manoeuvre.id as "Id", trip_id as "TripId", kind as "Kind", manoeuvre.start_at as "Start", manoeuvre.end_at as "End",
      ${manoeuvreFigures},
      count(*) over () as total
    from (select object_id, id from ${sql.raw(countedTripsSql)} where ${tripsCondition(subject, period)}) trip
    join manoeuvre on manoeuvre.object_id = trip.object_id and manoeuvre.trip_id = trip.id
    where manoeuvre.kind = ${kind} order by manoeuvre.start_at desc, manoeuvre.id desc limit ${limit}`.execute(db);
  return { Items: rows.map(({ total: _, ...row }) => row), Total: rows[0]?.total ?? 0 };
};

/** Manoeuvres and impacts of a trip, in order of time. */
export const readTripEvents = async (
  db: Reader,
  { companyId, objectId }: Subject,
  id: number,
  visibleWindows: readonly Window[],
): Promise<TripEvent[]> => {
  const overlapsSql = (startColumn: string, endColumn: string) =>
    sql.join(
      visibleWindows.map(
        ({ fromMs, toMs }) => sql`${sql.ref(startColumn)} <= ${iso(toMs)} and ${sql.ref(endColumn)} >= ${iso(fromMs)}`,
      ),
      sql` or `,
    );
  const { rows: manoeuvres } = await sql<TripEvent>`select kind as "Kind", start_at as "Start", end_at as "End",
      ${manoeuvreFigures}
    from manoeuvre where object_id = ${objectId} and trip_id = ${id}
      and (${overlapsSql('start_at', 'end_at')})`.execute(db);
  const { rows: impacts } = await sql<TripEvent>`select 'impact' as "Kind", crash_at as "Start", crash_at as "End",
      ${roundedTo(3, 'maximum_acceleration_g')} as "PeakG", null::float8 as "MeanG",
      ${roundedTo(1, "(facts->>'SpeedBeforeKmh')")} as "Speed", ${roundedTo(6, 'latitude')} as "Latitude",
      ${roundedTo(6, 'longitude')} as "Longitude"
    from accident where company_id = ${companyId} and object_id = ${objectId} and kind = 'crash'
      and duplicate_of_id is null
      and (${overlapsSql('crash_at', 'crash_at')})`.execute(db);
  return [...manoeuvres, ...impacts].sort((a, b) => (a.Start < b.Start ? -1 : 1));
};
