import { describe, expect, it } from 'vitest';
import type { CrashCurves, CrashMap } from '../../../../../src/contract/shapes/telemetry.ts';
import { countShakenAxles, motionAfter } from '../../../../../src/resources/accidents/verdict.ts';

/** Returns a fix per second, from ten seconds before the impact. */
const trackOf = (speeds: readonly (number | null)[]): CrashMap['Track'] =>
  speeds.map((kmh, i) => [i - 10, 55.7, 37.6, kmh]);
const before = Array.from({ length: 10 }, () => 50);

describe('what the car did after an impact', () => {
  it('stopped: after how long and for how long', () => {
    expect(motionAfter(trackOf([...before, 50, 30, 12, 0, 0, 0, 0]))).toEqual({
      ...{ kind: 'stopped', stopAfterS: 3, stoodForS: 3, continuedDriving: false },
    });
  });

  it('stopped and drove on', () => {
    expect(motionAfter(trackOf([...before, 20, 0, 0, 0, 15, 30]))).toEqual({
      ...{ kind: 'stopped', stopAfterS: 1, stoodForS: 2, continuedDriving: true },
    });
  });

  it('drove on: a single slow fix is no stop, and a red light later is none of this crash', () => {
    expect(motionAfter(trackOf([...before, 50, 4, 50, 50]))).toEqual({ kind: 'drove', stopAfterS: null });
    const later = [...before, ...Array.from({ length: 30 }, () => 50), 0, 0, 0];
    expect(motionAfter(trackOf(later))).toEqual({ kind: 'drove', stopAfterS: 30 });
  });

  it('is unknown without fixes after it, or without their speeds', () => {
    expect(motionAfter([])).toEqual({ kind: 'unknown' });
    expect(motionAfter(trackOf(before))).toEqual({ kind: 'unknown' });
    expect(motionAfter(trackOf([...before, null, null, null]))).toEqual({ kind: 'unknown' });
  });
});

describe('how many axles were shaken', () => {
  const rateHz = 100;
  const curvesWith = (blowsS: readonly number[]): CrashCurves => {
    const Time = Array.from({ length: 200 }, (_, i) => i / rateHz);
    const Vertical = Time.map(time => (blowsS.some(at => Math.abs(at - time) < 0.015) ? 2.5 : 1));
    const none: number[] = [];
    return {
      ...{ CrashDateTime: '', RateHz: rateHz, RangeG: 16, Frame: 'vehicle', Samples: 200, Time, Vertical },
      ...{ Longitudinal: none, Lateral: none, Resultant: none, SpeedTime: none, Speed: none },
    };
  };

  it('both, when the second blow follows a wheelbase later', () => {
    expect(countShakenAxles(curvesWith([0.5, 0.5 + 2.7 / (36 / 3.6)]), 36)).toBe(2);
  });

  it('one, when nothing follows, or much later', () => {
    expect(countShakenAxles(curvesWith([0.5]), 36)).toBe(1);
    expect(countShakenAxles(curvesWith([0.5, 1.5]), 36)).toBe(1);
  });

  it('nobody knows at walking pace, without a speed, or where nothing shook', () => {
    expect(countShakenAxles(curvesWith([0.5]), 5)).toBeNull();
    expect(countShakenAxles(curvesWith([0.5]), null)).toBeNull();
    expect(countShakenAxles(curvesWith([]), 36)).toBeNull();
  });
});
