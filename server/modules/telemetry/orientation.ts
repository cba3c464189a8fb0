import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/types.ts';
import type { CurveSamples } from '../../domain/telemetry/curves.ts';
import type { VehicleSamples } from '../../domain/telemetry/manoeuvre.ts';

/** The device's axes in the vehicle's: rows forward, left, up; null: not known from here on. */
export interface KeptOrientation {
  readonly fromMs: number;
  readonly rows: readonly (readonly number[])[] | null;
}

export const orientationsOf = async (db: Kysely<Database>, objectId: string): Promise<KeptOrientation[]> => {
  const { rows } = await sql<{ from_at: string; rows: KeptOrientation['rows'] }>`
    select from_at, found->'rows' as rows from orientation where object_id = ${objectId} order by from_at`.execute(db);
  return rows.map(({ from_at, rows: found }) => ({ fromMs: Date.parse(from_at), rows: found }));
};

/** The samples in the vehicle's axes; undefined where nobody knows how the device sits. */
export const vehicleAxes = (
  curve: CurveSamples,
  orientations: readonly KeptOrientation[],
): VehicleSamples | undefined => {
  const { startMs, rateHz, longitudinalG, lateralG, verticalG, frame } = curve;
  const axes = [longitudinalG, lateralG, verticalG];
  const head = { startMs, rateHz };
  if (frame === 'vehicle') {
    const [longitudinal, lateral, vertical] = axes.map(axis => Float32Array.from(axis)) as [
      Float32Array,
      Float32Array,
      Float32Array,
    ];
    return { ...head, longitudinal, lateral, vertical };
  }
  const found = orientations.findLast(({ fromMs }) => fromMs <= startMs) ?? orientations[0];
  if (!found?.rows) return undefined;
  const turned = found.rows.map(([x = 0, y = 0, z = 0]) =>
    Float32Array.from(longitudinalG, (value, i) => x * value + y * lateralG[i]! + z * verticalG[i]!),
  );
  return { ...head, longitudinal: turned[0]!, lateral: turned[1]!, vertical: turned[2]! };
};
