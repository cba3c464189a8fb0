import type { ManoeuvreKind } from '../../src/contract/scoring.ts';
import type { TripContext } from '../domain/score/context.ts';
import { costsOf, explainScore, pointsOf } from '../domain/score/explain.ts';
import { currentFormula } from '../domain/score/formula.ts';
import { rushMs } from '../domain/score/localClock.ts';
import { priorsOfDrivers } from '../domain/score/priors.ts';
import { priorsFor, type SourcePriors } from '../domain/score/source.ts';
import { addSums, type Sums } from '../domain/score/sums.ts';
import { type ManoeuvreCounts, sumsOfTrip, type TripFacts } from '../domain/score/tripSums.ts';
import { sumColumns, sumValues } from '../modules/statistics/service.ts';
import type { Row, TableRows } from './rows.ts';
import type { DemoVoucher } from './vouchers.ts';

const timeZone = 'Europe/Moscow';

export type TripEvent = {
  kind: ManoeuvreKind;
  startMs: number;
  endMs: number;
  peakG: number;
  meanG: number;
  speedKmh: number;
  latitude: number;
  longitude: number;
};

export type DemoTrip = {
  id: number;
  startMs: number;
  endMs: number;
  distanceKm: number;
  maximumSpeedKmh: number;
  nightMs: number;
  utcOffsetMs: number;
  context: Omit<TripContext, 'nightMs' | 'utcOffsetMs'>;
  events: readonly TripEvent[];
  notes: string;
  excludedFor: string | null;
};

const sumCells = (sums: Sums): Row => {
  const values = sumValues(sums);
  return Object.fromEntries(sumColumns.map((column, at) => [column, values[at]!]));
};

const countsOf = ({ events }: DemoTrip): ManoeuvreCounts => {
  const counts = { acceleration: 0, braking: 0, cornering: 0, directionChange: 0, speeding: 0, bump: 0 };
  for (const { kind } of events) counts[kind] += 1;
  return counts;
};

const factsOfTrip = (trip: DemoTrip): TripFacts => ({
  ...trip.context,
  durationMs: trip.endMs - trip.startMs,
  distanceM: Math.round(trip.distanceKm * 1000),
  maximumSpeedKmh: trip.maximumSpeedKmh,
  nightMs: trip.nightMs,
  manoeuvreSource: 'positions',
  watchedM: null,
  sensedM: null,
  placedM: null,
  counts: countsOf(trip),
});

const tripCells = (objectId: string, trip: DemoTrip, facts: TripFacts, rushDurationMs: number): Row => {
  const { startMs, endMs, distanceKm, context } = trip;
  const durationS = (endMs - startMs) / 1000;
  const { acceleration, braking, cornering, directionChange, speeding, bump } = facts.counts;
  return {
    object_id: objectId,
    id: trip.id,
    start_at: new Date(startMs),
    end_at: new Date(endMs),
    duration_s: durationS,
    distance_km: distanceKm,
    average_speed_kmh: (distanceKm / durationS) * 3600,
    maximum_speed_kmh: trip.maximumSpeedKmh,
    utc_offset_ms: trip.utcOffsetMs,
    night_ms: trip.nightMs,
    rush_ms: rushDurationMs,
    idle_ms: context.idleMs,
    speed_squares: context.speedSquares,
    complication: context.complication,
    urban_m: context.urbanM,
    motorway_m: context.motorwayM,
    watched_by: 'positions',
    acceleration,
    braking,
    cornering,
    direction_change: directionChange,
    speeding,
    bump,
    notes: trip.notes,
    excluded_at: trip.excludedFor === null ? null : new Date(endMs),
    exclusion_reason: trip.excludedFor,
  };
};

const manoeuvreCells = (objectId: string, { id, events }: DemoTrip): Row[] =>
  events.map(event => ({
    object_id: objectId,
    trip_id: id,
    kind: event.kind,
    start_at: new Date(event.startMs),
    end_at: new Date(event.endMs),
    peak_g: event.peakG,
    mean_g: event.meanG,
    speed_kmh: event.speedKmh,
    latitude: event.latitude,
    longitude: event.longitude,
    source: 'positions',
  }));

