import { describe, expect, it } from 'vitest';
import { tripContext } from '../../../../../server/domain/score/context.ts';
import { isNight } from '../../../../../server/domain/score/sun.ts';
import type { Track } from '../../../../../server/domain/telemetry/positions.ts';
import { motion } from '../telemetry/motions.ts';

/** Returns ten minutes at constant speed from 55° 37°, changed by `change`. */
const driven = (kmh: number, change: (track: Track) => void = () => undefined) => {
  const { track } = motion([{ seconds: 601 }], { kmh, rateHz: 1 });
  change(track);
  return tripContext(track, {
    fromIndex: 0,
    toIndex: 600,
    startMs: track.timeMs[0]!,
    endMs: track.timeMs[600]!,
    durationS: 600,
    distanceKm: kmh / 6,
    averageSpeedKmh: kmh,
    maximumSpeedKmh: kmh,
  });
};
const beginning = (time: string) => (track: Track) => {
  for (let i = 0; i < track.timeMs.length; i++) track.timeMs[i] = Date.parse(time) + i * 1000;
};

describe('the night', () => {
  it('begins with the end of civil twilight, three quarters of an hour after sunset in a Moscow December', () => {
    const at = (time: string) => isNight(Date.parse(`2026-12-21T${time}:00Z`), 55.75, 37.62);
    expect(['12:50', '13:10', '13:36', '13:50', '23:00'].map(at)).toEqual([false, false, false, true, true]);
  });

  it('is the time driven in the dark, at the place of the car', () => {
    expect(driven(60, beginning('2026-12-21T20:00:00Z')).nightMs).toBe(600_000);
    expect(driven(60, beginning('2026-12-21T09:00:00Z')).nightMs).toBe(0);
    // The sun shines on the 37th meridian while Greenwich is still dark.
    expect(driven(60, beginning('2026-06-21T03:00:00Z')).nightMs).toBe(0);
  });
});

describe('how hard the traffic was', () => {
  const empty = driven(60).complication;

  it('is told by stops, each counted once, whose time is standing', () => {
    const stopped = driven(60, track => track.speedKmh.fill(0, 100, 160).fill(0, 300, 330));
    expect(stopped.idleMs).toBe(90_000);
    // Two stops in 10 km of the maximum of three per km, and two minutes as slow as in town.
    expect(stopped.complication).toBeGreaterThan(empty);
    const longer = driven(60, track => track.speedKmh.fill(0, 100, 120).fill(0, 300, 310));
    const once = driven(60, track => track.speedKmh.fill(0, 100, 130));
    expect(longer.idleMs).toBe(once.idleMs);
    expect(longer.complication).toBeGreaterThan(once.complication);
  });

  it('is told by turns', () => {
    const turning = driven(60, track => {
      for (let i = 0; i < track.courseDeg.length; i++) track.courseDeg[i] = (Math.floor(i / 20) * 90) % 360;
    });
    // Thirty turns in 10 km of the maximum of six per km: half of a quarter of the scale.
    expect(turning.complication - empty).toBeCloseTo(12, -1);
  });
});

it('a fast minute with a slow moment in it is no motorway', () => {
  const all = driven(110).motorwayM;
  const slowed = driven(110, track => track.speedKmh.fill(50, 90, 92)).motorwayM;
  expect(all - slowed).toBeGreaterThan(1500);
  expect(all - slowed).toBeLessThan(2000);
});
