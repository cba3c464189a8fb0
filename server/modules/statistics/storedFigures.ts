import { isDeepStrictEqual } from 'node:util';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { TripRow } from '../../../src/contract/shapes/telemetry.ts';
import type { Database } from '../../db/types.ts';
import { costsOf, explain } from '../../domain/score/explain.ts';
import { currentFormula } from '../../domain/score/formula.ts';
import { rushMs } from '../../domain/score/rush.ts';
import { addSums, type Sums } from '../../domain/score/sums.ts';
import { type ManoeuvreCounts, sumsOfTrip, type TripFacts } from '../../domain/score/tripSums.ts';
import { forEachInPieces } from '../../process/pieces.ts';
import { type Life, type ObjectKey, readLife, type Window } from './life.ts';
import { writeStretches } from './stretches.ts';
import { sumColumns, sumValues } from './sumColumns.ts';
import { writeWeekdays } from './weekdays.ts';

/** A stored trip that begins on one of the days to recompute, with the numbers of its manoeuvres. */
interface DayTrip extends TripFacts {
  readonly id: number;
  readonly day: string;
  readonly startAt: string;
  /** Local time in the object's zone, in ms as if it were UTC. */
  readonly localMs: number;
  /** True if a user excluded the trip, or the trip is quarantined. */
  readonly leftOut: boolean;
  /** Values computed before. */
  readonly stored: {
    readonly rushMs: number | null;
    readonly scored: boolean;
    readonly counts: ManoeuvreCounts | null;
    readonly scoreTenths: number | null;
    readonly parts: Readonly<Record<string, number>> | null;
  };
}

export const manoeuvreCountNames = [
  'acceleration',
  'braking',
  'cornering',
  'directionChange',
  'speeding',
  'bump',
] as const;

const counts = manoeuvreCountNames.map(kind => `count(*) filter (where kind = '${kind}') as "${kind}"`).join(', ');

/** Maximum number of trips read at once. Thousands of rows would block the event loop while they are parsed. */
const tripsAtOnce = 500;

interface Slice extends Pick<Life, 'zone' | 'fromAt' | 'toAt'> {
  /** The last trip of the slice before. Undefined: this is the first slice. */
  readonly after: Pick<ReadTrip, 'id' | 'exactStart'> | undefined;
}

type ReadTrip = DayTrip & {
  /** Start with microseconds. */
  readonly exactStart: string;
};

const readSlice = async (db: Kysely<Database>, objectId: string, slice: Slice): Promise<ReadTrip[]> => {
  const { zone, fromAt, toAt, after } = slice;
  const { rows } = await sql<ReadTrip>`
    select trip.id, start_at::text as "exactStart", (start_at at time zone ${zone})::date::text as day, start_at as "startAt",
      (extract(epoch from start_at at time zone ${zone}) * 1000)::bigint as "localMs",
      floor(duration_s * 1000 + 0.5)::bigint as "durationMs", floor(distance_km * 1000 + 0.5)::bigint as "distanceM",
      maximum_speed_kmh as "maximumSpeedKmh", night_ms as "nightMs", idle_ms as "idleMs",
      speed_squares as "speedSquares", complication, urban_m as "urbanM", motorway_m as "motorwayM",
      watched_by as "watchedBy", excluded_at is not null or quarantine_reason is not null as "leftOut",
      json_build_object('rushMs', rush_ms, 'scored', scored,
        'scoreTenths', score_tenths, 'parts', parts, 'counts', case when trip.acceleration is null then null else
          json_build_object('acceleration', trip.acceleration, 'braking', trip.braking, 'cornering', trip.cornering,
            'directionChange', trip.direction_change, 'speeding', trip.speeding, 'bump', trip.bump) end) as stored,
      to_json(counted) as counts
    from trip
    left join trip_score score on score.object_id = trip.object_id and score.trip_id = trip.id
      and score.formula = ${currentFormula.version}
    cross join lateral (select ${sql.raw(counts)} from manoeuvre
      where manoeuvre.object_id = ${objectId} and manoeuvre.trip_id = trip.id) counted
    where trip.object_id = ${objectId} and start_at >= ${fromAt} and start_at < ${toAt}
      ${after ? sql`and (start_at, trip.id) > (${after.exactStart}::timestamptz, ${after.id}::bigint)` : sql``}
    order by start_at, trip.id limit ${tripsAtOnce}`.execute(db);
  return rows;
};

