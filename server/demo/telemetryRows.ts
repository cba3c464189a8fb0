import { dayMs } from '../../src/schema/kinds/time.ts';
import { tripContext } from '../domain/score/context.ts';
import { encodeTrack } from '../domain/telemetry/codec.ts';
import { findManoeuvres } from '../domain/telemetry/manoeuvres.ts';
import { sliceTrack, type Track } from '../domain/telemetry/positions.ts';
import { defaultSettings } from '../domain/telemetry/settings.ts';
import { cutTrips, type Trip } from '../domain/telemetry/trips.ts';
import type { DemoAccident } from './accidents.ts';
import type { Drive } from './drive.ts';
import { factsOf, nightMsOf } from './driveFacts.ts';
import { driverStoryOf } from './driverStories.ts';
import { createRandom } from './random.ts';
import { type Net, netOf } from './roads/net.ts';
import type { Cell, LastIds, TableRows } from './rows.ts';
import { type PlannedTrip, planTrips } from './schedule.ts';
import { trackOf } from './track.ts';
import {
  type DemoTrip,
  type Driven,
  dayColumns,
  manoeuvreColumns,
  scoreColumns,
  scoredRows,
  tripColumns,
  wholeTables,
} from './tripScores.ts';
import type { DemoVoucher, World } from './vouchers.ts';

/** Older drives are stored as trips only, because a demo must load within seconds. */
const fullTrackDays = 5;
const repairDays = 14;
const betweenTripsMs = 360_000;
const vouchersAtATime = 20;

const blockColumns = ['object_id', 'start_at', 'end_at', 'samples', 'data'] as const;

type Summary = { startMs: number; endMs: number; distanceKm: number; maximumSpeedKmh: number };

/** Summary of a drive: the result of `cutTrips` within the noise of fixes, without building the track. */
const summaryOf = (drive: Drive, startMs: number): Summary | null => {
  const moving = defaultSettings.tripStartKmh / 3.6;
  const first = drive.speedMs.findIndex(speed => speed > moving);
  const last = drive.speedMs.findLastIndex(speed => speed > moving);
  if (first < 0) return null;
  let fastest = 0;
  for (const speed of drive.speedMs) if (speed > fastest) fastest = speed;
  const distanceKm = (drive.distanceM[last]! - drive.distanceM[first]!) / 1000;
  return { startMs: startMs + first * 1000, endMs: startMs + last * 1000, distanceKm, maximumSpeedKmh: fastest * 3.6 };
};

const blockRow = (objectId: string, track: Track): Cell[] => {
  const samples = track.timeMs.length;
  return [objectId, new Date(track.timeMs[0]!), new Date(track.timeMs[samples - 1]!), samples, encodeTrack(track)];
};

/** Whether the accidents allow the trip: not during the last drive, and not while the car is in repair. */
const possible = (trip: PlannedTrip, accidents: readonly DemoAccident[]): boolean => {
  const endMs = trip.startMs + trip.drive.speedMs.length * 1000;
  return accidents.every(({ track, facts, crashMs, plan }) => {
    const fromMs = track.timeMs[0]! - betweenTripsMs;
    const wrecked = facts.Severity === 'major' && plan.status !== 'notvalid';
    const untilMs = wrecked ? crashMs + repairDays * dayMs : track.timeMs[track.timeMs.length - 1]! + betweenTripsMs;
    return endMs < fromMs || trip.startMs > untilMs;
  });
};

/** A trip's values besides its summary. */
const tripOf = (
  net: Net,
  drive: Drive,
  driveMs: number,
  summary: Summary,
  annotation: Pick<DemoTrip, 'notes' | 'excludedFor'>,
) => {
  const { events, context } = factsOf(net, drive);
  const { startMs, endMs, distanceKm, maximumSpeedKmh } = summary;
  return {
    ...annotation,
    startMs,
    endMs,
    distanceKm,
    maximumSpeedKmh,
    nightMs: nightMsOf(net.originLatitude, net.originLongitude, startMs, endMs),
    context,
    events: events.map(event => ({
      ...event,
      startMs: driveMs + event.fromS * 1000,
      endMs: driveMs + event.toS * 1000,
    })),
  };
};

