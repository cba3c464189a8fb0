import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/types.ts';
import { currentFormula } from '../../domain/score/formula.ts';
import type { ManoeuvreCounts, TripFacts } from '../../domain/score/tripSums.ts';
import type { Life } from './life.ts';

/** A stored trip of the days to recompute, with its manoeuvres counted. */
export interface DayTrip extends TripFacts {
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

export const countNames = ['acceleration', 'braking', 'cornering', 'directionChange', 'speeding', 'bump'] as const;

const counts = countNames.map(kind => `count(*) filter (where kind = '${kind}') as "${kind}"`).join(', ');

/** Maximum number of trips read at once. Thousands of rows would block the event loop while they are parsed. */
const tripsAtOnce = 500;

interface Slice extends Pick<Life, 'zone' | 'fromAt' | 'toAt'> {
  /** The last trip before the slice. */
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
export async function* readDayTrips(
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
