import type { CrashDoubt, CrashFacts } from '../../../src/contract/shapes/accident.ts';
import type { Reconstruction } from '../../../src/contract/shapes/reconstruction.ts';
import { clippingOf, createClippingTest } from './clipping.ts';
import type { CurveSamples } from './curves.ts';
import { gravityMs2 } from './deltaV.ts';
import { type Axes, toVehicleAxes } from './orientation.ts';
import { locatePulse } from './pulse.ts';
import { repairCurve } from './repair.ts';
import type { TelemetrySettings } from './settings.ts';
import type { SpeedStep } from './speedSmoother.ts';
import type { Vector } from './vectors.ts';
import { deltaVInterval, integrateEvent, samplingErrorKmh } from './velocityChange.ts';

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

/** Half of a 90 % interval in standard deviations of a normal distribution. */
export const deviations90 = 1.645;

/** The facts of an impact that a reconstruction takes from its summary. */
type ReconstructedFacts = Pick<
  CrashFacts,
  'Doubts' | 'TurnedDeg' | 'DeltaVKmh' | 'VelocityLeftShare' | 'DeviceSpeedKmh' | 'BandwidthHz'
>;

/** Recording of an impact with what is known of it. */
export interface RecordingInput {
  /** Recording of the impact as stored. Null: none. */
  readonly curve: CurveSamples | null;
  /** The vehicle's axes in those of a device that does not send the vehicle's. Null: unknown. */
  readonly axes: Axes | null;
  /** Upward direction in the device's axes, g. Null: unknown. */
  readonly gravity: Vector | null;
  readonly facts: ReconstructedFacts;
  /** True if the summary says that the recording cannot be believed. The fixes alone count then. */
  readonly isFaulty: boolean;
  /** Moment of the accident, ms since 1970. All seconds count from it. */
  readonly impactMs: number;
}

type AccelerationReason = Exclude<Reconstruction['AccelerationReason'], null>;

/** Recording of an impact, prepared for integration. */
export interface Recording {
  readonly startS: number;
  readonly endS: number;
  /** Mean acceleration between two moments within the recording, m/s²: along the car, and horizontal in all. */
  readonly meanMs2: (a: number, b: number) => { readonly along: number; readonly horizontal: number };
  /** True: `along` is the car's own axis. False: only the size of the horizontal acceleration is known. */
  readonly isAlongKnown: boolean;
  /** Whether the acceleration after the impact says how the speed changes, and along which axis. */
  readonly after: 'along' | 'horizontal' | 'none';
  /** Begin and end of the impact, s, and the change of speed by it. */
  readonly zeroS: number;
  readonly impactEndS: number;
  readonly step: SpeedStep;
}

/** The speed after the impact says nothing about that before, and the reverse. */
export const unresolvedStep: SpeedStep = { speedAfterMs: () => 8, slope: () => 0, deviationMs: 15 };

/** Returns a function that integrates samples between two moments, in units of the samples × s. */
const createIntegral = (values: Float64Array, rateHz: number, startS: number): ((a: number, b: number) => number) => {
  const sums = new Float64Array(values.length);
  for (let i = 1; i < values.length; i++) sums[i] = sums[i - 1]! + (values[i - 1]! + values[i]!) / 2 / rateHz;
  const sumAt = (atS: number): number => {
    const index = Math.min(values.length - 1, Math.max(0, (atS - startS) * rateHz));
    const low = Math.floor(index);
    const high = Math.min(values.length - 1, low + 1);
    return sums[low]! + (sums[high]! - sums[low]!) * (index - low);
  };
  return (a, b) => sumAt(b) - sumAt(a);
};

/** Returns the recording in the vehicle's axes where they are known. */
const turnCurve = (curve: CurveSamples, axes: Axes | null): CurveSamples => {
  if (curve.frame === 'vehicle' || !axes) return curve;
  const { longitudinal, lateral, vertical } = toVehicleAxes(curve, axes);
  return {
    ...curve,
    frame: 'vehicle',
    longitudinalG: Float64Array.from(longitudinal),
    lateralG: Float64Array.from(lateral),
    verticalG: Float64Array.from(vertical),
  };
};

