import { decodeCurve } from '../../domain/telemetry/codec.ts';
import type { CurveSamples } from '../../domain/telemetry/curves.ts';
import type { Manoeuvre, VehicleSamples } from '../../domain/telemetry/manoeuvre.ts';
import { findManoeuvres } from '../../domain/telemetry/manoeuvres.ts';
import { findMountings } from '../../domain/telemetry/orientation.ts';
import type { Track } from '../../domain/telemetry/positions.ts';
import { type StoredOrientation, toVehicleSamples } from '../telemetry/service.ts';

/**
 * Input of a task of a worker thread: the trips of a segment of track, and the acceleration sent around these trips.
 */
export interface DrivesTask {
  /** Fixes of the segment that are not suspect. */
  readonly track: Track;
  readonly trips: readonly { readonly fromIndex: number; readonly toIndex: number }[];
  /** Acceleration that the device sent around the trips, as encoded blocks. */
  readonly curves: readonly Uint8Array[];
  /** Orientations of the device known from other drives. */
  readonly knownOrientations: readonly StoredOrientation[];
}

export interface Drives {
  /** Manoeuvres of each trip. */
  readonly manoeuvres: readonly (readonly Manoeuvre[])[];
  /** For each trip, whether acceleration in the vehicle's axes covers at least half of it. */
  readonly hasAcceleration: readonly boolean[];
  /** Orientations of the device in these drives. Empty if the drives do not show one. */
  readonly orientations: readonly StoredOrientation[];
}

const overlapsRange = ({ startMs, rateHz, longitudinalG }: CurveSamples, fromMs: number, toMs: number): boolean =>
  startMs <= toMs && startMs + (longitudinalG.length * 1000) / rateHz >= fromMs;

const coveredMs = (samples: readonly VehicleSamples[], fromMs: number, toMs: number): number =>
  samples.reduce((sum, { startMs, rateHz, longitudinal }) => {
    const endMs = startMs + (longitudinal.length * 1000) / rateHz;
    return sum + Math.max(0, Math.min(endMs, toMs) - Math.max(startMs, fromMs));
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
  const vehicleCurves = decodedCurves.map(curve => ({ curve, samples: toVehicleSamples(curve, usedOrientations) }));
  const hasAcceleration: boolean[] = [];
  const manoeuvres = trips.map(({ fromIndex, toIndex }) => {
    const [fromMs, toMs] = [track.timeMs[fromIndex]!, track.timeMs[toIndex]!];
    const acceleration = vehicleCurves
      .filter(({ curve }) => overlapsRange(curve, fromMs, toMs))
      .flatMap(({ samples }): VehicleSamples[] => (samples ? [samples] : []));
    hasAcceleration.push(coveredMs(acceleration, fromMs, toMs) * 2 >= toMs - fromMs);
    return findManoeuvres({ track, fromIndex, toIndex, acceleration });
  });
  return { manoeuvres, hasAcceleration, orientations: hasOwnOrientation ? orientations : [] };
};
