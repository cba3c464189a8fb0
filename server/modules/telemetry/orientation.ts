import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/types.ts';
import type { CurveSamples } from '../../domain/telemetry/curves.ts';
import type { VehicleSamples } from '../../domain/telemetry/manoeuvre.ts';
import { type Axes, toVehicleAxes } from '../../domain/telemetry/orientation.ts';
import { vehicleAxes } from '../../domain/telemetry/statedAxes.ts';

/**
 * Orientation of a device since a moment, ms since 1970. Null: the device was moved, and its orientation is unknown.
 */
export interface StoredOrientation {
  readonly fromMs: number;
  readonly axes: Axes | null;
}

export const readOrientations = async (db: Kysely<Database>, objectId: string): Promise<StoredOrientation[]> => {
  const { rows } = await sql<{ from_at: string; axes: Axes | null }>`
    select from_at, axes from orientation where object_id = ${objectId} order by from_at`.execute(db);
  return rows.map(({ from_at, axes }) => ({ fromMs: Date.parse(from_at), axes }));
};

export const turnedSamples = (
  curve: CurveSamples,
  orientations: readonly StoredOrientation[],
): VehicleSamples | undefined => {
  const orientation = orientations.findLast(({ fromMs }) => fromMs <= curve.startMs) ?? orientations[0];
  return orientation?.axes ? toVehicleAxes(curve, orientation.axes) : undefined;
};

/** Returns the samples in the vehicle's axes. Undefined if the orientation of the device is unknown. */
export const toVehicleSamples = (
  curve: CurveSamples,
  orientations: readonly StoredOrientation[],
): VehicleSamples | undefined => {
  if (curve.frame === 'vehicle') return toVehicleAxes(curve, vehicleAxes);
  return turnedSamples(curve, orientations);
};
