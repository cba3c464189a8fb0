import type { CrashFacts } from '../../../src/contract/shapes/accident.ts';
import { decodeCurve } from '../../domain/telemetry/codec.ts';
import { gravityOfTrips } from '../../domain/telemetry/gravity.ts';
import { type Impact, impactOf, type OfDevice, withSpeeds } from '../../domain/telemetry/impact.ts';
import type { Track } from '../../domain/telemetry/positions.ts';
import { defaultSettings } from '../../domain/telemetry/settings.ts';
import type { Vector } from '../../domain/telemetry/vectors.ts';

/** Reading more samples than this blocks others noticeably: a worker thread does it. */
export const fewSamples = 20_000;

/** An impact as it is stored, and the fixes around it. */
export interface JudgeTask {
  readonly curve: Uint8Array;
  readonly track: Track;
  readonly gravity: Vector | null;
  readonly device: OfDevice;
}

/** What record and fixes tell together; pure, so that a worker thread can do it. */
export const judge = ({ curve, track, gravity, device }: JudgeTask): CrashFacts =>
  withSpeeds(impactOf(decodeCurve(curve), defaultSettings, gravity), track, device);

export interface UprightTask {
  readonly curve: Uint8Array;
  /** Acceleration that the device sent while driving before the impact. */
  readonly trips: readonly Uint8Array[];
}

/** Reads a record in the device's axes with up as the trips have it. Null if they do not tell it. */
export const readUpright = ({ curve, trips }: UprightTask): Impact | null => {
  // One at a time: decoded together they would take hundreds of megabytes.
  const gravity = gravityOfTrips(
    (function* () {
      for (const trip of trips) yield decodeCurve(trip);
    })(),
    defaultSettings,
  );
  return gravity && impactOf(decodeCurve(curve), defaultSettings, gravity);
};