/** Reads the trips that begin in the window's days, in order of time, some hundred at a time. */
async function* readDayTrips(
  db: Kysely<Database>,
  objectId: string,
  days: Pick<Life, 'zone' | 'fromAt' | 'toAt'>,
): AsyncGenerator<readonly DayTrip[]> {
  for (let after: ReadTrip | undefined; ; ) {
    const trips: ReadTrip[] = await readSlice(db, objectId, { ...days, after });
    yield trips;
    if (trips.length < tripsAtOnce) return;
    after = trips.at(-1);
  }
}

type Db = Transaction<Database>;

/** A trip with its computed values. */
interface Scored {
  readonly trip: DayTrip;
  readonly sums: Sums;
  readonly counts: boolean;
  readonly rushMs: number;
  readonly scored: boolean;
  readonly scoreTenths: number | null;
  readonly parts: Readonly<Record<string, number>>;
}

const scoreTrip = (trip: DayTrip, unscored: Life['unscored']): Scored => {
  const startMs = Date.parse(trip.startAt);
  const rush = rushMs(trip.localMs, trip.localMs + trip.durationMs);
  const sums = sumsOfTrip(trip, rush);
  const { scoreTenths, parts } = explain(sums, currentFormula, null);
  const scored = !unscored.some(
    ([from, to]) => Date.parse(from) <= startMs && (to === null || startMs < Date.parse(to)),
  );
  return {
    trip,
    sums,
    counts: scored && !trip.leftOut,
    rushMs: rush,
    scored,
    scoreTenths,
    parts: costsOf(parts),
  };
};

const isAsStored = ({ trip, rushMs: rush, scored, scoreTenths, parts }: Scored): boolean =>
  isDeepStrictEqual(trip.stored, { rushMs: rush, scored, counts: trip.counts, scoreTenths, parts });

/** Maximum number of days in one statement, which takes at most 65,535 values. */
const daysAtOnce = 200;

const writeTrips = async (db: Db, objectId: string, trips: readonly Scored[]): Promise<void> => {
  const arrays = manoeuvreCountNames.map(name => sql`${trips.map(({ trip }) => trip.counts[name])}::int[]`);
  await sql`update trip set rush_ms = new.rush, scored = new.scored, acceleration = new.acceleration,
      braking = new.braking, cornering = new.cornering, direction_change = new.direction_change,
      speeding = new.speeding, bump = new.bump
    from unnest(${trips.map(({ trip }) => trip.id)}::bigint[], ${trips.map(each => each.rushMs)}::int[],
      ${trips.map(each => each.scored)}::boolean[], ${sql.join(arrays)})
      as new (id, rush, scored, acceleration, braking, cornering, direction_change, speeding, bump)
    where trip.object_id = ${objectId} and trip.id = new.id`.execute(db);
  await db
    .insertInto('trip_score')
    .values(
      trips.map(({ trip, scoreTenths, parts }) => ({
        object_id: objectId,
        trip_id: trip.id,
        formula: currentFormula.version,
        score_tenths: scoreTenths,
        parts: JSON.stringify(parts),
      })),
    )
    .onConflict(conflict =>
      conflict.columns(['object_id', 'trip_id', 'formula']).doUpdateSet({
        score_tenths: sql`excluded.score_tenths`,
        parts: sql`excluded.parts`,
      }),
    )
    .execute();
};

const names = sql.raw(sumColumns.join(', '));
const replaced = sql.raw(sumColumns.map(column => `${column} = excluded.${column}`).join(', '));
const listOf = (values: readonly unknown[]) => sql.join(values.map(value => sql`${value}`));

/** Writes the day sums of the window. A day without counted trips has no row. */
const writeDays = async (
  db: Db,
  { companyId, objectId }: ObjectKey,
  { firstDay, lastDay }: Life,
  days: ReadonlyMap<string, Sums>,
): Promise<void> => {
  await sql`delete from object_day where company_id = ${companyId} and object_id = ${objectId}
    and day between ${firstDay} and ${lastDay} and not day = any(${[...days.keys()]}::date[])`.execute(db);
  const all = [...days];
  for (let from = 0; from < all.length; from += daysAtOnce) {
    const some = all.slice(from, from + daysAtOnce);
    const rows = some.map(([day, sums]) => sql`(${listOf([companyId, objectId, day, ...sumValues(sums)])})`);
    await sql`insert into object_day (company_id, object_id, day, ${names}) values ${sql.join(rows)}
      on conflict (company_id, object_id, day) do update set ${replaced}`.execute(db);
  }
};

/** Whether the object has no trip. Such an object gets no row, because the score list shows only objects with trips. */
const isUndriven = async (db: Db, objectId: string): Promise<boolean> => {
  const trip = await db.selectFrom('trip').select('id').where('object_id', '=', objectId).limit(1).executeTakeFirst();
  return trip === undefined;
};

