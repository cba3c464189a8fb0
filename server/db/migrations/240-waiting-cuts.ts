import { type Kysely, sql } from 'kysely';
import type { TablePlacements } from '../tablePlacement.ts';

export const placements: TablePlacements = { trip_cut: 'object' };

/**
 * Adds the table of long drives. A drive is cut into trips again after its messages have waited for each other, because
 * the work grows with the drive and not with the message.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table if not exists trip_cut (
      object_id text primary key,
      company_id bigint not null,
      -- The long drive that was cut last: number, first and last of its fixes.
      fixes integer not null,
      from_at timestamptz(3) not null,
      to_at timestamptz(3) not null,
      -- Changed time ranges that wait to be cut, and the time at which they are cut at the latest. Null: none waits.
      waiting jsonb,
      due_at timestamptz(3)
    )`.execute(db);
};
