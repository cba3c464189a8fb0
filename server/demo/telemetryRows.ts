import { dayMs } from '../../src/schema/kinds/time.ts';
import { tripContext } from '../domain/score/context.ts';
import { isNight, utcOffsetMs } from '../domain/score/localClock.ts';
import { encodeTrack } from '../domain/telemetry/codec.ts';
import { findManoeuvres } from '../domain/telemetry/manoeuvres.ts';
import { sliceTrack, type Track } from '../domain/telemetry/positions.ts';
import { cutTrips } from '../domain/telemetry/trips.ts';
import type { DemoAccident } from './accidents.ts';
import { driverStoryOf } from './driverStories.ts';
import { type RecordedDrive, shiftTrack, trackOf } from './recordings.ts';
import type { LastIds, Row, TableRows } from './rows.ts';
import { type PlannedTrip, planTrips } from './schedule.ts';
import { type DemoTrip, type DrivenDays, objectScoreTables, scoreTrips } from './tripScores.ts';
import type { DemoVoucher, World } from './vouchers.ts';

/**
 * Number of days before today with full position data. Older drives are stored as trips only, because a demo must load
 * within seconds.
 */
const fullTrackDays = 5;
const repairDays = 14;
const minTripGapMs = 360_000;
const vouchersPerBatch = 20;

const blockRow = (objectId: string, track: Track): Row => {
  const samples = track.timeMs.length;
  return {
    object_id: objectId,
    start_at: new Date(track.timeMs[0]!),
    end_at: new Date(track.timeMs[samples - 1]!),
    samples,
    data: encodeTrack(track),
  };
};

/** Whether the car can make the trip: it is not on its drive with an accident, and not in repair after one. */
const isTripPossible = ({ startMs, drive }: PlannedTrip, accidents: readonly DemoAccident[]): boolean => {
  const endMs = startMs + drive.gains.length * 1000;
  return accidents.every(({ track, facts, crashMs, plan }) => {
    const unavailableFromMs = track.timeMs[0]! - minTripGapMs;
    const isWrecked = facts.Severity === 'major' && plan.status !== 'notvalid';
    const unavailableUntilMs = isWrecked
      ? crashMs + repairDays * dayMs
      : track.timeMs[track.timeMs.length - 1]! + minTripGapMs;
    return endMs < unavailableFromMs || startMs > unavailableUntilMs;
  });
};

type TripRecord = Omit<DemoTrip, 'id' | 'notes' | 'excludedFor'>;

/** Trips of a track, found as the server finds them. */
const tripsOf = (track: Track): TripRecord[] =>
  cutTrips(track).map(trip => {
    const { nightMs, utcOffsetMs, ...context } = tripContext(track, trip);
    const { fromIndex, toIndex, startMs, endMs, distanceKm, maximumSpeedKmh } = trip;
    const events = findManoeuvres({ track, fromIndex, toIndex, acceleration: [] }).flatMap(
      ({ kind, startMs, endMs, peakG, meanG, speedKmh, latitude, longitude }) =>
        peakG === null || meanG === null || latitude === null || longitude === null
          ? []
          : [{ kind, startMs, endMs, peakG, meanG, speedKmh: speedKmh ?? 0, latitude, longitude }],
    );
    return { startMs, endMs, distanceKm, maximumSpeedKmh, nightMs, utcOffsetMs, context, events };
  });

const nightStepMs = 300_000;

/** Duration of the part of a time range that is at night, ms, computed in steps of five minutes. */
const nightMsOf = (latitude: number, longitude: number, startMs: number, endMs: number): number => {
  let sum = 0;
  for (let ms = startMs; ms < endMs; ms += nightStepMs)
    if (isNight(ms, latitude, longitude)) sum += Math.min(nightStepMs, endMs - ms);
  return sum;
};

type DriveTelemetry = { track: Track; trips: readonly TripRecord[] };
const telemetryByDrive = new WeakMap<RecordedDrive, DriveTelemetry>();

/** Track and trips of a recorded drive, with the first fix at time 0. Cached, because people repeat their drives. */
const telemetryOfDrive = (drive: RecordedDrive): DriveTelemetry => {
  let telemetry = telemetryByDrive.get(drive);
  if (!telemetry) {
    const track = trackOf(drive);
    telemetry = { track, trips: tripsOf(track) };
    telemetryByDrive.set(drive, telemetry);
  }
  return telemetry;
};

/**
 * Returns a recorded trip at another time. `ms`: shift, ms. Of its sums, only night and rush hours depend on the time.
 */
