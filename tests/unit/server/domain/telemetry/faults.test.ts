import { describe, expect, it } from 'vitest';
import { findDrivingFaults } from '../../../../../server/domain/telemetry/drivingFaults.ts';
import { createTrack } from '../../../../../server/domain/telemetry/positions.ts';
import { defaultSettings } from '../../../../../server/domain/telemetry/settings.ts';
import { findStuckRanges } from '../../../../../server/domain/telemetry/stuckAxes.ts';
import { findFaultyStretches } from '../../../../../server/domain/telemetry/trackFaults.ts';
import { recordedMs, recordOf } from './recordings.ts';

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

describe('an axis that sticks for some seconds', () => {
  const second = (from: number, end: number, value: number) => {
    const curve = cruise(0.6, {}, { rateHz: 25 });
    curve.lateralG.fill(value, from * 25, end * 25);
    return curve;
  };
  const rangesOf = (...curves: Parameters<typeof findStuckRanges>[0]) =>
    findStuckRanges(curves, defaultSettings).map(({ fromMs, toMs }) => [fromMs - recordedMs, toMs - recordedMs]);

  it('is stuck for this time only, and twice if it sticks twice', () => {
    expect(rangesOf(second(20, 30, 0.13))).toEqual([[20_000, 29_960]]);
    const twice = second(20, 30, 0.13);
    twice.longitudinalG.fill(-0.05, 40 * 25, 46 * 25);
    expect(rangesOf(twice)).toEqual([
      [20_000, 29_960],
      [40_000, 45_960],
    ]);
    expect(rangesOf(second(20, 24, 0.13))).toEqual([]);
  });

  it('is found whatever the division into messages, and with repeated messages', () => {
    const curve = second(20, 30, 0.13);
    const piece = (from: number, end: number) => ({
      ...curve,
      startMs: curve.startMs + from * 1000,
      longitudinalG: curve.longitudinalG.slice(from * 25, end * 25),
      lateralG: curve.lateralG.slice(from * 25, end * 25),
      verticalG: curve.verticalG.slice(from * 25, end * 25),
    });
    expect(rangesOf(piece(0, 23), piece(23, 26), piece(20, 28), piece(26, 60))).toEqual([[20_000, 29_960]]);
  });

  it('is saturated and not stuck at the end of its range, stated or not', () => {
    for (const rangeG of [2, null]) {
      const curve = { ...second(20, 30, 2), rangeG };
      expect(findDrivingFaults(curve, defaultSettings)).toEqual({ clipped: 250 });
      expect(rangesOf(curve)).toEqual([]);
    }
    expect(findDrivingFaults(second(20, 30, 0.13), defaultSettings)).toEqual({ frozenAxis: 250 });
  });

  it('was never measured if it is zero throughout', () => {
    expect(rangesOf(second(0, 60, 0))).toEqual([]);
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
    expect(findFaultyStretches(track(18))).toEqual([
      expect.objectContaining({ kind: 'frozenFix', count: 16, quarantined: 16 }),
    ]);
    expect(findFaultyStretches(track(8))).toEqual([]);
  });

  it('while the car stands is where it stands', () => {
    const parked = track(50);
    parked.speedKmh.fill(0, 60, 76);
    expect(findFaultyStretches(parked).filter(({ kind }) => kind === 'frozenFix')).toEqual([]);
  });
});
