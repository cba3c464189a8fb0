import { describe, expect, it } from 'vitest';
import type { CurveSamples } from '../../../../../server/domain/telemetry/curves.ts';
import { summariseImpact } from '../../../../../server/domain/telemetry/impact.ts';
import { createTrack } from '../../../../../server/domain/telemetry/positions.ts';
import { createDrawnCurves } from '../../../../../server/domain/telemetry/pulse.ts';
import { defaultSettings } from '../../../../../server/domain/telemetry/settings.ts';
import { severityOfPeak } from '../../../../../server/domain/telemetry/severity.ts';
import { drive } from './motions.ts';
import { recordedMs } from './recordings.ts';

const impactS = 1;
interface Pulse {
  x?: number;
  y?: number;
  lengthMs?: number;
  rateHz?: number;
  seconds?: number;
  offset?: number;
}

/** Returns a half sine one second into the recording, on a level vehicle. */
const pulse = ({ x = 0, y = 0, lengthMs = 100, rateHz = 1000, seconds = 2, offset = 0 }: Pulse): CurveSamples => {
  const length = Math.round(seconds * rateHz) + 1;
  const shape = Float64Array.from({ length }, (_, i) => {
    const phase = ((i / rateHz - impactS) * 1000) / lengthMs;
    return phase > 0 && phase < 1 ? Math.sin(Math.PI * phase) : 0;
  });
  return {
    startMs: recordedMs,
    rateHz,
    longitudinalG: shape.map(value => value * x + offset),
    lateralG: shape.map(value => value * y + offset),
    verticalG: shape.map(() => 1),
    rangeG: 200,
    frame: 'vehicle',
  };
};
/** Returns the change of velocity of a half sine, km/h. */
const deltaVKmh = (peakG: number, lengthMs: number): number =>
  ((peakG * lengthMs) / 1000) * (2 / Math.PI) * 9.80665 * 3.6;

describe('the summary of an impact', () => {
  it.each([
    ['front', { x: -10 }, 0],
    ['front right', { x: -10, y: 10 }, 45],
    ['right', { y: 10 }, 90],
    ['rear', { x: 10 }, 180],
    ['left', { y: -10 }, 270],
  ])('knows that the force came from the %s', (_, blow, direction) => {
    expect(summariseImpact(pulse(blow)).DirectionDeg).toBeCloseTo(direction, 6);
  });

  it.each([100, 1000, 10_000])('has peak, time, duration and delta-v of a known pulse at %d Hz', rateHz => {
    const facts = summariseImpact(pulse({ x: -10, y: 5, rateHz }));
    expect(facts.PeakG! / Math.hypot(10, 5)).toBeCloseTo(1, 1);
    expect(Math.abs(facts.PeakAtMs! - 1050)).toBeLessThanOrEqual(1);
    expect(Math.abs(facts.DeltaVLongitudinalKmh! / deltaVKmh(-10, 100) - 1)).toBeLessThan(0.01);
    expect(Math.abs(facts.DeltaVLateralKmh! / deltaVKmh(5, 100) - 1)).toBeLessThan(0.01);
    expect(Math.abs(facts.DeltaVKmh! / deltaVKmh(Math.hypot(10, 5), 100) - 1)).toBeLessThan(0.01);
    expect(facts.DurationMs!).toBeGreaterThanOrEqual(90);
    expect(facts.DurationMs!).toBeLessThanOrEqual(121);
    expect(facts).toMatchObject({ Severity: 'major', RateHz: rateHz, RangeG: 200, Frame: 'vehicle', Clipped: false });
  });

  it('says which peak it is', () => {
    expect(summariseImpact(pulse({ x: -10, rateHz: 600 })).PeakMethod).toBe('CFC 60');
    expect(summariseImpact(pulse({ x: -10, rateHz: 599 })).PeakMethod).toBe('recorded samples');
  });

  it('integrates without the mean before: a sensor off by 0.12 g changes no delta-v', () => {
    const clean = summariseImpact(pulse({ x: -8, y: 0.1 }));
    const off = summariseImpact(pulse({ x: -8, y: 0.1, offset: 0.12 }));
    expect(off.DeltaVKmh).toBeCloseTo(clean.DeltaVKmh!, 6);
  });

  it('has the peak as recorded: no zero is taken away from it', () => {
    const blow = pulse({ x: 3.9, y: 0.5, rateHz: 100, lengthMs: 75, offset: 0.2 });
    expect(summariseImpact(blow).PeakG!).toBeGreaterThan(4);
  });

  it.each([100, 1000])(
    'is drawn by one zero: the largest horizontal value is the peak, no part exceeds it (%d Hz)',
    rateHz => {
      const blow = pulse({ x: -10, y: 3, rateHz, offset: 0.15 });
      const { longitudinal, lateral, resultant } = createDrawnCurves(blow, null, defaultSettings);
      expect(Math.max(...resultant)).toBe(summariseImpact(blow).PeakG);
      resultant.forEach((whole, i) => {
        expect(whole).toBeGreaterThanOrEqual(Math.max(Math.abs(longitudinal[i]!), Math.abs(lateral[i]!)));
      });
    },
  );

  it('counts delta-v for 250 ms and no longer', () => {
    expect(summariseImpact(pulse({ x: -10, lengthMs: 1000, seconds: 4 })).DeltaVKmh!).toBeLessThan(
      deltaVKmh(10, 1000) * 0.3,
    );
  });

  it('leaves the vertical out: a pothole is no crash', () => {
    const curve = pulse({ x: -1 });
    curve.verticalG.fill(9, 1000, 1050);
    expect(summariseImpact(curve).PeakG!).toBeLessThan(1.1);
    expect(summariseImpact(curve).Severity).toBe('mini');
  });

  it('starts from the blow that peaks, not from one two seconds earlier', () => {
    const curve = pulse({ x: -10, seconds: 4 });
    curve.longitudinalG.copyWithin(3000, 1000, 1200);
    for (let i = 1000; i < 1200; i++) curve.longitudinalG[i]! *= 0.3;
    const facts = summariseImpact(curve);
    expect(facts.PeakAtMs).toBeCloseTo(3050, 0);
    expect(facts.DeltaVKmh! / deltaVKmh(10, 100)).toBeCloseTo(1, 2);
  });

  it.each([
    [2.49, 'mini'],
    [2.5, 'minor'],
    [3.99, 'minor'],
    [4, 'major'],
  ] as const)('calls a peak of %d g %s', (peakG, severity) => {
    expect(severityOfPeak(peakG, defaultSettings)).toBe(severity);
  });
});