const shiftTrip = ({ latitude, longitude }: RecordedDrive, trip: TripRecord, ms: number): TripRecord => {
  const [startMs, endMs] = [trip.startMs + ms, trip.endMs + ms];
  return {
    ...trip,
    startMs,
    endMs,
    nightMs: nightMsOf(latitude, longitude, startMs, endMs),
    utcOffsetMs: utcOffsetMs(startMs, latitude, longitude),
    events: trip.events.map(event => ({ ...event, startMs: event.startMs + ms, endMs: event.endMs + ms })),
  };
};

const createAnnotator = (world: World, voucher: DemoVoucher) => {
  const story = driverStoryOf(voucher.index);
  const notesByDay = new Map(story?.notes?.map(({ daysAgo, text }) => [daysAgo, text] as const));
  let { excluded } = story ?? {};
  return (startMs: number): Pick<DemoTrip, 'notes' | 'excludedFor'> => {
    const daysAgo = Math.floor((world.today.getTime() - startMs) / dayMs);
    const notes = notesByDay.get(daysAgo) ?? '';
    notesByDay.delete(daysAgo);
    const excludedFor = excluded && excluded.daysAgo >= daysAgo ? excluded.reason : null;
    if (excludedFor !== null) excluded = undefined;
    return { notes, excludedFor };
  };
};

const telemetryOfVoucher = (world: World, voucher: DemoVoucher, accidents: readonly DemoAccident[]) => {
  const { objectId } = voucher;
  const nowMs = world.today.getTime();
  const trips: Omit<DemoTrip, 'id'>[] = [];
  const blocks: Row[] = [];
  const annotate = createAnnotator(world, voucher);
  const plannedTrips = planTrips(world, voucher, accidents[0]?.home).filter(trip => isTripPossible(trip, accidents));
  for (const { drive, startMs } of plannedTrips) {
    const { track, trips: found } = telemetryOfDrive(drive);
    for (const trip of found) trips.push({ ...shiftTrip(drive, trip, startMs), ...annotate(trip.startMs + startMs) });
    if (startMs >= nowMs - fullTrackDays * dayMs) blocks.push(blockRow(objectId, shiftTrack(track, startMs)));
  }
  // Cuts the track at the present time, because the device cannot have sent later fixes.
  for (const accident of accidents) {
    const track = sliceTrack(accident.track, 0, nowMs);
    blocks.push(blockRow(objectId, track));
    for (const trip of tripsOf(track)) trips.push({ ...trip, notes: '', excludedFor: null });
  }
  return { trips: trips.sort((a, b) => a.startMs - b.startMs), blocks };
};

/**
 * Generates trips with their manoeuvres and scores, their sums, and position blocks. A few vouchers are processed at a
 * time, to keep memory flat.
 */
export function* telemetryTables(
  world: World,
  lastIds: LastIds,
  vouchers: readonly DemoVoucher[],
  accidents: readonly DemoAccident[],
): Generator<TableRows> {
  let tripId = lastIds.trip;
  const drivenDays: DrivenDays[] = [];
  for (let firstOfBatch = 0; firstOfBatch < vouchers.length; firstOfBatch += vouchersPerBatch) {
    const blocks: Row[] = [];
    const rows = {
      trips: [] as Row[],
      scores: [] as Row[],
      manoeuvres: [] as Row[],
      days: [] as Row[],
    };
    for (const voucher of vouchers.slice(firstOfBatch, firstOfBatch + vouchersPerBatch)) {
      const accidentsOfVoucher = accidents.filter(accident => accident.voucher.index === voucher.index);
      const telemetry = telemetryOfVoucher(world, voucher, accidentsOfVoucher);
      const trips = telemetry.trips.map(trip => ({ ...trip, id: ++tripId }));
      const scoredTrips = scoreTrips(
        lastIds.company + voucher.company + 1,
        lastIds.voucher + voucher.index + 1,
        voucher,
        trips,
      );
      for (const name of Object.keys(rows) as (keyof typeof rows)[]) rows[name].push(...scoredTrips.rows[name]);
      drivenDays.push(...scoredTrips.driven);
      blocks.push(...telemetry.blocks);
    }
    yield { table: 'trip', rows: rows.trips };
    yield { table: 'trip_score', rows: rows.scores };
    yield { table: 'manoeuvre', rows: rows.manoeuvres };
    yield { table: 'object_day', rows: rows.days };
    yield { table: 'position_block', rows: blocks };
  }
  yield* objectScoreTables(drivenDays, world.today);
}
