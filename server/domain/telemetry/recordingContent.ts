import type { CrashDoubt } from '../../../src/contract/shapes/accident.ts';
import type { CurveSamples } from './curves.ts';
import type { TelemetrySettings } from './settings.ts';

/** Least number of samples of a recording. A peak can only be judged with a sample before and after it. */
const leastSamples = 3;

const isConstant = (values: Float64Array): boolean => values.every(value => value === values[0]);

/**
 * Returns the reason why a recording measured nothing that can be judged: `tooShort` for less than three samples or
 * less than `crashFromMs`, because a shorter blow is no crash; `frozenAxis` if no axis changes at all, because every
 * sensor has noise. Undefined: the recording can be judged. Takes a non-empty curve.
 */
export const findContentDoubt = (
  { longitudinalG, lateralG, verticalG, rateHz }: CurveSamples,
  { crashFromMs }: TelemetrySettings,
): CrashDoubt | undefined => {
  const samples = longitudinalG.length;
  if (samples < leastSamples || ((samples - 1) / rateHz) * 1000 < crashFromMs) return 'tooShort';
  return [longitudinalG, lateralG, verticalG].every(isConstant) ? 'frozenAxis' : undefined;
};
