import { describe, expect, it } from 'vitest';
import { pathLengthM } from '../../../../../server/domain/geo.ts';
import { createTrack, type Track } from '../../../../../server/domain/telemetry/positions.ts';
import { analyseDrives } from '../../../../../server/modules/ingest/drives.ts';
import {
  type CutConditions,
  type CutWindow,
  cutWindow,
  type TimeRange,
} from '../../../../../server/modules/ingest/window.ts';

const startMs = Date.UTC(2026, 0, 15, 8);
const metresPerDegree = 111_327.5;

/** Returns a drive north at 1 Hz at a speed by second, km/h, with the ignition on. */
const driveAt = (seconds: number, speedAt: (second: number) => number): Track => {
  const track = createTrack(seconds);
  let metres = 0;
  for (let i = 0; i < seconds; i++) {
    metres += speedAt(i) / 3.6;
    track.timeMs[i] = startMs + i * 1000;
    track.latitude[i] = 55 + metres / metresPerDegree;
    track.longitude[i] = 37;
    track.speedKmh[i] = speedAt(i);
    track.courseDeg[i] = 0;
  }
  track.ignition.fill(1);
  return track;
};
const inTown = (second: number): number => Math.max(0, Math.round(40 + 45 * Math.sin(second / 25)));
const changed = (track: Track, change: (track: Track) => void): Track => {
  const copy = structuredClone(track);
  change(copy);
  return copy;
};
const freezePlaces = (from: number, end: number) => (track: Track) => {
  track.latitude.fill(track.latitude[from]!, from, end);
};
const stickSpeed = (from: number, end: number, kmh: number) => (track: Track) => {
  track.speedKmh.fill(kmh, from, end);
};

const dayMs = 86_400_000;
const cut = (track: Track, cleared: CutConditions['cleared'] = []): CutWindow =>
  cutWindow({ fromMs: track.timeMs[0]!, toMs: track.timeMs.at(-1)! }, { backMs: dayMs, aheadMs: dayMs }, track, {
    cleared,
    deadWireEndMs: Number.NEGATIVE_INFINITY,
  }) as CutWindow;
const secondsOf = ({ fromMs, toMs }: TimeRange) => [(fromMs - startMs) / 1000, (toMs - startMs) / 1000];
const faultsOf = ({ faults }: CutWindow) =>
  faults.map(fault => [fault.kind, ...secondsOf(fault)]).sort((a, b) => Number(a[1]) - Number(b[1]));

const whole = driveAt(1200, inTown);
const wholeKm = pathLengthM([...whole.latitude], [...whole.longitude]) / 1000;
const fastFrom = (second: number): number => {
  for (let i = second; ; i++) if (inTown(i) > 70) return i;
};

describe('a place that freezes for half a minute', () => {
  it('sets only these fixes aside, and the rest of the drive counts in full', () => {
    const starts = [100, 300, 500, 700, 900].map(fastFrom);
    const track = changed(whole, copy => {
      for (const from of starts) freezePlaces(from, from + 30)(copy);
    });
    const window = cut(track);
    expect(faultsOf(window)).toEqual(starts.map(from => ['frozenFix', from, expect.any(Number)]));
    expect(window.trips).toHaveLength(1);
    const [trip] = window.trips;
    expect(Math.abs(trip!.distanceKm / wholeKm - 1)).toBeLessThan(0.005);
    expect(secondsOf({ fromMs: trip!.startMs, toMs: trip!.endMs })).toEqual(
      secondsOf({ fromMs: cut(whole).trips[0]!.startMs, toMs: cut(whole).trips[0]!.endMs }),
    );
    const task = (one: CutWindow) => ({ track: one.segments[0]!, trips: one.trips, curves: [], knownOrientations: [] });
    const [watched, watchedWhole] = [window, cut(whole)].map(one => analyseDrives(task(one)).watched[0]!.watchedShare);
    expect(watchedWhole).toBe(1);
    expect(watched).toBeLessThan(0.9);
    expect(watched).toBeGreaterThan(0.7);
  });

  it.each([
    ['at the start', 0],
    ['at the end', 1170],
  ])('%s leaves the rest of the drive', (_, from) => {
    const track = changed(
      driveAt(1200, second => 60 + inTown(second) / 4),
      freezePlaces(from, from + 30),
    );
    const { trips, faults } = cut(track);
    expect(faults.map(({ kind }) => kind)).toEqual(['frozenFix']);
    expect(trips).toHaveLength(1);
    const drivenKm = pathLengthM([...track.latitude], [...track.longitude]) / 1000;
    expect(trips[0]!.distanceKm).toBeGreaterThan(drivenKm * 0.96);
    expect(trips[0]!.distanceKm).toBeLessThan(drivenKm * 1.001);
  });

  it('counts as sent after a manager has cleared the fault', () => {
    const from = fastFrom(500);
    const track = changed(whole, freezePlaces(from, from + 30));
    const { segments } = cut(track, [{ kind: 'frozenFix', fromMs: startMs, toMs: startMs + dayMs }]);
    expect(segments.reduce((sum, { timeMs }) => sum + timeMs.length, 0)).toBe(1200);
  });
});

