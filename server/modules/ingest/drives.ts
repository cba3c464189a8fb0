import { createRuler } from '../../domain/geo.ts';
import { findSaturatedMoments } from '../../domain/telemetry/clipping.ts';
import { decodeCurve } from '../../domain/telemetry/codec.ts';
import type { CurveSamples } from '../../domain/telemetry/curves.ts';
import type { Manoeuvre, VehicleSamples } from '../../domain/telemetry/manoeuvre.ts';
import { type Drive, findManoeuvres, sensingSamples } from '../../domain/telemetry/manoeuvres.ts';
import { type FixMotion, motionOfFixes } from '../../domain/telemetry/motion.ts';
import { findMountings } from '../../domain/telemetry/orientation.ts';
import type { Track } from '../../domain/telemetry/positions.ts';
import { defaultSettings } from '../../domain/telemetry/settings.ts';
import { checkStatedAxes } from '../../domain/telemetry/statedAxes.ts';
import { findStuckRanges, type SampleRange } from '../../domain/telemetry/stuckAxes.ts';
import { type StoredOrientation, toVehicleSamples, turnedSamples } from '../telemetry/service.ts';

/**
 * Input of a task of a worker thread: the trips of a segment of track, and the acceleration sent around these trips.
 */
export interface DrivesTask {
  /** Fixes of the segment that are not suspect. */
  readonly track: Track;
  readonly trips: readonly { readonly fromIndex: number; readonly toIndex: number }[];
  /** Acceleration that the device sent around the trips, as encoded blocks. */
  readonly curves: readonly Uint8Array[];
  readonly knownOrientations: readonly StoredOrientation[];
}

/** Parts of a trip on which manoeuvres could be seen. Acceleration below `manoeuvreFromHz` counts as none. */
export interface WatchedParts {
  /** True if acceleration in the vehicle's axes covers at least half of the trip's time. */
  readonly isSensed: boolean;
  /** Share of the distance with acceleration, or with fixes at most `fixGapMs` apart whose noise hides no manoeuvre. */
  readonly watchedShare: number;
  /** Share of the distance with acceleration. */
  readonly sensedShare: number;
  /** Share of the distance without acceleration on which the positions give the speed. */
  readonly placedShare: number;
}

export interface Drives {
  readonly manoeuvres: readonly (readonly Manoeuvre[])[];
  readonly watched: readonly WatchedParts[];
  /** Orientations of the device in these drives. Empty if the drives do not show one. */
  readonly orientations: readonly StoredOrientation[];
  /** Time ranges in which the device reported the vehicle's axes but measured in others, with the number of samples. */
  readonly axesFaults: readonly AxesFault[];
}

export interface AxesFault {
  readonly fromMs: number;
  readonly toMs: number;
  readonly samples: number;
}

const overlapsRange = ({ startMs, rateHz, longitudinalG }: CurveSamples, fromMs: number, toMs: number): boolean =>
  startMs <= toMs && startMs + (longitudinalG.length * 1000) / rateHz >= fromMs;

type Samples = readonly VehicleSamples[];
const endMsOf = ({ startMs, rateHz, longitudinal }: VehicleSamples): number =>
  startMs + (longitudinal.length * 1000) / rateHz;

const coveredMs = (samples: Samples, fromMs: number, toMs: number): number =>
  samples.reduce((sum, each) => sum + Math.max(0, Math.min(endMsOf(each), toMs) - Math.max(each.startMs, fromMs)), 0);

/** Measures between which fixes of a trip manoeuvres could be seen. The way is the sum of the steps between fixes. */
const watchedPartsOf = (
  { track, fromIndex, toIndex }: Pick<Drive, 'track' | 'fromIndex' | 'toIndex'>,
  samples: Samples,
  { startMs, stepMs, isMeasured, isFromPositions }: FixMotion,
): WatchedParts => {
  const { timeMs, latitude, longitude } = track;
  const rulerM = createRuler();
  let [wayM, watchedM, sensedM, placedM] = [0, 0, 0, 0];
  for (let i = fromIndex + 1; i <= toIndex; i++) {
    const [fromMs, toMs] = [timeMs[i - 1]!, timeMs[i]!];
    const stepM = rulerM(latitude[i - 1]!, longitude[i - 1]!, latitude[i]!, longitude[i]!);
    const isStepSensed = samples.length > 0 && coveredMs(samples, fromMs, toMs) * 2 >= toMs - fromMs;
    wayM += stepM;
    if (isStepSensed) sensedM += stepM;
    const middle = Math.min(isMeasured.length - 1, Math.round(((fromMs + toMs) / 2 - startMs) / stepMs));
    const isStepMeasured = toMs - fromMs <= defaultSettings.fixGapMs && isMeasured[middle] === 1;
    if (isStepSensed || isStepMeasured) watchedM += stepM;
    if (!isStepSensed && isStepMeasured && isFromPositions[middle] === 1) placedM += stepM;
  }
  const durationMs = timeMs[toIndex]! - timeMs[fromIndex]!;
  return {
    isSensed: coveredMs(samples, timeMs[fromIndex]!, timeMs[toIndex]!) * 2 >= durationMs,
    watchedShare: wayM > 0 ? watchedM / wayM : 0,
    sensedShare: wayM > 0 ? sensedM / wayM : 0,
    placedShare: wayM > 0 ? placedM / wayM : 0,
  };
};

