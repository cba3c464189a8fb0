import type { CrashFacts } from '../../../src/contract/shapes/accident.ts';
import { decodeCurve } from '../../domain/telemetry/codec.ts';
import { gravityOfTrips } from '../../domain/telemetry/gravity.ts';
import { addSpeeds, type DeviceFacts, type Impact, impactOf } from '../../domain/telemetry/impact.ts';
import type { Track } from '../../domain/telemetry/positions.ts';
import { defaultSettings } from '../../domain/telemetry/settings.ts';
import type { Vector } from '../../domain/telemetry/vectors.ts';

/**
 * Above this number of samples a worker thread computes the crash facts, because the work would block the event loop.
 */
export const workerThresholdSamples = 20_000;

/** A stored impact, and the fixes around it. Input for computing the crash facts. */
export interface JudgeTask {
  readonly curve: Uint8Array;
  readonly track: Track;
  readonly gravity: Vector | null;
  readonly device: DeviceFacts;
}

/** Returns the crash facts from recording and fixes. Pure, so that a worker thread can run it. */
export const judge = ({ curve, track, gravity, device }: JudgeTask): CrashFacts =>
  addSpeeds(impactOf(decodeCurve(curve), defaultSettings, gravity), track, device);

export interface VerticalAxisTask {
  readonly curve: Uint8Array;
  /** Acceleration that the device sent while driving before the impact. */
  readonly trips: readonly Uint8Array[];
}

/**
 * Reads a recording in the device's own axes. The vertical axis is computed from the acceleration of earlier trips.
 * Returns null if these trips do not show the axis.
 */
export const computeUprightImpact = ({ curve, trips }: VerticalAxisTask): Impact | null => {
  // Decodes the acceleration of one trip at a time, because all trips together would take hundreds of megabytes.
  const gravity = gravityOfTrips(
    (function* () {
      for (const trip of trips) yield decodeCurve(trip);
    })(),
    defaultSettings,
  );
  return gravity && impactOf(decodeCurve(curve), defaultSettings, gravity);
};
