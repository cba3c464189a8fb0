import { describe, expect, it } from 'vitest';
import { injuryRisk, injuryRiskBounds } from '../../../../../server/domain/telemetry/crashProbability.ts';
import { summariseImpact } from '../../../../../server/domain/telemetry/impact.ts';
import { createTrack, type Track } from '../../../../../server/domain/telemetry/positions.ts';
import { defaultSettings } from '../../../../../server/domain/telemetry/settings.ts';
import { blow, blowKmh, recordedMs, recordOf, turned } from './recordings.ts';

const frontal = (peakG: number, rateHz = 100) => recordOf(atS => ({ x: -blow(atS, peakG) }), { rateHz, rangeG: 16 });

/** Returns two minutes of fixes around the impact, which is one second into the record. */
const trackWith = (beforeKmh: number, afterKmh: number): Track => {
  const track = createTrack(120);
  for (let i = 0; i < 120; i++) {
    track.timeMs[i] = recordedMs + (i - 60) * 1000;
    const kmh = i <= 61 ? beforeKmh : afterKmh;
    track.latitude[i] = (track.latitude[i - 1] ?? 55) + kmh / 3.6 / 111_327.5;
    track.longitude[i] = 37;
    track.speedKmh[i] = kmh;
  }
  return track;
};

describe('how sure an impact is', () => {
  it('gives delta-v an interval that holds the truth and narrows with the rate', () => {
    const truth = blowKmh(10);
    const widths = [25, 50, 100, 400].map(rateHz => {
      const { DeltaVFromKmh: from, DeltaVToKmh: to } = summariseImpact(frontal(10, rateHz));
      expect(from!).toBeLessThanOrEqual(truth);
      expect(to!).toBeGreaterThanOrEqual(truth);
      return to! - from!;
    });
    expect([...widths].sort((a, b) => b - a)).toEqual(widths);
  });

  it('has no upper bound where the sensor was saturated or the record ends inside the pulse', () => {
    const saturated = recordOf(atS => ({ x: Math.max(-8, -blow(atS, 20)) }), { rangeG: 8 });
    expect(summariseImpact(saturated)).toMatchObject({ Clipped: true, DeltaVToKmh: null, InjuryRisk: null });
    const cut = recordOf(atS => ({ x: -blow(atS, 10) }), { seconds: 1.05 });
    expect(summariseImpact(cut).DeltaVToKmh).toBeNull();
  });

  it('is surer of a device that averages its samples, and silent about windows its band does not pass', () => {
    const of = (bandwidthHz: number | null) =>
      summariseImpact(frontal(10, 50), null, defaultSettings, null, { bandwidthHz, speedKmh: null });
    const [picked, averaged] = [of(null), of(20)];
    expect(averaged.DeltaVToKmh!).toBeLessThan(picked.DeltaVToKmh!);
    expect(averaged.DeltaVKmh).toBe(picked.DeltaVKmh);
    expect(averaged).toMatchObject({ BandwidthHz: 20, DeltaV20Kmh: null });
    expect(averaged.DeltaV50Kmh!).toBeGreaterThan(0);
    // The samples are close enough for 20 ms, but a device that averages over 25 ms does not resolve it.
    const closer = (bandwidthHz: number | null) =>
      summariseImpact(frontal(10, 200), null, defaultSettings, null, { bandwidthHz, speedKmh: null }).DeltaV20Kmh;
    expect([closer(20), closer(25) === closer(null)]).toEqual([null, true]);
  });

  it('tells the change within 20, 50 and 150 ms', () => {
    const { DeltaV20Kmh, DeltaV50Kmh, DeltaV150Kmh, DeltaVKmh } = summariseImpact(frontal(10, 400));
    expect(DeltaV20Kmh! / blowKmh(10)).toBeCloseTo(Math.sin(Math.PI * 0.1), 1);
    expect(DeltaV50Kmh! / blowKmh(10)).toBeCloseTo(Math.sin(Math.PI * 0.25), 1);
    expect(DeltaV150Kmh! / DeltaVKmh!).toBeCloseTo(1, 1);
  });

  it('finds both blows of a car that is pushed into another, in their order', () => {
    const twice = recordOf(atS => ({ x: blow(atS, 6) - blow(atS - 0.6, 8) }));
    const { Impacts } = summariseImpact(twice);
    expect(Impacts).toHaveLength(2);
    const [rear, front] = Impacts!;
    expect(rear!.DirectionDeg).toBeCloseTo(180, 0);
    expect(front!.DirectionDeg! % 360).toBeCloseTo(0, 0);
    expect(front!.AtMs - rear!.AtMs).toBeCloseTo(600, -2);
  });

  it('gives the direction an interval that narrows with the rate, and none where the sensor was saturated', () => {
    const diagonal = (rateHz: number) =>
      summariseImpact(recordOf(atS => ({ x: -blow(atS, 8), y: blow(atS, 8) }), { rateHz, rangeG: 16 }));
    const errors = [25, 50, 100, 400].map(rateHz => {
      const { DirectionDeg, DirectionErrorDeg } = diagonal(rateHz);
      expect(Math.abs(DirectionDeg! - 45)).toBeLessThanOrEqual(DirectionErrorDeg!);
      return DirectionErrorDeg!;
    });
    expect([...errors].sort((a, b) => b - a)).toEqual(errors);
    const saturated = recordOf(atS => ({ x: Math.max(-8, -blow(atS, 20)) }), { rangeG: 8, rateHz: 200 });
    expect(summariseImpact(saturated)).toMatchObject({ DirectionDeg: 0, DirectionErrorDeg: null });
    expect(summariseImpact(turned(frontal(10), 1, 0.5))).toMatchObject({ DirectionDeg: null, DirectionErrorDeg: null });
  });

  it('holds both blows of a crash in the interval of delta-v, but no blow that comes much later', () => {
    const hitAgainAfter = (seconds: number) =>
      summariseImpact(recordOf(atS => ({ x: -blow(atS, 8) - blow(atS - seconds, 6) }), { seconds: 5 }));
    const bothKmh = blowKmh(8) + blowKmh(6);
    for (const seconds of [0.2, 0.4, 0.9]) expect(hitAgainAfter(seconds).DeltaVToKmh!).toBeGreaterThan(bothKmh);
    const late = hitAgainAfter(2.5);
    expect(late.DeltaVToKmh!).toBeLessThan(bothKmh);
    expect(late.DeltaVToKmh!).toBeGreaterThan(blowKmh(8));
  });
});

