import { isDeepStrictEqual } from 'node:util';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { TripRow } from '../../../src/contract/shapes/telemetry.ts';
import { localDaySql, tripTime, withinLocalDaysSql } from '../../db/localDay.ts';
import type { Database } from '../../db/types.ts';
import { costsOf, explainScore, pointsOf } from '../../domain/score/explain.ts';
import { currentFormula } from '../../domain/score/formula.ts';
import { rushMs } from '../../domain/score/localClock.ts';
import { priorsFor } from '../../domain/score/source.ts';
import { addSums, type Sums } from '../../domain/score/sums.ts';
import { type ManoeuvreCounts, sumsOfTrip, type TripFacts } from '../../domain/score/tripSums.ts';
import { forEachInPieces } from '../../process/pieces.ts';
import { type ObjectKey, readScoreInputs, type ScoreInputs, type Window } from './scoreInputs.ts';
import { writeStretches } from './stretches.ts';
import { sumColumns, sumValues } from './sumColumns.ts';
import { writeWeekdays } from './weekdays.ts';

interface DayTrip extends TripFacts {
  readonly id: number;
  readonly day: string;
  readonly startAt: string;
  /**
   * Local time where the trip begins, in ms as if it were UTC. By the object's zone for trips whose place was never
   * looked up.
   */
  readonly localMs: number;
  /** True if a user excluded the trip, or the trip is quarantined. */
  readonly isLeftOut: boolean;
  /** Values of the trip that an earlier computation stored. */
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

const manoeuvreCountsSql = manoeuvreCountNames
  .map(kind => `count(*) filter (where kind = '${kind}') as "${kind}"`)
  .join(', ');

/**
 * Maximum number of trips read at once. Five hundred rows would block the event loop for 30 ms while they are parsed.
 */
const maxTripsPerRead = 200;

interface TripSlice extends Pick<ScoreInputs, 'zone' | 'firstDay' | 'lastDay'> {
  /** The last trip of the previous read. Undefined: this is the first read. */
  readonly previousTrip: Pick<SlicedTrip, 'id' | 'exactStart'> | undefined;
}

type SlicedTrip = DayTrip & {
  /** Start of the trip as text with microseconds, because the next read continues exactly there. */
  readonly exactStart: string;
};

const readSlice = async (db: Kysely<Database>, objectId: string, slice: TripSlice): Promise<SlicedTrip[]> => {
  const { zone, firstDay, lastDay, previousTrip } = slice;
  const { rows } = await sql<SlicedTrip>`
    select trip.id, start_at::text as "exactStart", ${localDaySql(tripTime(zone))}::text as day, start_at as "startAt",
      coalesce((extract(epoch from start_at) * 1000)::bigint + utc_offset_ms,
        (extract(epoch from start_at at time zone ${zone}) * 1000)::bigint) as "localMs",
      floor(duration_s * 1000 + 0.5)::bigint as "durationMs", floor(distance_km * 1000 + 0.5)::bigint as "distanceM",
      maximum_speed_kmh as "maximumSpeedKmh", night_ms as "nightMs", idle_ms as "idleMs",
      speed_squares as "speedSquares", complication, urban_m as "urbanM", motorway_m as "motorwayM",
      watched_by as "manoeuvreSource", watched_m as "watchedM", sensed_m as "sensedM", placed_m as "placedM", excluded_at is not null or quarantine_reason is not null as "isLeftOut",
      json_build_object('rushMs', rush_ms, 'scored', scored,
        'scoreTenths', score_tenths, 'parts', parts, 'counts', case when trip.acceleration is null then null else
          json_build_object('acceleration', trip.acceleration, 'braking', trip.braking, 'cornering', trip.cornering,
            'directionChange', trip.direction_change, 'speeding', trip.speeding, 'bump', trip.bump) end) as stored,
      to_json(counted) as counts
    from trip
    left join trip_score score on score.object_id = trip.object_id and score.trip_id = trip.id
      and score.formula = ${currentFormula.version}
    cross join lateral (select ${sql.raw(manoeuvreCountsSql)} from manoeuvre
      where manoeuvre.object_id = ${objectId} and manoeuvre.trip_id = trip.id) counted
    where trip.object_id = ${objectId} ${withinLocalDaysSql(tripTime(zone), { from: firstDay, to: lastDay })}
      ${previousTrip ? sql`and (start_at, trip.id) > (${previousTrip.exactStart}::timestamptz, ${previousTrip.id}::bigint)` : sql``}
    order by start_at, trip.id limit ${maxTripsPerRead}`.execute(db);
  return rows;
};

/** Reads the trips that begin in the window's days, in order of time, some hundred at a time. */
async function* readDayTrips(
  db: Kysely<Database>,
  objectId: string,
  days: Pick<ScoreInputs, 'zone' | 'firstDay' | 'lastDay'>,
): AsyncGenerator<readonly DayTrip[]> {
  for (let previousTrip: SlicedTrip | undefined; ; ) {
    const trips: SlicedTrip[] = await readSlice(db, objectId, { ...days, previousTrip });
    yield trips;
    if (trips.length < maxTripsPerRead) return;
    previousTrip = trips.at(-1);
  }
}

type Db = Transaction<Database>;

/** A trip with the values that its score and the sums of its day need. */
interface ScoredTrip {
  readonly trip: DayTrip;
  readonly sums: Sums;
  readonly isCounted: boolean;
  readonly rushMs: number;
  readonly scored: boolean;
  readonly scoreTenths: number | null;
  readonly parts: Readonly<Record<string, number>>;
}

const scoreTrip = (trip: DayTrip, unscored: ScoreInputs['unscored']): ScoredTrip => {
  const startMs = Date.parse(trip.startAt);
  const rushDurationMs = rushMs(trip.localMs, trip.localMs + trip.durationMs);
  const sums = sumsOfTrip(trip, rushDurationMs);
  const { scoreTenths, parts } = explainScore(sums, currentFormula, null);
  const scored = !unscored.some(
    ([from, to]) => Date.parse(from) <= startMs && (to === null || startMs < Date.parse(to)),
  );
  return {
    trip,
    sums,
    isCounted: scored && !trip.isLeftOut,
    rushMs: rushDurationMs,
    scored,
    scoreTenths,
    parts: costsOf(parts),
  };
};

const isAsStored = ({ trip, rushMs: rushDurationMs, scored, scoreTenths, parts }: ScoredTrip): boolean =>
  isDeepStrictEqual(trip.stored, { rushMs: rushDurationMs, scored, counts: trip.counts, scoreTenths, parts });

/** Maximum number of days in one insert statement, because a statement takes at most 65,535 values. */
const maxDaysPerInsert = 200;

const writeTrips = async (db: Db, objectId: string, trips: readonly ScoredTrip[]): Promise<void> => {
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

const sumColumnNames = sql.raw(sumColumns.join(', '));
const replaceColumnsSql = sql.raw(sumColumns.map(column => `${column} = excluded.${column}`).join(', '));
const sqlListOf = (values: readonly unknown[]) => sql.join(values.map(value => sql`${value}`));

/** Writes the day sums of the window. A day without counted trips has no row. */
const writeDays = async (
  db: Db,
  { companyId, objectId }: ObjectKey,
  { firstDay, lastDay }: ScoreInputs,
  days: ReadonlyMap<string, Sums>,
): Promise<void> => {
  await sql`delete from object_day where company_id = ${companyId} and object_id = ${objectId}
    and day between ${firstDay} and ${lastDay} and not day = any(${[...days.keys()]}::date[])`.execute(db);
  const allDays = [...days];
  for (let from = 0; from < allDays.length; from += maxDaysPerInsert) {
    const batch = allDays.slice(from, from + maxDaysPerInsert);
    const rows = batch.map(([day, sums]) => sql`(${sqlListOf([companyId, objectId, day, ...sumValues(sums)])})`);
    await sql`insert into object_day (company_id, object_id, day, ${sumColumnNames}) values ${sql.join(rows)}
      on conflict (company_id, object_id, day) do update set ${replaceColumnsSql}`.execute(db);
  }
};

/** Whether the object has no trip. Such an object gets no row, because the score list shows only objects with trips. */
const hasNoTrips = async (db: Db, objectId: string): Promise<boolean> => {
  const trip = await db.selectFrom('trip').select('id').where('object_id', '=', objectId).limit(1).executeTakeFirst();
  return trip === undefined;
};

const writeObjectScore = async (
  db: Db,
  { companyId, objectId }: ObjectKey,
  { voucherId, zone, priors, otherDays }: ScoreInputs,
  days: ReadonlyMap<string, Sums>,
): Promise<void> => {
  const totalSums = addSums([otherDays, ...days.values()]);
  const { scoreTenths, lowTenths, highTenths, band, worst } = explainScore(
    totalSums,
    currentFormula,
    priorsFor(totalSums, priors),
  );
  const drivenDays = [otherDays.first, otherDays.last, ...days.keys()].filter(day => day !== null).sort();
  if (drivenDays.length === 0 && (await hasNoTrips(db, objectId))) {
    await db.deleteFrom('object_score').where('company_id', '=', companyId).where('object_id', '=', objectId).execute();
    return;
  }
  const scoreColumns = {
    voucher_id: voucherId,
    first_day: drivenDays[0] ?? null,
    last_day: drivenDays.at(-1) ?? null,
    days: otherDays.days + days.size,
    formula: currentFormula.version,
    score: pointsOf(scoreTenths),
    score_low: pointsOf(lowTenths),
    score_high: pointsOf(highTenths),
    band,
    worst,
    time_zone: zone,
  };
  const columns = Object.keys(scoreColumns);
  await sql`insert into object_score (company_id, object_id, ${sql.raw(columns.join(', '))}, ${sumColumnNames})
    values (${sqlListOf([companyId, objectId, ...Object.values(scoreColumns), ...sumValues(totalSums)])})
    on conflict (company_id, object_id) do update set
      ${sql.raw(columns.map(column => `${column} = excluded.${column}`).join(', '))}, ${replaceColumnsSql}`.execute(db);
};

/** Time range that contains every time that a device clock can have. */
const allTime: Window = { fromMs: Date.UTC(1970, 0, 2), beforeMs: Date.UTC(2200, 0, 1) };

const readInputsAround = async (
  db: Kysely<Database>,
  object: ObjectKey,
  window: Window,
): Promise<ScoreInputs | undefined> => {
  const inputs = await readScoreInputs(db, object, window);
  // The company has moved to another time zone, so the sums of every day are recomputed.
  return inputs?.storedZone && inputs.storedZone !== inputs.zone ? readScoreInputs(db, object, allTime) : inputs;
};

export const readScoresWithAndWithoutTrip = async (
  db: Kysely<Database>,
  object: ObjectKey,
  { Id, DateTime }: Pick<TripRow, 'Id' | 'DateTime'>,
): Promise<{ With: number | null; Without: number | null }> => {
  const startMs = Date.parse(DateTime);
  const inputs = await readInputsAround(db, object, { fromMs: startMs, beforeMs: startMs + 1 });
  if (!inputs) return { With: null, Without: null };
  const trips: ScoredTrip[] = [];
  for await (const some of readDayTrips(db, object.objectId, inputs))
    trips.push(...some.map(trip => scoreTrip(trip, inputs.unscored)));
  const otherTrips = trips.filter(({ trip, isCounted }) => isCounted && trip.id !== Id);
  const ownTrip = trips.filter(({ trip, scored }) => scored && trip.id === Id);
  const scoreOf = (counted: readonly ScoredTrip[]): number | null => {
    const sums = addSums([inputs.otherDays, ...counted.map(each => each.sums)]);
    const { scoreTenths } = explainScore(sums, currentFormula, priorsFor(sums, inputs.priors));
    return pointsOf(scoreTenths);
  };
  return { With: scoreOf([...otherTrips, ...ownTrip]), Without: scoreOf(otherTrips) };
};

/**
 * Recomputes everything that depends on an object's trips and manoeuvres in a window. These are facts and scores of
 * trips, sums of their days, and the total.
 * Runs in the transaction that changed the trips. The caller has locked the object.
 * The result does not depend on the order of arrival. Days outside the window enter the total by their stored sums.
 */
export const updateFigures = async (db: Db, object: ObjectKey, window: Window): Promise<void> => {
  const inputs = await readInputsAround(db, object, window);
  if (!inputs) return;
  const days = new Map<string, Sums>();
  // After a change of the company's time zone, `inputs` cover all trips of the object and not only the window.
  for await (const trips of readDayTrips(db, object.objectId, inputs)) {
    const changedTrips: ScoredTrip[] = [];
    await forEachInPieces(trips, each => {
      const scoredTrip = scoreTrip(each, inputs.unscored);
      const { trip, sums, isCounted } = scoredTrip;
      if (!isAsStored(scoredTrip)) changedTrips.push(scoredTrip);
      if (isCounted) days.set(trip.day, addSums([...(days.has(trip.day) ? [days.get(trip.day)!] : []), sums]));
    });
    if (changedTrips.length > 0) await writeTrips(db, object.objectId, changedTrips);
  }
  await writeDays(db, object, inputs, days);
  await writeStretches(db, object, inputs);
  await writeWeekdays(db, object, inputs);
  await writeObjectScore(db, object, inputs, days);
};