describe('a device whose mounting is unknown', () => {
  /** Returns the curve as a device rotated by `yaw` and `roll` measures it. */
  const turned = (curve: CurveSamples, yaw: number, roll: number): CurveSamples => {
    const result = { ...pulse({}), rateHz: curve.rateHz, frame: 'device' as const };
    for (let i = 0; i < curve.longitudinalG.length; i++) {
      const x = curve.longitudinalG[i]! * Math.cos(yaw) + curve.lateralG[i]! * Math.sin(yaw);
      const y = -curve.longitudinalG[i]! * Math.sin(yaw) + curve.lateralG[i]! * Math.cos(yaw);
      const z = curve.verticalG[i]!;
      result.longitudinalG[i] = x;
      result.lateralG[i] = y * Math.cos(roll) + z * Math.sin(roll);
      result.verticalG[i] = -y * Math.sin(roll) + z * Math.cos(roll);
    }
    return result;
  };

  it.each([
    [0, 0],
    [1, 2],
    [2.5, -1.2],
    [4, Math.PI / 2],
  ])('gives the same peak and delta-v turned by %d and %d, but no direction', (yaw, roll) => {
    const level = pulse({ x: -10, y: 4 });
    const facts = summariseImpact(turned(level, yaw, roll));
    const known = summariseImpact(level);
    expect(facts.PeakG).toBeCloseTo(known.PeakG!, 6);
    expect(facts.DeltaVKmh).toBeCloseTo(known.DeltaVKmh!, 6);
    expect(facts).toMatchObject({ DirectionDeg: null, DeltaVLongitudinalKmh: null, DeltaVLateralKmh: null });
  });

  it('tells no figure when it sends no gravity', () => {
    const curve = { ...pulse({ x: -10, y: 4 }), frame: 'device' as const };
    curve.verticalG.fill(0);
    expect(summariseImpact(curve)).toMatchObject({ PeakG: null, DeltaVKmh: null, Severity: null });
  });
});