describe('whether it was a crash', () => {
  it('is likely where the speed changed and the car stands, with the weightiest reason first', () => {
    const facts = summariseImpact(frontal(10), trackWith(40, 0));
    expect(facts.CrashProbability!).toBeGreaterThan(0.9);
    expect(facts.CrashReasons).toContain('changed');
    expect(facts).toMatchObject({ StandsAfter: true });
  });

  it('is unlikely where the speed came back and the car drove on', () => {
    const hole = recordOf(atS => {
      const swing = Math.abs(atS - 1.05) < 0.05 ? 6 * Math.sin((atS - 1.05) * 20 * Math.PI) : 0;
      return { x: swing / 2, z: 1 + swing };
    });
    const facts = summariseImpact(hole, trackWith(60, 60));
    expect(facts.CrashProbability!).toBeLessThan(0.05);
    expect(facts.CrashReasons).toEqual(expect.arrayContaining(['droveOn', 'vertical']));
    expect(facts).toMatchObject({ StandsAfter: false });
  });

  it('takes no car for standing that still rolled, whatever its last fix says, nor one for moving that only jumped', () => {
    const rolling = trackWith(40, 0);
    for (const [kmh, StandsAfter] of [
      [20, false],
      [6, false],
      [4, true],
    ] as const) {
      rolling.speedKmh.fill(kmh, 75, 90);
      expect(summariseImpact(frontal(10), rolling)).toMatchObject({ StandsAfter });
    }
    const jumped = trackWith(40, 0);
    jumped.speedKmh.fill(Number.NaN);
    jumped.latitude[90]! += 0.01;
    expect(summariseImpact(frontal(10), jumped)).toMatchObject({ StandsAfter: true });
  });

  it('is not known without samples', () => {
    const nothing = recordOf(() => ({}), { seconds: 0 });
    expect(summariseImpact(nothing)).toMatchObject({ CrashProbability: null, StandsAfter: null, Impacts: null });
  });
});

describe('the risk of injury', () => {
  it('rises with delta-v, most from the side, least from behind', () => {
    expect(injuryRisk(48, 0)).toBeCloseTo(0.55, 1);
    expect(injuryRisk(60, 0)).toBeGreaterThan(injuryRisk(30, 0));
    expect(injuryRisk(40, 270)).toBeGreaterThan(injuryRisk(40, 350));
    expect(injuryRisk(40, 180)).toBeLessThan(injuryRisk(40, 10));
  });

  it('has the bounds of delta-v, and those of every side from which the force may have come', () => {
    const { InjuryRisk, InjuryRiskLow, InjuryRiskHigh, DeltaVFromKmh, DeltaVToKmh } = summariseImpact(frontal(10));
    expect(InjuryRiskLow).toBeCloseTo(injuryRisk(DeltaVFromKmh!, 0), 6);
    expect(InjuryRiskHigh).toBeCloseTo(injuryRisk(DeltaVToKmh!, 0), 6);
    expect(InjuryRiskLow!).toBeLessThan(InjuryRisk!);
    expect(InjuryRiskHigh!).toBeGreaterThan(InjuryRisk!);
    const deltaV = { fromKmh: 30, toKmh: 40 };
    expect(injuryRiskBounds(deltaV, 350, 20)).toEqual({ low: injuryRisk(30, 0), high: injuryRisk(40, 0) });
    expect(injuryRiskBounds(deltaV, 40, 10).high).toBe(injuryRisk(40, 90));
    expect(injuryRiskBounds(deltaV, 0, 180)).toEqual({ low: injuryRisk(30, 180), high: injuryRisk(40, 90) });
  });

  it('is not told of a device whose mounting is unknown', () => {
    expect(summariseImpact(frontal(10)).InjuryRisk!).toBeGreaterThan(0);
    expect(summariseImpact(turned(frontal(10), 1, 0.5))).toMatchObject({
      ...{ InjuryRisk: null, InjuryRiskLow: null, InjuryRiskHigh: null },
    });
  });
});