/** Daily sums of driving of a voucher's object, with the ids of company, voucher and object. */
export type DrivenDays = { companyId: number; voucherId: number; objectId: string; days: ReadonlyMap<string, Sums> };

/** Returns the rows of a voucher's trips and days, as the server stores them, and the daily sums. */
export const scoreTrips = (
  companyId: number,
  voucherId: number,
  { objectId }: Pick<DemoVoucher, 'objectId'>,
  trips: readonly DemoTrip[],
) => {
  const days = new Map<string, Sums>();
  const rows = { trips: [] as Row[], scores: [] as Row[], manoeuvres: [] as Row[], days: [] as Row[] };
  for (const trip of trips) {
    const facts = factsOfTrip(trip);
    const rushDurationMs = rushMs(trip.startMs + trip.utcOffsetMs, trip.endMs + trip.utcOffsetMs);
    const sums = sumsOfTrip(facts, rushDurationMs);
    const { scoreTenths, parts } = explainScore(sums, currentFormula, null);
    rows.trips.push(tripCells(objectId, trip, facts, rushDurationMs));
    rows.scores.push({
      object_id: objectId,
      trip_id: trip.id,
      formula: currentFormula.version,
      score_tenths: scoreTenths,
      parts: { json: costsOf(parts) },
    });
    rows.manoeuvres.push(...manoeuvreCells(objectId, trip));
    if (trip.excludedFor !== null) continue;
    const day = new Date(trip.startMs + trip.utcOffsetMs).toISOString().slice(0, 10);
    days.set(day, addSums([...(days.has(day) ? [days.get(day)!] : []), sums]));
  }
  for (const [day, sums] of days)
    rows.days.push({
      company_id: companyId,
      object_id: objectId,
      day,
      ...sumCells(sums),
    });
  const drivenDays: DrivenDays[] = trips.length > 0 ? [{ companyId, voucherId, objectId, days }] : [];
  return { rows, driven: drivenDays };
};

const objectScoreCells = ({ companyId, voucherId, objectId, days }: DrivenDays, priors: SourcePriors): Row => {
  const totalSums = addSums([...days.values()]);
  const { scoreTenths, lowTenths, highTenths, band, worst } = explainScore(
    totalSums,
    currentFormula,
    priorsFor(totalSums, priors),
  );
  const drivenDates = [...days.keys()].sort();
  return {
    company_id: companyId,
    object_id: objectId,
    voucher_id: voucherId,
    first_day: drivenDates[0] ?? null,
    last_day: drivenDates.at(-1) ?? null,
    days: days.size,
    formula: currentFormula.version,
    score: pointsOf(scoreTenths),
    score_low: pointsOf(lowTenths),
    score_high: pointsOf(highTenths),
    band,
    worst,
    time_zone: timeZone,
    ...sumCells(totalSums),
  };
};

/** Computes each company's mean rates from its drivers, and the scores that are based on these means. */
export function* objectScoreTables(drivenDays: readonly DrivenDays[], computedAt: Date): Generator<TableRows> {
  for (const companyId of new Set(drivenDays.map(driver => driver.companyId))) {
    const drivers = drivenDays.filter(driver => driver.companyId === companyId);
    const { all, bySource } = priorsOfDrivers(
      drivers.map(({ days }) => [...days.values()]),
      currentFormula,
    );
    yield {
      table: 'score_prior',
      rows: [
        {
          company_id: companyId,
          formula: currentFormula.version,
          made_at: computedAt,
          priors: { json: all },
          priors_by_source: { json: bySource },
        },
      ],
    };
    yield {
      table: 'object_score',
      rows: drivers.map(driver => objectScoreCells(driver, bySource)),
    };
  }
}
