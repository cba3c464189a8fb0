import { describe, expect, it } from 'vitest';
import { type CrashEvidence, crashProbability } from '../../../../../server/domain/telemetry/crashProbability.ts';
import { defaultSettings } from '../../../../../server/domain/telemetry/settings.ts';

/** An impact of 9 km/h and a change of speed from 50 to 20 km/h: it is uncertain whether it was a crash. */
const doubtful: CrashEvidence = {
  deltaVKmh: 9,
  leftShare: 1,
  leftHidden: false,
  durationMs: 100,
  verticalShare: 0.1,
  clipped: false,
  implausible: false,
  lostKmh: null,
  speedBeforeKmh: 50,
  speedLaterKmh: 20,
  standsAfter: false,
};
const of = (change: Partial<CrashEvidence> = {}) => crashProbability({ ...doubtful, ...change }, defaultSettings)!;

describe('the probability of a crash', () => {
  it.each<[string, Partial<CrashEvidence>]>([
    ['changed', { deltaVKmh: 20 }],
    ['lost', { lostKmh: 20 }],
    ['stands', { speedLaterKmh: 0, standsAfter: true }],
  ])('is higher where %s', (reason, change) => {
    const { probability, reasons } = of(change);
    expect(reasons).toContain(reason);
    expect(probability).toBeGreaterThan(of().probability);
  });

  it.each<[string, Partial<CrashEvidence>]>([
    ['unchanged', { deltaVKmh: 4 }],
    ['cameBack', { leftShare: 0 }],
    ['short', { durationMs: 10 }],
    ['vertical', { verticalShare: 0.9 }],
    ['droveOn', { speedLaterKmh: 50 }],
  ])('is lower where %s', (reason, change) => {
    const { probability, reasons } = of(change);
    expect(reasons).toContain(reason);
    expect(probability).toBeLessThan(of().probability);
  });

  it('takes a small delta-v of a saturated sensor for a reason, never against a crash', () => {
    const { probability, reasons } = of({ deltaVKmh: 1, clipped: true });
    expect(reasons).toEqual(['changed']);
    expect(probability).toBeGreaterThan(of({ deltaVKmh: 1 }).probability);
  });

  it('takes it for half a reason where nobody knows whether the velocity came back: that alone is no crash', () => {
    const saturated = { deltaVKmh: 3, clipped: true, speedBeforeKmh: null, speedLaterKmh: null };
    expect(of(saturated).probability).toBe(0.5);
    expect(of({ ...saturated, leftHidden: true }).probability).toBeLessThan(0.3);
  });

  it('learns nothing of standing from a car that stood before', () => {
    const parked = { speedBeforeKmh: 3, speedLaterKmh: 0 };
    expect(of({ ...parked, standsAfter: true })).toEqual(of({ ...parked, standsAfter: false }));
  });

  it('names the weightiest reason first, for or against', () => {
    expect(of({ durationMs: 10, leftShare: 0, standsAfter: true }).reasons).toEqual(['cameBack', 'short', 'stands']);
    expect(of({ durationMs: 10, lostKmh: 40 }).reasons.slice(0, 2)).toEqual(['lost', 'short']);
    expect(of({ deltaVKmh: 20, durationMs: 10, standsAfter: true }).reasons).toEqual(['changed', 'short', 'stands']);
  });

  it('rests on a delta-v or a drop of speed, and on no recording that cannot be right: standing alone is not enough', () => {
    const nothing = { ...doubtful, deltaVKmh: null, standsAfter: true };
    expect(crashProbability(nothing, defaultSettings)).toBeNull();
    expect(of({ deltaVKmh: null, lostKmh: 30 }).probability).toBeGreaterThan(0.5);
    expect(crashProbability({ ...doubtful, lostKmh: 30, implausible: true }, defaultSettings)).toBeNull();
  });
});