describe('a speed that is stuck for a while', () => {
  const stopAndGo = (second: number): number => (second % 90 < 40 ? 0 : inTown(second % 90));
  const jam = driveAt(1200, stopAndGo);

  it('while the car stands is no frozen place', () => {
    const window = cut(changed(jam, stickSpeed(450, 488, 40)));
    expect(faultsOf(window)).toEqual([['speedStuck', 450, expect.any(Number)]]);
    expect(window.trips.map(({ distanceKm }) => distanceKm.toFixed(2))).toEqual(
      cut(jam).trips.map(({ distanceKm }) => distanceKm.toFixed(2)),
    );
  });

  it.each([
    ['too high', 40],
    ['too low', 3],
    ['at zero', 0],
  ])('%s beside good places is unknown there, and the rest of the speeds counts', (_, kmh) => {
    const from = kmh === 40 ? 445 : fastFrom(600);
    const track = changed(kmh === 40 ? jam : whole, stickSpeed(from, from + 45, kmh));
    const window = cut(track);
    expect(faultsOf(window)).toEqual([['speedStuck', from, from + 44]]);
    const { timeMs, speedKmh } = window.segments.at(-1)!;
    const unknown = [...timeMs].filter((_ms, i) => Number.isNaN(speedKmh[i]!)).map(ms => (ms - startMs) / 1000);
    expect([unknown[0], unknown.at(-1)]).toEqual([from, from + 44]);
    expect(window.trips).toHaveLength(1);
  });

  it('is not told of a car that holds its speed, whatever the noise of its places', () => {
    for (const noiseM of [0, 1, 3]) {
      const track = driveAt(900, () => 90);
      for (let i = 0; i < 900; i++) {
        track.latitude[i]! += (noiseM * Math.sin(i * 12.9898)) / metresPerDegree;
        track.longitude[i]! += (noiseM * Math.sin(i * 78.233)) / metresPerDegree;
      }
      expect(faultsOf(cut(track)), String(noiseM)).toEqual([]);
    }
  });

  it('is not told of a motorway on which each speed is held for some seconds', () => {
    for (const heldS of [11, 12, 13, 14, 15, 19, 27]) {
      const track = driveAt(900, second => 100 + (Math.floor(second / heldS) % 9) * 2);
      expect(faultsOf(cut(track)), String(heldS)).toEqual([]);
    }
  });

  it('is not told of a parked car whose place drifts', () => {
    const track = driveAt(3000, () => 0);
    for (let i = 0; i < 3000; i++) track.latitude[i]! += (40 * Math.sin(i / 300)) / metresPerDegree;
    track.ignition.fill(0);
    expect(faultsOf(cut(track)).filter(([kind]) => kind === 'speedStuck')).toEqual([]);
  });
});
