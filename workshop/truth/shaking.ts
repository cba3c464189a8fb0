import type { CurveSamples } from '../../server/domain/telemetry/curves.ts';
import type { Random } from './random.ts';

/** A disturbance that is no crash: longitudinal, lateral and vertical acceleration, g, at seconds after its begin. */
type Shake = (sinceS: number) => readonly [number, number, number];

const ringing = (sinceS: number, hz: number, decayS: number): number =>
  sinceS < 0 ? 0 : Math.exp(-sinceS / decayS) * Math.sin(2 * Math.PI * hz * sinceS);
/** A full swing, so that no change of velocity remains. */
const swing = (sinceS: number, lengthS: number): number =>
  sinceS < 0 || sinceS > lengthS ? 0 : Math.sin((2 * Math.PI * sinceS) / lengthS);

export const shakes: Readonly<Record<string, (random: Random) => Shake>> = {
  'slammed door': random => {
    const [peakG, hz, decayS] = [random.between(2, 8), random.between(12, 30), random.between(0.03, 0.09)];
    return since => [
      0.1 * peakG * ringing(since, hz, decayS),
      peakG * ringing(since, hz, decayS),
      0.2 * ringing(since, hz, decayS),
    ];
  },
  pothole: random => {
    const [peakG, lengthS, axleS] = [random.between(2, 8), random.between(0.04, 0.09), random.between(0.1, 0.25)];
    return since => {
      const both = swing(since, lengthS) + 0.8 * swing(since - axleS, lengthS);
      return [-0.5 * peakG * both, 0.2 * peakG * both, peakG * both];
    };
  },
  kerb: random => {
    const [peakG, lengthS] = [random.between(2, 9), random.between(0.04, 0.08)];
    return since => [
      -0.5 * peakG * swing(since, lengthS),
      0.8 * peakG * swing(since, lengthS),
      0.7 * peakG * swing(since, lengthS),
    ];
  },
  shaking: random => {
    const [peakG, hz, lengthS] = [random.between(2, 8), random.between(2, 6), random.between(0.5, 3)];
    const turn = random.between(0, 2 * Math.PI);
    return since => {
      const value = since < 0 || since > lengthS ? 0 : peakG * Math.sin(2 * Math.PI * hz * since);
      return [value * Math.cos(turn), value * Math.sin(turn), 0.3 * value];
    };
  },
};

/** Returns the background with a shake that begins 1.5 s after the start of the record. */
export const shakenRecord = (
  shake: Shake,
  background: (atS: number) => readonly [number, number, number],
  { rateHz, rangeG, seconds }: { readonly rateHz: number; readonly rangeG: number; readonly seconds: number },
): CurveSamples => {
  const length = Math.round(seconds * rateHz);
  const axes = [new Float64Array(length), new Float64Array(length), new Float64Array(length)] as const;
  for (let i = 0; i < length; i++) {
    const shaken = shake(i / rateHz - 1.5);
    const driven = background(i / rateHz);
    for (let n = 0; n < 3; n++)
      axes[n]![i] = Math.max(-rangeG, Math.min(rangeG, shaken[n]! + driven[n]! + (n === 2 ? 1 : 0)));
  }
  return {
    startMs: 0,
    rateHz,
    longitudinalG: axes[0],
    lateralG: axes[1],
    verticalG: axes[2],
    rangeG,
    frame: 'vehicle',
  };
};
