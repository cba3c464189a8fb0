import { encodeTrack } from '../domain/telemetry/codec.ts';
import { sliceTrack, type Track } from '../domain/telemetry/positions.ts';
import { defaultSettings } from '../domain/telemetry/settings.ts';
import { cutTrips } from '../domain/telemetry/trips.ts';
import type { DemoAccident } from './accidents.ts';
import type { Drive } from './drive.ts';
import { createRandom } from './random.ts';
import { netOf } from './roads/net.ts';
import type { Cell, TableRows } from './rows.ts';
import { type PlannedTrip, planTrips } from './schedule.ts';
import { trackOf } from './track.ts';
import { type DemoVoucher, dayMs, type World } from './vouchers.ts';

/** Older drives are stored as trips only: a demo must load within seconds. */
const fullTrackDays = 5;
const repairDays = 14;
const betweenTripsMs = 360_000;
const vouchersAtATime = 20;

const tripColumns = [
  'object_id',
  'start_at',
  'end_at',
  'duration_s',
  'distance_km',
  'average_speed_kmh',
  'maximum_speed_kmh',
] as const;
const blockColumns = ['object_id', 'start_at', 'end_at', 'samples', 'data'] as const;

type Summary = { startMs: number; endMs: number; distanceKm: number; maximumSpeedKmh: number };

const tripRow = (objectId: string, { startMs, endMs, distanceKm, maximumSpeedKmh }: Summary): Cell[] => {
  const durationS = (endMs - startMs) / 1000;
  const averageKmh = (distanceKm / durationS) * 3600;
  return [objectId, new Date(startMs), new Date(endMs), durationS, distanceKm, averageKmh, maximumSpeedKmh];
};

/** What `cutTrips` would give for the drive's track, within the noise of its fixes, without building the track. */
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

/** Whether the accidents allow the trip: none during the last drive, or while the car is in repair. */
const possible = (trip: PlannedTrip, accidents: readonly DemoAccident[]): boolean => {
  const endMs = trip.startMs + trip.drive.speedMs.length * 1000;
  return accidents.every(({ track, facts, crashMs, plan }) => {
    const fromMs = track.timeMs[0]! - betweenTripsMs;
    const wrecked = facts.Severity === 'major' && plan.status !== 'notvalid';
    const untilMs = wrecked ? crashMs + repairDays * dayMs : track.timeMs[track.timeMs.length - 1]! + betweenTripsMs;
    return endMs < fromMs || trip.startMs > untilMs;
  });
};

const telemetryOf = (world: World, voucher: DemoVoucher, accidents: readonly DemoAccident[]) => {
  const { objectId } = voucher;
  const net = netOf(voucher.client.cityKey);
  const nowMs = world.today.getTime();
  const trips: Cell[][] = [];
  const blocks: Cell[][] = [];
  const addTrack = (track: Track) => {
    blocks.push(blockRow(objectId, track));
    for (const trip of cutTrips(track)) trips.push(tripRow(objectId, trip));
  };
  const planned = planTrips(world, voucher).filter(trip => possible(trip, accidents));
  for (const [at, { drive, startMs }] of planned.entries()) {
    if (startMs >= nowMs - fullTrackDays * dayMs) {
      addTrack(trackOf(net, drive, startMs, createRandom(world.seed, `track ${voucher.index}`, at)));
      continue;
    }
    const summary = summaryOf(drive, startMs);
    if (summary) trips.push(tripRow(objectId, summary));
  }
  // Nothing later than now has been sent.
  for (const accident of accidents) addTrack(sliceTrack(accident.track, 0, nowMs));
  trips.sort((a, b) => (a[1] as Date).getTime() - (b[1] as Date).getTime());
  return { trips, blocks };
};

/** Trips and position blocks, a few vouchers at a time to keep memory flat. */
export function* telemetryTables(
  world: World,
  vouchers: readonly DemoVoucher[],
  accidents: readonly DemoAccident[],
): Generator<TableRows> {
  for (let from = 0; from < vouchers.length; from += vouchersAtATime) {
    const trips: Cell[][] = [];
    const blocks: Cell[][] = [];
    for (const voucher of vouchers.slice(from, from + vouchersAtATime)) {
      const ofVoucher = accidents.filter(accident => accident.voucher.index === voucher.index);
      const telemetry = telemetryOf(world, voucher, ofVoucher);
      trips.push(...telemetry.trips);
      blocks.push(...telemetry.blocks);
    }
    yield { table: 'trip', columns: tripColumns, rows: trips };
    yield { table: 'position_block', columns: blockColumns, rows: blocks };
  }
}