/** A trip with an impact in it, found as the server would. */
const tripOfTrack = (track: Track, trip: Trip): Omit<DemoTrip, 'id'> => {
  const { nightMs, ...context } = tripContext(track, trip);
  const { fromIndex, toIndex, startMs, endMs, distanceKm, maximumSpeedKmh } = trip;
  const events = findManoeuvres({ track, fromIndex, toIndex, acceleration: [] }).flatMap(found =>
    found.peakG === null || found.meanG === null || found.latitude === null || found.longitude === null
      ? []
      : [
          {
            kind: found.kind,
            fromS: 0,
            toS: 0,
            startMs: found.startMs,
            endMs: found.endMs,
            peakG: found.peakG,
            meanG: found.meanG,
            speedKmh: found.speedKmh ?? 0,
            latitude: found.latitude,
            longitude: found.longitude,
          },
        ],
  );
  return { startMs, endMs, distanceKm, maximumSpeedKmh, nightMs, context, events, notes: '', excludedFor: null };
};

/** Notes and exclusion for the first trip of a day in the driver's story. */
const annotationOf = (world: World, voucher: DemoVoucher) => {
  const story = driverStoryOf(voucher.index);
  const waiting = new Map(story?.notes?.map(({ daysAgo, text }) => [daysAgo, text] as const));
  let { excluded } = story ?? {};
  return (startMs: number): Pick<DemoTrip, 'notes' | 'excludedFor'> => {
    const daysAgo = Math.floor((world.today.getTime() - startMs) / dayMs);
    const notes = waiting.get(daysAgo) ?? '';
    waiting.delete(daysAgo);
    const excludedFor = excluded && excluded.daysAgo >= daysAgo ? excluded.reason : null;
    if (excludedFor !== null) excluded = undefined;
    return { notes, excludedFor };
  };
};

const telemetryOf = (world: World, voucher: DemoVoucher, accidents: readonly DemoAccident[]) => {
  const { objectId } = voucher;
  const net = netOf(voucher.client.cityKey);
  const nowMs = world.today.getTime();
  const trips: Omit<DemoTrip, 'id'>[] = [];
  const blocks: Cell[][] = [];
  const annotationAt = annotationOf(world, voucher);
  const planned = planTrips(world, voucher).filter(trip => possible(trip, accidents));
  for (const [at, { drive, startMs }] of planned.entries()) {
    if (startMs >= nowMs - fullTrackDays * dayMs) {
      const track = trackOf(net, drive, startMs, createRandom(world.seed, `track ${voucher.index}`, at));
      blocks.push(blockRow(objectId, track));
      for (const trip of cutTrips(track)) trips.push(tripOf(net, drive, startMs, trip, annotationAt(trip.startMs)));
      continue;
    }
    const summary = summaryOf(drive, startMs);
    if (summary) trips.push(tripOf(net, drive, startMs, summary, annotationAt(startMs)));
  }
  // Nothing later than now has been sent.
  for (const accident of accidents) {
    const track = sliceTrack(accident.track, 0, nowMs);
    blocks.push(blockRow(objectId, track));
    for (const trip of cutTrips(track)) trips.push(tripOfTrack(track, trip));
  }
  return { trips: trips.sort((a, b) => a.startMs - b.startMs), blocks };
};

/**
 * Trips with their manoeuvres and scores, their sums, and position blocks. A few vouchers at a time, to keep memory
 * flat.
 */
export function* telemetryTables(
  world: World,
  last: LastIds,
  vouchers: readonly DemoVoucher[],
  accidents: readonly DemoAccident[],
): Generator<TableRows> {
  let tripId = last.trip;
  const driven: Driven[] = [];
  for (let from = 0; from < vouchers.length; from += vouchersAtATime) {
    const blocks: Cell[][] = [];
    const rows = {
      trips: [] as Cell[][],
      scores: [] as Cell[][],
      manoeuvres: [] as Cell[][],
      days: [] as Cell[][],
    };
    for (const voucher of vouchers.slice(from, from + vouchersAtATime)) {
      const ofVoucher = accidents.filter(accident => accident.voucher.index === voucher.index);
      const telemetry = telemetryOf(world, voucher, ofVoucher);
      const trips = telemetry.trips.map(trip => ({ ...trip, id: ++tripId }));
      const scored = scoredRows(last.company + voucher.company + 1, last.voucher + voucher.index + 1, voucher, trips);
      for (const name of Object.keys(rows) as (keyof typeof rows)[]) rows[name].push(...scored.rows[name]);
      driven.push(...scored.driven);
      blocks.push(...telemetry.blocks);
    }
    yield { table: 'trip', columns: tripColumns, rows: rows.trips };
    yield { table: 'trip_score', columns: scoreColumns, rows: rows.scores };
    yield { table: 'manoeuvre', columns: manoeuvreColumns, rows: rows.manoeuvres };
    yield { table: 'object_day', columns: dayColumns, rows: rows.days };
    yield { table: 'position_block', columns: blockColumns, rows: blocks };
  }
  yield* wholeTables(driven, world.today);
}
