import { decodeCurve } from '../../domain/telemetry/codec.ts';
import type { Track } from '../../domain/telemetry/positions.ts';
import { type ReconstructionInput, reconstruct } from '../../domain/telemetry/reconstruction.ts';
import { pickValues, reduceIndexes } from '../../domain/telemetry/reduce.ts';
import { findSighting, type SightingQuestion, type SightingResult } from '../../domain/telemetry/sighting.ts';
import type { Vector } from '../../domain/telemetry/vectors.ts';
import { accelerationAround, speedAround, trackPoints } from './crashWindow.ts';
import { type StoredOrientation, toVehicleSamples } from './orientation.ts';
import { decodeFixes, type StoredBlock } from './repository.ts';
import type { Window } from './whereabouts.ts';

/* Work on long recordings in a worker thread (server/threads/workers.ts): pure functions. */

export interface ImpactDrawing {
  readonly block: Uint8Array;
  readonly zeroMs: number;
  readonly points: number;
  /** Upward direction in the device's axes, g. */
  readonly gravity: Vector | null;
}

export const drawImpact = ({ block, zeroMs, points, gravity }: ImpactDrawing) =>
  accelerationAround(decodeCurve(block), zeroMs, points, gravity);

/** Input of a reconstruction. The recording is encoded. Null: none. */
export type ReconstructionTask = Omit<ReconstructionInput, 'curve'> & { readonly block: Uint8Array | null };

export const reconstructImpact = ({ block, ...input }: ReconstructionTask) =>
  reconstruct({ ...input, curve: block && decodeCurve(block) });

export interface CurveCut {
  readonly block: Uint8Array;
  /** Indexes of the samples to read: from `from` up to `to`, exclusive. */
  readonly from: number;
  readonly to: number;
  readonly orientations: readonly StoredOrientation[];
  /** Approximate number of samples to keep. Extreme values are always kept. Absent: all samples. */
  readonly points?: number;
}

/** Samples of a recording along the vehicle's axes, g. NaN if the mounting of the device is not known. */
export interface CurvePart {
  readonly rangeG: number | null;
  readonly indexes: Uint32Array;
  readonly longitudinal: readonly number[];
  readonly lateral: readonly number[];
  readonly vertical: readonly number[];
  /** Magnitude of the acceleration as the device sent it, g. */
  readonly magnitude: readonly number[];
}

export const cutCurve = ({ block, from, to, orientations, points = to - from }: CurveCut): CurvePart => {
  const curve = decodeCurve(block);
  const axes = toVehicleSamples(curve, orientations);
  const unknownAxis = new Float32Array(to - from).fill(Number.NaN);
  const [longitudinal, lateral, vertical] = [axes?.longitudinal, axes?.lateral, axes?.vertical].map(
    axis => axis?.subarray(from, to) ?? unknownAxis,
  ) as [Float32Array, Float32Array, Float32Array];
  const indexes = reduceIndexes([longitudinal, lateral, vertical], points);
  return {
    rangeG: curve.rangeG ?? null,
    indexes: indexes.map(i => from + i),
    longitudinal: pickValues(longitudinal, indexes),
    lateral: pickValues(lateral, indexes),
    vertical: pickValues(vertical, indexes),
    magnitude: Array.from(indexes, i =>
      Math.hypot(curve.longitudinalG[from + i]!, curve.lateralG[from + i]!, curve.verticalG[from + i]!),
    ),
  };
};

/** Stored blocks, and the time range whose fixes are used. */
export interface BlocksInWindow extends Window {
  readonly blocks: readonly StoredBlock[];
}

/**
 * Merges the fixes of blocks in a time range. Copies the fixes, because views would be sent to another thread with the
 * memory of whole blocks.
 */
export const mergeBlocks = ({ blocks, fromMs, toMs }: BlocksInWindow): Track => {
  const fixes = decodeFixes(blocks, fromMs, toMs);
  return Object.fromEntries(Object.entries(fixes).map(([name, column]) => [name, column.slice()])) as unknown as Track;
};

export interface SpeedSeriesTask {
  readonly windows: readonly BlocksInWindow[];
  readonly zeroMs: number;
  readonly points: number;
}

export const reduceSpeeds = ({ windows, zeroMs, points }: SpeedSeriesTask) =>
  speedAround(windows.map(mergeBlocks), zeroMs, points);

export interface TrackTask {
  readonly windows: readonly BlocksInWindow[];
  readonly zeroMs: number;
}

/**
 * Returns the JSON of `trackPoints` of all windows, in UTF-8. A day of fixes is 3 MB, which takes long to serialise.
 */
export const writeTrack = ({ windows, zeroMs }: TrackTask): Uint8Array =>
  new TextEncoder().encode(
    JSON.stringify(
      windows.flatMap(({ blocks, fromMs, toMs }) => trackPoints(decodeFixes(blocks, fromMs, toMs), zeroMs)),
    ),
  );

export interface SightingTask extends BlocksInWindow {
  readonly question: SightingQuestion;
}

export const findSightingIn = ({ question, ...range }: SightingTask): SightingResult =>
  findSighting(decodeFixes(range.blocks, range.fromMs, range.toMs), question);