describe('the end of the range', () => {
  const limited = (curve: CurveSamples, limitG: number, rangeG: number | null): CurveSamples => ({
    ...curve,
    rangeG,
    longitudinalG: curve.longitudinalG.map(value => Math.max(-limitG, Math.min(limitG, value))),
  });

  it('is seen by the range the device states', () => {
    expect(summariseImpact(limited(pulse({ x: -40 }), 16, 16)).Clipped).toBe(true);
    expect(summariseImpact(limited(pulse({ x: -15 }), 16, 16)).Clipped).toBe(false);
    const once = pulse({});
    once.verticalG[1000] = -15.95;
    expect(summariseImpact({ ...once, rangeG: 16 }).Clipped).toBe(true);
    expect(summariseImpact({ ...once, rangeG: 200 }).Clipped).toBe(false);
  });

  it.each([100, 1000, 10_000])('is seen by a flat top at %d Hz where the range is not stated', rateHz => {
    expect(summariseImpact(limited(pulse({ x: -40, rateHz }), 16, null)).Clipped).toBe(true);
    expect(summariseImpact(pulse({ x: -40, rateHz })).Clipped).toBe(false);
  });

  it('is not seen in the steps of a coarse sensor', () => {
    const curve = pulse({ x: -40, rateHz: 10_000 });
    const coarse = { ...curve, longitudinalG: curve.longitudinalG.map(value => Math.round(value / 0.0156) * 0.0156) };
    expect(summariseImpact({ ...coarse, rangeG: null }).Clipped).toBe(false);
  });
});

describe('speed on both sides', () => {
  it('is read from the fixes around the impact', () => {
    const track = drive(
      [
        { seconds: 10, kmh: 72 },
        { seconds: 20, kmh: 18 },
      ],
      { speeds: true },
    );
    const curve = { ...pulse({ x: -10 }), startMs: recordedMs + 8500 };
    expect(summariseImpact(curve, track)).toMatchObject({ SpeedBeforeKmh: 72, SpeedAfterKmh: 18 });
  });

  it('is derived on each side alone where the receiver did not say', () => {
    const track = drive([
      { seconds: 10, kmh: 72 },
      { seconds: 20, kmh: 18 },
    ]);
    const facts = summariseImpact({ ...pulse({ x: -10 }), startMs: recordedMs + 8500 }, track);
    expect(facts.SpeedBeforeKmh).toBeCloseTo(72, 0);
    expect(facts.SpeedAfterKmh).toBeCloseTo(18, 0);
  });

  it('is unknown without fixes near enough', () => {
    const track = drive([{ seconds: 10, kmh: 72 }], { speeds: true });
    const late = { ...pulse({ x: -10 }), startMs: recordedMs + 3_600_000 };
    expect(summariseImpact(late, track)).toMatchObject({ SpeedBeforeKmh: null, SpeedAfterKmh: null });
    expect(summariseImpact(late, createTrack(0))).toMatchObject({ SpeedBeforeKmh: null, SpeedAfterKmh: null });
  });
});

describe('a curve with little in it', () => {
  const cut = (curve: CurveSamples, from: number, to: number): CurveSamples => ({
    ...curve,
    longitudinalG: curve.longitudinalG.slice(from, to),
    lateralG: curve.lateralG.slice(from, to),
    verticalG: curve.verticalG.slice(from, to),
  });

  it.each(['vehicle', 'device'] as const)('has no facts when empty (%s)', frame => {
    const facts = summariseImpact({ ...cut(pulse({}), 0, 0), frame });
    expect(facts).toMatchObject({ PeakG: null, Severity: null, DirectionDeg: null, Clipped: false, MinorFromG: 2.5 });
    expect(facts).toMatchObject({ RateHz: null, RangeG: null, Frame: null, Doubts: [] });
  });

  it.each(['vehicle', 'device'] as const)('is calm when all is zero (%s)', frame => {
    const facts = summariseImpact({ ...pulse({}), frame, verticalG: new Float64Array(2001) });
    expect(facts).toMatchObject({ PeakG: null, DirectionDeg: null, Severity: null, Clipped: false });
    expect(facts.Doubts).toContain('gravity');
  });

  it('begins with the impact when nothing was recorded before it', () => {
    const facts = summariseImpact(cut(pulse({ x: -10 }), 1000, 1500));
    expect(facts.DeltaVKmh! / deltaVKmh(10, 100)).toBeCloseTo(1, 1);
    expect(facts.DirectionDeg).toBeCloseTo(0, 6);
  });
});
