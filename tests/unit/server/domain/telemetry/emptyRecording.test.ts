import { describe, expect, it } from 'vitest';
import type { CurveSamples } from '../../../../../server/domain/telemetry/curves.ts';
import { summariseImpact } from '../../../../../server/domain/telemetry/impact.ts';
import { createTrack, type Track } from '../../../../../server/domain/telemetry/positions.ts';
import { blow, recordedMs, recordOf } from './recordings.ts';

const unknown = {
  PeakG: null,
  PeakAtMs: null,
  DurationMs: null,
  DeltaVKmh: null,
  CrashProbability: null,
  DirectionDeg: null,
  InjuryRisk: null,
  VerticalShare: null,
  Impacts: null,
};

const curveOf = (x: number[], y: number[], z: number[], rateHz = 100): CurveSamples => ({
  startMs: recordedMs,
  rateHz,
  longitudinalG: Float64Array.from(x),
  lateralG: Float64Array.from(y),
  verticalG: Float64Array.from(z),
  rangeG: null,
  frame: 'vehicle',
});

describe('a recording that measured nothing', () => {
  it.each([
    ['of one sample', curveOf([-12], [0], [1]), 'tooShort'],
    ['of one sample a second', curveOf([-12], [0], [1], 1), 'tooShort'],
    ['of two samples', curveOf([-12, -3], [0, 1], [1, 1.1]), 'tooShort'],
    ['of 20 ms', curveOf([0, -12, -3], [0, 1, 0], [1, 1.1, 1]), 'tooShort'],
    [
      'of a hundred samples in 10 ms',
      recordOf(atS => ({ x: -12 * Math.sin(300 * atS) }), { rateHz: 10_000, seconds: 0.01 }),
      'tooShort',
    ],
    ['whose axes never change, at rest', recordOf(() => ({})), 'frozenAxis'],
    ['whose axes never change, in a blow', recordOf(() => ({ x: -12, y: 0.5, z: 1 })), 'frozenAxis'],
    [
      'whose few samples are all equal',
      curveOf([-12, -12, -12, -12, -12], [0, 0, 0, 0, 0], [1, 1, 1, 1, 1]),
      'frozenAxis',
    ],
  ] as const)('%s has the mark that it is unreliable, no class and no figures', (_, curve, doubt) => {
    expect(summariseImpact(curve)).toMatchObject({
      ...unknown,
      Severity: null,
      Doubts: expect.arrayContaining([doubt]),
    });
  });

  it('is none that is short but holds a blow: its class and its doubts say that the rest is missing', () => {
    const facts = summariseImpact(curveOf([0, -4, -9, -12, -8, -3, 0], [0, 0, 1, 2, 1, 0, 0], [1, 1, 1.2, 1, 1, 1, 1]));
    expect(facts).toMatchObject({ PeakG: expect.closeTo(Math.hypot(12, 2), 6), Severity: 'minor' });
    expect(facts.Doubts).toContain('zeroUnknown');
  });
});

/** Returns fixes at these seconds after the begin of the recording, with their speeds, km/h. */
const fixesOf = (fixes: readonly (readonly [atS: number, kmh: number])[]): Track => {
  const track = createTrack(fixes.length);
  let northM = 0;
  fixes.forEach(([atS, kmh], i) => {
    const [beforeS, beforeKmh] = fixes[i - 1] ?? [atS, kmh];
    // A crash is sudden: the car keeps its speed until then.
    northM += (atS - beforeS) * (kmh < beforeKmh ? (beforeKmh * 0.1 + kmh * 0.9) / 3.6 : (beforeKmh + kmh) / 7.2);
    track.timeMs[i] = recordedMs + atS * 1000;
    track.latitude[i] = 55 + northM / 111_320;
    track.longitude[i] = 37;
    track.speedKmh[i] = kmh;
  });
  return track;
};
/** Returns fixes every `stepS` seconds: `beforeKmh` until the second `stopS`, and 0 from then on. */
const sudden = (stepS: number, stopS: number, beforeKmh = 90): Track =>
  fixesOf(
    Array.from({ length: Math.ceil(90 / stepS) }, (_, i) => {
      const atS = stopS - Math.ceil(60 / stepS) * stepS + i * stepS;
      return [atS, atS < stopS ? beforeKmh : 0] as const;
    }),
  );
/** Returns a recording of a still car with the noise of a real sensor. `peakG`: a weak push at one second. */
const quiet = (peakG = 0, seconds = 3): CurveSamples =>
  recordOf(
    atS => ({
      x: blow(atS, -peakG) + 0.02 * Math.sin(97 * atS),
      y: 0.02 * Math.cos(61 * atS),
      z: 1 + 0.02 * Math.sin(171 * atS),
    }),
    { seconds },
  );

describe('a recording of next to nothing', () => {
  it('is judged, and mini, where the fixes show nothing else', () => {
    for (const track of [null, sudden(1, 1, 4), fixesOf(Array.from({ length: 90 }, (_, s) => [s - 60, 60] as const))])
      expect(summariseImpact(quiet(), track)).toMatchObject({ Severity: 'mini', PeakG: expect.any(Number) });
  });

  it.each([
    ['the second before the impact', 0],
    ['the second of the impact', 1],
    ['the second after the impact', 2],
    ['two seconds after the impact', 3],
  ])('is not believed where the fixes fall from 90 to 0 at once in %s', (_, stopS) => {
    for (const peakG of [0, 0.5, 1.5]) {
      const facts = summariseImpact(quiet(peakG), sudden(1, stopS));
      expect(facts).toMatchObject({ ...unknown, Doubts: expect.arrayContaining(['againstFixes']) });
      expect(facts.Severity).not.toBe('mini');
    }
  });

  it('is not believed where the fixes are so far apart that brakes could do it, but the recording shows no brakes', () => {
    for (const stepS of [2, 3, 5])
      for (const stopS of [6, 8, 10])
        expect(summariseImpact(quiet(0, 12), sudden(stepS, stopS)).Doubts, `${stepS} ${stopS}`).toContain(
          'againstFixes',
        );
  });

  it('is believed where brakes stop the car, where the receiver lost its speed for a moment, and far from the loss', () => {
    const braking = fixesOf(Array.from({ length: 90 }, (_, s) => [s - 60, Math.max(0, 90 - Math.max(0, s - 60) * 25)]));
    const glitch = fixesOf(Array.from({ length: 90 }, (_, s) => [s - 60, s === 61 ? 0 : 90] as const));
    for (const track of [braking, glitch, sudden(1, -20), sudden(1, 25)])
      expect(summariseImpact(quiet(), track)).toMatchObject({
        Severity: 'mini',
        Doubts: expect.not.arrayContaining(['againstFixes']),
      });
  });
});