/** Returns the recording, or the reason why its acceleration says nothing of the speed. */
export const readRecording = (
  { curve: storedCurve, axes, gravity, facts, isFaulty, impactMs }: RecordingInput,
  settings: TelemetrySettings,
): Recording | AccelerationReason => {
  if (!storedCurve || storedCurve.longitudinalG.length < 2) return 'noRecording';
  if (isFaulty) return 'faulty';
  if (storedCurve.rateHz < settings.manoeuvreFromHz) return 'slowRate';
  const { curve: repairedCurve, doubts } = repairCurve(storedCurve, settings);
  const curve = turnCurve(repairedCurve, axes);
  const pulse = locatePulse(curve, gravity, settings);
  const { isOriented, upSource, along, across, zero, end } = pulse;
  if (upSource === 'none' || upSource === 'rough') return 'axesUnknown';
  const { rateHz } = curve;
  const startS = (curve.startMs - impactMs) / 1000;
  const [alongIntegral, acrossIntegral] = [along, across].map(values => createIntegral(values, rateHz, startS)) as [
    ReturnType<typeof createIntegral>,
    ReturnType<typeof createIntegral>,
  ];

  const isSaturated = createClippingTest(storedCurve, clippingOf(storedCurve, settings), null, settings);
  const isClipped = isSaturated(0, storedCurve.longitudinalG.length - 1);
  const isTurned = (facts.TurnedDeg ?? 0) > 0;
  const isCut = !pulse.isBeginCovered || !pulse.isEndCovered;
  const { deltaV, event } = integrateEvent(pulse, rateHz, settings);
  const interval = deltaVInterval(
    {
      deltaVKmh: deltaV.resultantKmh,
      samplingErrorKmh: samplingErrorKmh(event),
      rateHz,
      durationMs: ((end - zero) / rateHz) * 1000,
      isZeroKnown: pulse.isZeroKnown,
      isCutOff: isClipped || isCut,
    },
    facts.BandwidthHz,
    settings,
  );
  const [alongMs, acrossMs] = deltaV.vectorKmh.map(kmh => kmh / 3.6) as [number, number];
  const isResolved = rateHz >= settings.deltaVFromHz && !isClipped && !isTurned && interval.toKmh !== null;
  const errorMs = ((interval.toKmh ?? 0) - interval.fromKmh) / 2 / 3.6 / deviations90;
  // A push that came back, or hardly changed the speed, does not turn the car out of its way.
  const isKnock =
    (facts.DeltaVKmh !== null && facts.DeltaVKmh < settings.crashFromKmh) ||
    (facts.VelocityLeftShare !== null && facts.VelocityLeftShare < settings.remainingShareFrom);
  const step: SpeedStep = !isResolved
    ? unresolvedStep
    : isKnock
      ? { speedAfterMs: before => before, slope: () => 1, deviationMs: errorMs + settings.onsetDeltaVKmh / 3.6 }
      : isOriented
        ? {
            speedAfterMs: before => Math.hypot(before + alongMs, acrossMs),
            slope: before => (before + alongMs) / Math.max(1, Math.hypot(before + alongMs, acrossMs)),
            deviationMs: errorMs,
          }
        : {
            speedAfterMs: before => before,
            slope: () => 1,
            deviationMs: Math.hypot(errorMs, deltaV.resultantKmh / 3.6),
          };
  return {
    startS,
    endS: startS + (along.length - 1) / rateHz,
    meanMs2: (a, b) => {
      const alongMs2 = (alongIntegral(a, b) / (b - a)) * gravityMs2;
      return { along: alongMs2, horizontal: Math.hypot(alongMs2, (acrossIntegral(a, b) / (b - a)) * gravityMs2) };
    },
    isAlongKnown: isOriented && !doubts.includes('gravityRemoved'),
    after: isTurned || isClipped ? 'none' : isKnock && isOriented ? 'along' : 'horizontal',
    zeroS: startS + zero / rateHz,
    impactEndS: startS + end / rateHz,
    step,
  };
};
