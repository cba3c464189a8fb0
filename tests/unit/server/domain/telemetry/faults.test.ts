import { describe, expect, it } from 'vitest';
import { findDrivingFaults } from '../../../../../server/domain/telemetry/drivingFaults.ts';
import { createTrack } from '../../../../../server/domain/telemetry/positions.ts';
import { defaultSettings } from '../../../../../server/domain/telemetry/settings.ts';
import { findTrackFaults } from '../../../../../server/domain/telemetry/trackFaults.ts';
import { recordOf } from './pulses.ts';
import { recordedMs } from './recordings.ts';

/** Returns a smooth road: each axis moves by `swingG`, and no two samples are equal. */
const cruise = (swingG: number, stuck: Partial<Record<'x' | 'y' | 'z', number>> = {}, more = {}) =>
  recordOf(
    at => ({
      x: (swingG / 2) * Math.sin(7 * at),
      y: (swingG / 2) * Math.sin(11 * at + 1),
      z: 1 + (swingG / 2) * Math.sin(13 * at + 2),
      ...stuck,
    }),
    { seconds: 60, rateHz: 1, ...more },
  );

describe('an axis that sends one value for half a minute', () => {
  it('is stuck even on a smooth road, where the others move by some hundredths of g', () => {
    expect(findDrivingFaults(cruise(0.05, { y: 0.02 }), defaultSettings)).toEqual({ frozenAxis: 60 });
    expect(findDrivingFaults(cruise(0.05), defaultSettings)).toEqual({});
  });

  it('is not told of a parked car, which holds all of them still', () => {
    expect(findDrivingFaults(cruise(0.01, { y: 0.02 }), defaultSettings)).toEqual({});
  });
});

describe('a saturated sensor', () => {
  const rough = (rangeG: number | null) => {
    const curve = cruise(1, {}, { rateHz: 10, rangeG });
    curve.longitudinalG[100] = 2;
    return curve;
  };
  it('is told by one sample at the range it states, and not by one without', () => {
    expect(findDrivingFaults(rough(2), defaultSettings)).toEqual({ clipped: 1 });
    expect(findDrivingFaults(rough(null), defaultSettings)).toEqual({});
  });

  it('is told beside the gravity that it moves', () => {
    const curve = cruise(1, {}, { rateHz: 10, rangeG: 2 });
    const verticalG = curve.verticalG.map(value => Math.min(2, value + 0.6));
    expect(findDrivingFaults({ ...curve, verticalG }, defaultSettings)).toEqual({
      gravity: 600,
      clipped: expect.any(Number),
    });
  });
});

describe('a place that stands still', () => {
  const track = (kmh: number) => {
    const fixes = createTrack(120);
    for (let i = 0; i < 120; i++) {
      // The position is frozen from 60 s to 75 s.
      const at = i >= 60 && i <= 75 ? 60 : i;
      fixes.timeMs[i] = recordedMs + i * 1000;
      fixes.latitude[i] = 55 + (at * kmh) / 3.6 / 111_320;
      fixes.longitude[i] = 37;
      fixes.speedKmh[i] = kmh;
    }
    return fixes;
  };
  it('for 50 m that the speeds have driven is frozen, also at 18 km/h', () => {
    expect(findTrackFaults(track(18))).toEqual([
      expect.objectContaining({ kind: 'frozenFix', count: 16, quarantined: 16 }),
    ]);
    expect(findTrackFaults(track(8))).toEqual([]);
  });

  it('while the car stands is where it stands', () => {
    const parked = track(50);
    parked.speedKmh.fill(0, 60, 76);
    expect(findTrackFaults(parked).filter(({ kind }) => kind === 'frozenFix')).toEqual([]);
  });
});
