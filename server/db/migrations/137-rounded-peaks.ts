import type { Kysely } from 'kysely';
import { updateInBatches } from '../batches.ts';

export const places = {};
export const inPieces = true;

const rounded = 'round(maximum_acceleration_g::numeric, 3)::float8';

/** A peak is stored as precisely as every call tells it. */
export const up = (db: Kysely<unknown>, report?: (text: string) => void): Promise<void> =>
  updateInBatches(
    db,
    {
      table: 'accident',
      where: `maximum_acceleration_g is distinct from ${rounded}`,
      set: `maximum_acceleration_g = ${rounded}`,
    },
    report,
  );
