import { describe, expect, it } from 'vitest';
import { clippingOf, countClippedSamples } from '../../../../../server/domain/telemetry/clipping.ts';
import { summariseImpact } from '../../../../../server/domain/telemetry/impact.ts';
import { defaultSettings } from '../../../../../server/domain/telemetry/settings.ts';
import { isMiniLoss } from '../../../../../server/domain/telemetry/severity.ts';
import type { Vector } from '../../../../../server/domain/telemetry/vectors.ts';
import { drive } from './motions.ts';
import { blow, recordedMs, recordOf, turned } from './recordings.ts';

describe('a sensor at the end of its range', () => {
  const limited = (limitG: number, rangeG: number | null) =>
    recordOf(atS => ({ x: Math.max(-limitG, Math.min(limitG, blow(atS, -40))) }), { rangeG });

  it('counts the samples at it, with and without a stated range', () => {
    const stated = summariseImpact(limited(16, 16)).ClippedSamples!;
    expect(stated).toBe(summariseImpact(limited(16, null)).ClippedSamples);
    expect(stated).toBeGreaterThan(5);
    // The device states 16 g, but its sensor saturates at 8 g.
    expect(summariseImpact(limited(8, 16)).Clipped).toBe(true);
    expect(summariseImpact(limited(100, 200)).ClippedSamples).toBe(0);
  });

  it('hides the direction below 100 Hz, where nobody knows how long an axis was there', () => {
    const oblique = (rateHz: number, rangeG: number) =>
      summariseImpact(recordOf(atS => ({ x: Math.max(-rangeG, blow(atS, -30)), y: blow(atS, 6) }), { rateHz, rangeG }));
    expect(oblique(50, 8)).toMatchObject({ Clipped: true, DirectionDeg: null, DeltaVToKmh: null });
    expect(oblique(50, 200)).toMatchObject({ Clipped: false, DirectionDeg: expect.any(Number) });
    expect(oblique(200, 8)).toMatchObject({ Clipped: true, DirectionDeg: expect.any(Number) });
  });

  it('may hold all three axes there at once: no sample was lost', () => {
    const limit = (g: number) => Math.max(-16, Math.min(16, g));
    const shaken = (atS: number) => 0.02 * Math.sin(atS * 997);
    const curve = recordOf(
      atS => ({ x: limit(blow(atS, -40)), y: limit(blow(atS, 40)), z: limit(1 + shaken(atS) + blow(atS, 40)) }),
      { rangeG: 16 },
    );
    const facts = summariseImpact(curve);
    expect(facts.Doubts).not.toContain('frozenAxis');
    expect(facts).toMatchObject({ Clipped: true, Severity: 'major' });
    // A sample counts once, however many of its axes are there.
    const { longitudinalG, lateralG, verticalG } = curve;
    const isThere = (_: number, i: number) =>
      [longitudinalG, lateralG, verticalG].some(axis => Math.abs(axis[i] ?? 0) >= 16);
    expect(facts.ClippedSamples).toBe(longitudinalG.filter(isThere).length);
    // Inside the range, equal values mean lost samples.
    expect(summariseImpact({ ...curve, rangeG: 200 }).Doubts).toContain('frozenAxis');
  });

  it('is not where an axis never moves: that one is stuck', () => {
    const curve = recordOf(atS => ({ x: blow(atS, -10), y: 4 }));
    expect(countClippedSamples(curve, clippingOf(curve, defaultSettings))).toBe(0);
  });

  it('hides how hard a short knock was: what would be a mini-loss is none', () => {
    const knock = (rangeG: number) =>
      summariseImpact(recordOf(atS => ({ x: -Math.min(rangeG, blow(atS, 20, 8)) }), { rangeG, rateHz: 1000 }));
    expect(knock(32)).toMatchObject({ Clipped: false, Severity: 'mini' });
    expect(knock(16)).toMatchObject({ Clipped: true });
    expect(isMiniLoss(knock(16), defaultSettings)).toBe(false);
  });

  it('counts both ends: a shake that touches each of them twice', () => {
    const shake = recordOf(atS => ({ x: Math.max(-8, Math.min(8, 9 * Math.sin(2 * Math.PI * 5 * (atS - 1)))) }), {
      rateHz: 40,
      seconds: 0.4,
    });
    expect(summariseImpact(shake).Clipped).toBe(true);
  });

  describe('of which nobody knows whether the velocity came back', () => {
    const range = (g: number, limitG: number): number => Math.max(-limitG, Math.min(limitG, g));
    /** An impact that ends with 25 g in the other direction. Cut off at 8 g, the two parts cancel out. */
    const crash = (limitG: number, rangeG: number | null) =>
      recordOf(atS => ({ y: range(blow(atS, 40, 60) - blow(atS - 0.06, 25, 60), limitG) }), { rangeG });

    it('is in the queue: a blow and its rebound cut off alike at 8 g, range stated or not', () => {
      expect(summariseImpact(crash(100, 200))).toMatchObject({ Clipped: false, Severity: 'major' });
      for (const rangeG of [8, null]) {
        const facts = summariseImpact(crash(8, rangeG));
        expect(facts).toMatchObject({ Clipped: true, VelocityLeftShare: null });
        expect(isMiniLoss(facts, defaultSettings)).toBe(false);
        expect(facts.CrashReasons).not.toContain('cameBack');
      }
    });

    it('is in the queue: a rectangle that goes back as far as it went', () => {
      const rectangle = recordOf(atS => ({ x: range(atS > 1 && atS < 1.2 ? 20 * Math.sign(1.1 - atS) : 0, 8) }), {
        rangeG: 8,
      });
      expect(summariseImpact(rectangle)).toMatchObject({ VelocityLeftShare: null });
      expect(isMiniLoss(summariseImpact(rectangle), defaultSettings)).toBe(false);
    });

    it('stands among the impacts, though nothing of its velocity is left', () => {
      const { Impacts } = summariseImpact(crash(8, 8));
      expect(Impacts).toHaveLength(1);
      expect(Impacts![0]!.DeltaVKmh).toBeGreaterThan(3);
      // The same swing within the range cancels out, so it is no impact.
      const soft = recordOf(atS => ({ y: blow(atS, 7, 60) - blow(atS - 0.06, 7, 60) }), { rangeG: 16 });
      expect(summariseImpact(soft)).toMatchObject({ Impacts: [], Severity: 'mini' });
    });

    it.each([
      ['two samples in a row nowhere', 15, 20],
      ['one sample at each end, which is 8 g', 20, 12],
    ])('is in the queue, and among the impacts: %s', (_, lengthMs, peakG) => {
      const swings = lengthMs === 15 ? 4 : 2;
      const ringing = recordOf(atS => {
        const phase = ((atS - 1) * 1000) / lengthMs;
        return { x: phase > 0 && phase < swings ? range(peakG * Math.sin(Math.PI * phase), 8) : 0 };
      });
      expect(summariseImpact(ringing)).toMatchObject({ Clipped: true, VelocityLeftShare: null });
      expect(isMiniLoss(summariseImpact(ringing), defaultSettings)).toBe(false);
      expect(summariseImpact(ringing).Impacts).toHaveLength(1);
    });

    it('is in the queue also where the axes lie anywhere', () => {
      const along: Vector = [0, Math.sin(2), Math.cos(2)];
      const limited = turned(crash(100, 8), 1, 2);
      const [longitudinalG, lateralG, verticalG] = [limited.longitudinalG, limited.lateralG, limited.verticalG].map(
        axis => axis.map(g => range(g, 8)),
      ) as [Float64Array, Float64Array, Float64Array];
      const facts = summariseImpact({ ...limited, longitudinalG, lateralG, verticalG }, null, defaultSettings, along);
      expect(facts).toMatchObject({ VelocityLeftShare: null });
      expect(isMiniLoss(facts, defaultSettings)).toBe(false);
    });

    it('is major by the speed that was lost', () => {
      const track = drive(
        [
          { seconds: 10, kmh: 130 },
          { seconds: 10, kmh: 0 },
        ],
        { speeds: true },
      );
      const facts = summariseImpact({ ...crash(8, 8), startMs: recordedMs + 8500 }, track);
      expect(facts).toMatchObject({ Severity: 'major' });
      expect(facts.CrashProbability).toBeGreaterThan(0.5);
    });

    it('but a hole that saturates the vertical axis alone is mini: the level ones saw it come back', () => {
      const hole = recordOf(
        atS => ({
          x: atS > 1 && atS < 1.6 ? 6 * Math.sin(10 * Math.PI * (atS - 1)) : 0,
          z: range(1 + blow(atS, 20), 8),
        }),
        { rangeG: 8 },
      );
      expect(summariseImpact(hole)).toMatchObject({ Clipped: true, Severity: 'mini' });
      expect(summariseImpact(hole).VelocityLeftShare).toBeLessThan(0.3);
    });
  });
});
