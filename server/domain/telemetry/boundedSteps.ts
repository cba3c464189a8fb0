import { minuteMs } from '../../../src/schema/kinds/time.ts';
import { createRuler } from '../geo.ts';
import { createNoiseEstimate, positionLags } from './noise.ts';
import { createPositionFit, planeTrackOf } from './positionFit.ts';
import type { Track } from './positions.ts';
import { createReachTest } from './reach.ts';
import type { TelemetrySettings } from './settings.ts';

/** Positions up to this duration before and after a moment are smoothed, ms. */
const smoothingHalfMs = 4000;

/** Sums over the steps of one minute, m. */
interface MinuteSums {
  placesM: number;
  /** Integral of the receiver's speed. NaN: a speed is not known. */
  receiverM: number;
  /** Indexes k of the steps, each from the fix before to fix k. */
  readonly steps: number[];
}

/**
 * Returns the length of the step to each fix in `fixIndexes` from the fix before, m, where noise makes the way through
 * the positions too long. NaN: the positions count as they are.
 * The unit is a minute of UTC, so that the length does not depend on messages. The noise of the positions is at least
 * `lengthNoiseFromM`. If the way is longer than the integral of the receiver's speed by more than
 * `lengthToleranceShare`, the integral counts, provided that it agrees with the smoothed positions to within the same
 * share and twice the noise. Otherwise the smoothed positions count, if the way is too long by them.
 * `speeds`: speed of each fix in `fixIndexes`, km/h.
 */
export const boundedStepsM = (
  track: Track,
  fixIndexes: Uint32Array,
  speeds: Float32Array,
  settings: TelemetrySettings,
): Float64Array => {
  const { timeMs, latitude, longitude, speedKmh } = track;
  const { speedBaselineMs, lengthToleranceShare, lengthNoiseFromM } = settings;
  const bounded = new Float64Array(fixIndexes.length).fill(Number.NaN);
  const rulerM = createRuler();
  const isReachable = createReachTest(track, settings);
  const receiverStepM = (k: number): number => {
    const [a, b] = [fixIndexes[k - 1]!, fixIndexes[k]!];
    return ((speedKmh[a]! + speedKmh[b]!) / 2 / 3600) * (timeMs[b]! - timeMs[a]!);
  };
  const minutes = new Map<number, MinuteSums>();
  for (let k = 1; k < fixIndexes.length; k++) {
    const a = fixIndexes[k - 1]!;
    const b = fixIndexes[k]!;
    if (timeMs[b]! - timeMs[a]! > speedBaselineMs || !isReachable(a, b)) continue;
    const minute = Math.floor(timeMs[b]! / minuteMs);
    const sums = minutes.get(minute) ?? { placesM: 0, receiverM: 0, steps: [] };
    minutes.set(minute, sums);
    sums.placesM += rulerM(latitude[a]!, longitude[a]!, latitude[b]!, longitude[b]!);
    sums.receiverM += receiverStepM(k);
    sums.steps.push(k);
  }

  const createSmoothing = () => {
    const plane = planeTrackOf(track, fixIndexes);
    const isUsed = (k: number): boolean => speeds[k]! >= settings.manoeuvreFromKmh;
    const [eastNoiseM, northNoiseM] = [plane.eastM, plane.northM].map(values =>
      createNoiseEstimate({ timeMs: plane.timeMs, values, isUsed, lags: positionLags, isRounded: false }, settings),
    );
    const fitAt = createPositionFit(plane, settings);
    const noiseM = (momentMs: number): number => Math.max(eastNoiseM!(momentMs), northNoiseM!(momentMs));
    return {
      noiseM,
      /** Length of the step to fix k along the smoothed positions, m. NaN: too few fixes are near. */
      stepM: (k: number): number => {
        const [fromMs, toMs] = [plane.timeMs[k - 1]!, plane.timeMs[k]!];
        const fit = fitAt((fromMs + toMs) / 2, smoothingHalfMs);
        if (!fit) return Number.NaN;
        // The noise of both axes lengthens every velocity.
        const noiseMs = fit.velocityNoise * noiseM(toMs);
        const squared = fit.eastMs ** 2 + fit.northMs ** 2 - 2 * noiseMs ** 2;
        return (Math.sqrt(Math.max(0, squared)) * (toMs - fromMs)) / 1000;
      },
    };
  };
  let smoothing: ReturnType<typeof createSmoothing> | undefined;
  for (const { placesM, receiverM, steps } of minutes.values()) {
    const isTooLong = (lengthM: number): boolean => placesM > lengthM * (1 + lengthToleranceShare);
    if (!Number.isNaN(receiverM) && !isTooLong(receiverM)) continue;
    smoothing ??= createSmoothing();
    const noiseM = smoothing.noiseM(timeMs[fixIndexes[steps[0]!]!]!);
    if (!(noiseM >= lengthNoiseFromM)) continue;
    const smoothedStepsM = steps.map(smoothing.stepM);
    const smoothedM = smoothedStepsM.reduce((sum, metres) => sum + metres, 0);
    const isTrusted = Math.abs(receiverM - smoothedM) <= smoothedM * lengthToleranceShare + 2 * noiseM;
    if (!isTrusted && !isTooLong(smoothedM)) continue;
    steps.forEach((k, n) => {
      bounded[k] = isTrusted ? receiverStepM(k) : smoothedStepsM[n]!;
    });
  }
  return bounded;
};
