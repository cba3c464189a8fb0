import type { CrashFacts } from '../../../src/contract/shapes/accident.ts';
import { decodeCurve } from '../../domain/telemetry/codec.ts';
import { impactOf, type OfDevice, withSpeeds } from '../../domain/telemetry/impact.ts';
import type { Track } from '../../domain/telemetry/positions.ts';
import { defaultSettings } from '../../domain/telemetry/settings.ts';
import type { Vector } from '../../domain/telemetry/vectors.ts';

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
