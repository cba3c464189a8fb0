import { type Kysely, sql } from 'kysely';
import type { TablePlacements } from '../tablePlacement.ts';

export const placements: TablePlacements = { recompute_progress: 'company' };

/**
 * Adds the progress of recomputing the trips that an upgrade has marked as outdated. A company without outdated trips
 * has no row.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table if not exists recompute_progress (
      company_id bigint primary key,
      done integer not null,
      total integer not null,
      started_at timestamptz(3) not null
    )`.execute(db);
};
