import { describe, expect, it } from 'vitest';
import { summariseImpact } from '../../../../../server/domain/telemetry/impact.ts';
import { blow, type Motion, recordOf } from './pulses.ts';

const rates = [10, 20, 25, 40, 50, 100];
/** The impact begins at any time between two samples, so several phases are tested. */
const phases = [0, 0.25, 0.5, 0.75];

/** Returns one full oscillation, after which no change of velocity remains. */
const swing = (sinceMs: number, lengthMs: number): number =>
  sinceMs < 0 || sinceMs > lengthMs ? 0 : Math.sin((2 * Math.PI * sinceMs) / lengthMs);
const ringing = (sinceMs: number, hz: number, decayMs: number): number =>
  sinceMs < 0 ? 0 : Math.exp(-sinceMs / decayMs) * Math.sin((2 * Math.PI * hz * sinceMs) / 1000);
const since = (atS: number): number => (atS - 1) * 1000;

const crashes: Record<string, { motion: Motion; directionDeg: number }> = {
  'from the front': { motion: at => ({ x: -blow(at, 9) }), directionDeg: 0 },
  'from behind': { motion: at => ({ x: blow(at, 8) }), directionDeg: 180 },
  'from the left': { motion: at => ({ y: -blow(at, 8) }), directionDeg: 270 },
  'from the right': { motion: at => ({ y: blow(at, 8) }), directionDeg: 90 },
};

const bumps: Record<string, Motion> = {
  'a kerb, one axle after the other': at => ({
    x: -0.6 * (swing(since(at), 60) + 0.6 * swing(since(at) - 300, 60)),
    y: 1.2 * (swing(since(at), 60) + 0.6 * swing(since(at) - 300, 60)),
    z: 1 + 2.5 * (swing(since(at), 80) + 0.6 * swing(since(at) - 300, 80)),
  }),
  'a slammed door': at => ({ y: 2 * ringing(since(at), 25, 30), z: 1 + 0.4 * ringing(since(at), 25, 30) }),
  'a pothole': at => ({ x: -1.5 * swing(since(at), 60), z: 1 + 4 * swing(since(at), 80) }),
  // The car is lifted at the front. Gravity turns into the longitudinal axis over seconds, with a jerk as the rope
  // tightens.
  'a tow truck': at => {
    const pitch = (Math.min(1, Math.max(0, at - 0.5)) * 12 * Math.PI) / 180;
    return { x: Math.sin(pitch) + 0.5 * ringing(since(at), 6, 150), z: Math.cos(pitch) };
  },
};

const apartDeg = (a: number, b: number): number => Math.abs(((a - b + 540) % 360) - 180);
const sampled = (motion: Motion, rateHz: number) =>
  phases.map(phase => summariseImpact(recordOf(at => motion(at + phase / rateHz), { rateHz })));

describe.each(rates)('a device of %s Hz', rateHz => {
  it.each(Object.entries(crashes))('tells a crash %s', (_name, { motion, directionDeg }) => {
    for (const facts of sampled(motion, rateHz)) {
      // Samples 100 ms apart do not show strength and direction of an impact of 100 ms.
      if (rateHz < 20) {
        expect(facts).toMatchObject({ DeltaVKmh: null, DirectionDeg: null });
        expect(facts.Severity).not.toBe('mini');
        continue;
      }
      expect(facts.Severity).toBe('major');
      expect(apartDeg(facts.DirectionDeg!, directionDeg)).toBeLessThan(10);
    }
  });

  it.each(Object.entries(bumps))('takes %s for no crash', (_name, motion) => {
    for (const facts of sampled(motion, rateHz)) {
      // Below 50 Hz no impact is classified as a mini-loss unseen.
      expect(facts.Severity).toBe(rateHz < 50 ? 'minor' : 'mini');
      expect(facts.DirectionDeg).toBeNull();
    }
  });
});