const writeLife = async (
  db: Db,
  { companyId, objectId }: ObjectKey,
  { voucherId, zone, priors, others }: Life,
  days: ReadonlyMap<string, Sums>,
): Promise<void> => {
  const whole = addSums([others, ...days.values()]);
  const { scoreTenths, band, worst } = explain(whole, currentFormula, priors);
  const driven = [others.first, others.last, ...days.keys()].filter(day => day !== null).sort();
  if (driven.length === 0 && (await isUndriven(db, objectId))) {
    await db.deleteFrom('object_score').where('company_id', '=', companyId).where('object_id', '=', objectId).execute();
    return;
  }
  const own = {
    voucher_id: voucherId,
    first_day: driven[0] ?? null,
    last_day: driven.at(-1) ?? null,
    days: others.days + days.size,
    formula: currentFormula.version,
    score: scoreTenths === null ? null : scoreTenths / 10,
    band,
    worst,
    time_zone: zone,
  };
  const columns = Object.keys(own);
  await sql`insert into object_score (company_id, object_id, ${sql.raw(columns.join(', '))}, ${names})
    values (${listOf([companyId, objectId, ...Object.values(own), ...sumValues(whole)])})
    on conflict (company_id, object_id) do update set
      ${sql.raw(columns.map(column => `${column} = excluded.${column}`).join(', '))}, ${replaced}`.execute(db);
};

/** Time range that contains every time which a device clock may give. */
const allTime: Window = { fromMs: Date.UTC(1970, 0, 2), beforeMs: Date.UTC(2200, 0, 1) };

const lifeAround = async (db: Kysely<Database>, whose: ObjectKey, window: Window): Promise<Life | undefined> => {
  const life = await readLife(db, whose, window);
  // The company has moved to another time zone, so every day has changed.
  return life?.zoneBefore && life.zoneBefore !== life.zone ? readLife(db, whose, allTime) : life;
};

/** Returns an object's all-time score with one of its trips and without it. Null: no score. */
export const scoresWithAndWithout = async (
  db: Kysely<Database>,
  whose: ObjectKey,
  { Id, DateTime }: Pick<TripRow, 'Id' | 'DateTime'>,
): Promise<{ With: number | null; Without: number | null }> => {
  const startMs = Date.parse(DateTime);
  const life = await lifeAround(db, whose, { fromMs: startMs, beforeMs: startMs + 1 });
  if (!life) return { With: null, Without: null };
  const trips: Scored[] = [];
  for await (const some of readDayTrips(db, whose.objectId, life))
    trips.push(...some.map(trip => scoreTrip(trip, life.unscored)));
  const others = trips.filter(({ trip, counts }) => counts && trip.id !== Id);
  const itself = trips.filter(({ trip, scored }) => scored && trip.id === Id);
  const scoreOf = (counted: readonly Scored[]): number | null => {
    const { scoreTenths } = explain(
      addSums([life.others, ...counted.map(each => each.sums)]),
      currentFormula,
      life.priors,
    );
    return scoreTenths === null ? null : scoreTenths / 10;
  };
  return { With: scoreOf([...others, ...itself]), Without: scoreOf(others) };
};

/**
 * Recomputes everything that depends on an object's trips and manoeuvres in a window. These are facts and scores of
 * trips, sums of their days, and the total.
 * Runs in the transaction that changed the trips. The caller has locked the object.
 * The result does not depend on the order of arrival. Days outside the window enter the total by their stored sums.
 */
export const updateFigures = async (db: Db, whose: ObjectKey, window: Window): Promise<void> => {
  const life = await lifeAround(db, whose, window);
  if (!life) return;
  const days = new Map<string, Sums>();
  // After a change of the company's time zone, `life` covers all trips of the object.
  for await (const trips of readDayTrips(db, whose.objectId, life)) {
    const changed: Scored[] = [];
    await forEachInPieces(trips, each => {
      const scored = scoreTrip(each, life.unscored);
      const { trip, sums, counts } = scored;
      if (!isAsStored(scored)) changed.push(scored);
      if (counts) days.set(trip.day, addSums([...(days.has(trip.day) ? [days.get(trip.day)!] : []), sums]));
    });
    if (changed.length > 0) await writeTrips(db, whose.objectId, changed);
  }
  await writeDays(db, whose, life, days);
  await writeStretches(db, whose, life);
  await writeWeekdays(db, whose, life);
  await writeLife(db, whose, life, days);
};
