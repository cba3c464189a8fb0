import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/types.ts';
import type { CurveSamples } from '../../domain/telemetry/curves.ts';
import type { VehicleSamples } from '../../domain/telemetry/manoeuvre.ts';
import type { Vector } from '../../domain/telemetry/vectors.ts';

/** The vehicle's axes as unit vectors in the device's. */
interface Axes {
  readonly forward: Vector;
  readonly left: Vector;
  readonly up: Vector;
}

/** How a device has been mounted since a moment, ms since 1970. */
export interface KeptOrientation {
  readonly fromMs: number;
  readonly axes: Axes;
}

/** In order of time. */
export const orientationsOf = async (db: Kysely<Database>, objectId: string): Promise<KeptOrientation[]> => {
  const { rows } = await sql<{ from_at: string; found: Axes }>`
    select from_at, found from orientation where object_id = ${objectId} and found is not null
    order by from_at`.execute(db);
  return rows.map(({ from_at, found }) => ({ fromMs: Date.parse(from_at), axes: found }));
};

const along = ({ longitudinalG, lateralG, verticalG }: CurveSamples, [x, y, z]: Vector): Float32Array =>
  Float32Array.from(longitudinalG, (value, i) => value * x + lateralG[i]! * y + verticalG[i]! * z);

/** The samples in the vehicle's axes; undefined where nobody knows how the device sits. */
export const vehicleAxes = (
  curve: CurveSamples,
  orientations: readonly KeptOrientation[],
): VehicleSamples | undefined => {
  const { startMs, rateHz, longitudinalG, lateralG, verticalG, frame } = curve;
  const head = { startMs, rateHz };
  if (frame === 'vehicle')
    return {
      ...head,
      longitudinal: Float32Array.from(longitudinalG),
      lateral: Float32Array.from(lateralG),
      vertical: Float32Array.from(verticalG),
    };
  const found = orientations.findLast(({ fromMs }) => fromMs <= startMs) ?? orientations[0];
  if (!found) return undefined;
  const { forward, left, up } = found.axes;
  return { ...head, longitudinal: along(curve, forward), lateral: along(curve, left), vertical: along(curve, up) };
};
