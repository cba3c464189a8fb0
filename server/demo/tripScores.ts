import type { ManoeuvreKind } from '../../src/contract/manoeuvres.ts';
import type { TripContext } from '../domain/score/context.ts';
import { costsOf, explainScore, pointsOf } from '../domain/score/explain.ts';
import { currentFormula } from '../domain/score/formula.ts';
import { rushMs } from '../domain/score/localClock.ts';
import { priorsOfDrivers } from '../domain/score/priors.ts';
import { priorsFor, type SourcePriors } from '../domain/score/source.ts';
import { addSums, type Sums } from '../domain/score/sums.ts';
import { type ManoeuvreCounts, sumsOfTrip, type TripFacts } from '../domain/score/tripSums.ts';
import { sumColumns, sumValues } from '../modules/statistics/service.ts';
import type { Cell, TableRows } from './rows.ts';
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

/** A trip of the demo with the values of its database row. */
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

export const tripColumns = [
  'object_id',
  'id',
  'start_at',
  'end_at',
  'duration_s',
  'distance_km',
  'average_speed_kmh',
  'maximum_speed_kmh',
  'utc_offset_ms',
  'night_ms',
  'rush_ms',
  'idle_ms',
  'speed_squares',
  'complication',
  'urban_m',
  'motorway_m',
  'watched_by',
  'acceleration',
  'braking',
  'cornering',
  'direction_change',
  'speeding',
  'bump',
  'notes',
  'excluded_at',
  'exclusion_reason',
] as const;
export const scoreColumns = ['object_id', 'trip_id', 'formula', 'score_tenths', 'parts'] as const;
export const dayColumns = ['company_id', 'object_id', 'day', ...sumColumns] as const;
const objectScoreColumns = [
  'company_id',
  'object_id',
  'voucher_id',
  'first_day',
  'last_day',
  'days',
  'formula',
  'score',
  'score_low',
  'score_high',
  'band',
  'worst',
  'time_zone',
  ...sumColumns,
] as const;
export const manoeuvreColumns = [
  'object_id',
  'trip_id',
  'kind',
  'start_at',
  'end_at',
  'peak_g',
  'mean_g',
  'speed_kmh',
  'latitude',
  'longitude',
  'source',
] as const;

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

const tripCells = (objectId: string, trip: DemoTrip, facts: TripFacts, rushDurationMs: number): Cell[] => {
  const { startMs, endMs, distanceKm, context } = trip;
  const durationS = (endMs - startMs) / 1000;
  const { acceleration, braking, cornering, directionChange, speeding, bump } = facts.counts;
  return [
    objectId,
    trip.id,
    new Date(startMs),
    new Date(endMs),
    durationS,
    distanceKm,
    (distanceKm / durationS) * 3600,
    trip.maximumSpeedKmh,
    trip.utcOffsetMs,
    trip.nightMs,
    rushDurationMs,
    context.idleMs,
    context.speedSquares,
    context.complication,
    context.urbanM,
    context.motorwayM,
    'positions',
    acceleration,
    braking,
    cornering,
    directionChange,
    speeding,
    bump,
    trip.notes,
    trip.excludedFor === null ? null : new Date(endMs),
    trip.excludedFor,
  ];
};

const manoeuvreCells = (objectId: string, { id, events }: DemoTrip): Cell[][] =>
  events.map(event => [
    objectId,
    id,
    event.kind,
    new Date(event.startMs),
    new Date(event.endMs),
    event.peakG,
    event.meanG,
    event.speedKmh,
    event.latitude,
    event.longitude,
    'positions',
  ]);

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
  const rows = { trips: [] as Cell[][], scores: [] as Cell[][], manoeuvres: [] as Cell[][], days: [] as Cell[][] };
  for (const trip of trips) {
    const facts = factsOfTrip(trip);
    const rushDurationMs = rushMs(trip.startMs + trip.utcOffsetMs, trip.endMs + trip.utcOffsetMs);
    const sums = sumsOfTrip(facts, rushDurationMs);
    const { scoreTenths, parts } = explainScore(sums, currentFormula, null);
    rows.trips.push(tripCells(objectId, trip, facts, rushDurationMs));
    rows.scores.push([objectId, trip.id, currentFormula.version, scoreTenths, { json: costsOf(parts) }]);
    rows.manoeuvres.push(...manoeuvreCells(objectId, trip));
    if (trip.excludedFor !== null) continue;
    const day = new Date(trip.startMs + trip.utcOffsetMs).toISOString().slice(0, 10);
    days.set(day, addSums([...(days.has(day) ? [days.get(day)!] : []), sums]));
  }
  for (const [day, sums] of days) rows.days.push([companyId, objectId, day, ...sumValues(sums)]);
  const drivenDays: DrivenDays[] = trips.length > 0 ? [{ companyId, voucherId, objectId, days }] : [];
  return { rows, driven: drivenDays };
};

const objectScoreCells = ({ companyId, voucherId, objectId, days }: DrivenDays, priors: SourcePriors): Cell[] => {
  const totalSums = addSums([...days.values()]);
  const { scoreTenths, lowTenths, highTenths, band, worst } = explainScore(
    totalSums,
    currentFormula,
    priorsFor(totalSums, priors),
  );
  const drivenDates = [...days.keys()].sort();
  return [
    companyId,
    objectId,
    voucherId,
    drivenDates[0] ?? null,
    drivenDates.at(-1) ?? null,
    days.size,
    currentFormula.version,
    pointsOf(scoreTenths),
    pointsOf(lowTenths),
    pointsOf(highTenths),
    band,
    worst,
    timeZone,
    ...sumValues(totalSums),
  ];
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
      columns: ['company_id', 'formula', 'made_at', 'priors', 'priors_by_source'],
      rows: [[companyId, currentFormula.version, computedAt, { json: all }, { json: bySource }]],
    };
    yield {
      table: 'object_score',
      columns: objectScoreColumns,
      rows: drivers.map(driver => objectScoreCells(driver, bySource)),
    };
  }
}