const withoutRanges = (samples: VehicleSamples, ranges: readonly SampleRange[]): VehicleSamples[] => {
  const { startMs, rateHz, longitudinal, lateral, vertical } = samples;
  const pieces: VehicleSamples[] = [];
  const addPiece = (from: number, end: number): void => {
    if (end <= from) return;
    pieces.push({
      startMs: startMs + (from * 1000) / rateHz,
      rateHz,
      longitudinal: longitudinal.subarray(from, end),
      lateral: lateral.subarray(from, end),
      vertical: vertical.subarray(from, end),
    });
  };
  const indexOf = (ms: number): number =>
    Math.min(longitudinal.length, Math.max(0, Math.round(((ms - startMs) / 1000) * rateHz)));
  let from = 0;
  for (const range of ranges) {
    if (range.toMs < startMs || range.fromMs >= endMsOf(samples)) continue;
    addPiece(from, indexOf(range.fromMs));
    from = Math.max(from, indexOf(range.toMs) + 1);
  }
  addPiece(from, longitudinal.length);
  return pieces;
};

const countSamples = (curves: readonly CurveSamples[], fromMs: number, toMs: number): number =>
  curves.reduce((sum, { startMs, rateHz, longitudinalG }) => {
    const endMs = startMs + (longitudinalG.length * 1000) / rateHz;
    return sum + Math.round((Math.max(0, Math.min(endMs, toMs) - Math.max(startMs, fromMs)) / 1000) * rateHz);
  }, 0);

export const analyseDrives = ({ track, trips, curves, knownOrientations }: DrivesTask): Drives => {
  const decodedCurves = curves.map(decodeCurve);
  const deviceAxesCurves = decodedCurves.filter(({ frame }) => frame === 'device');
  const mountings = deviceAxesCurves.length > 0 ? findMountings(deviceAxesCurves, track) : [];
  const orientations = mountings.map(({ fromMs, orientation }): StoredOrientation => {
    if (!orientation) return { fromMs, axes: null };
    const { forward, left, up } = orientation;
    return { fromMs, axes: { forward, left, up } };
  });
  // Orientations of other drives are used only if these drives show none.
  const hasOwnOrientation = orientations.some(({ axes }) => axes !== null);
  const usedOrientations = hasOwnOrientation ? orientations : knownOrientations;
  const fastCurves = decodedCurves.filter(
    ({ frame, rateHz }) => frame === 'vehicle' && rateHz >= defaultSettings.manoeuvreFromHz,
  );
  const checkedAxes = checkStatedAxes(fastCurves, track, defaultSettings);
  const vehicleCurves = decodedCurves.map(curve => ({
    curve,
    samples:
      fastCurves.includes(curve) && checkedAxes.length > 0
        ? turnedSamples(curve, checkedAxes)
        : toVehicleSamples(curve, usedOrientations),
  }));
  const stuckRanges = findStuckRanges(decodedCurves, defaultSettings);
  const watched: WatchedParts[] = [];
  const manoeuvres = trips.map(({ fromIndex, toIndex }) => {
    const [fromMs, toMs] = [track.timeMs[fromIndex]!, track.timeMs[toIndex]!];
    const acceleration = vehicleCurves
      .filter(({ curve }) => overlapsRange(curve, fromMs, toMs))
      .flatMap(({ samples }): VehicleSamples[] => (samples ? withoutRanges(samples, stuckRanges) : []));
    const saturatedMs = findSaturatedMoments(decodedCurves, fromMs, toMs, defaultSettings);
    const drive = { track, fromIndex, toIndex, acceleration, saturatedMs };
    const fixMotion = motionOfFixes(track, fromIndex, toIndex, defaultSettings);
    watched.push(watchedPartsOf(drive, sensingSamples(acceleration), fixMotion));
    return findManoeuvres(drive, defaultSettings, fixMotion);
  });
  const axesFaults = checkedAxes.flatMap(({ fromMs, toMs, isFault }) =>
    isFault ? [{ fromMs, toMs, samples: countSamples(fastCurves, fromMs, toMs) }] : [],
  );
  return { manoeuvres, watched, orientations: hasOwnOrientation ? orientations : [], axesFaults };
};
