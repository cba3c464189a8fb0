import { type Kysely, sql } from 'kysely';
import { lockWaitMs } from '../locks.ts';

export const placements = {};
export const inPieces = true;

const indexes = {
  audit_claim:
    "audit (company_id, at) include (actor_id, entity_id) where entity = 'accident' and action in ('lock', 'takeOver')",
  accident_call_at: 'accident_call (company_id, at) include (author_id)',
  accident_call_next: 'accident_call (company_id, next_call_at) where next_call_at is not null',
};

/**
 * Adds indexes by time for the figures of an operator's week: claims of cases, phone calls, and planned phone calls.
 * Other processes write while the indexes are built.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  // `concurrently` waits for all older transactions, and others can write meanwhile.
  await sql`set lock_timeout = 0`.execute(db);
  try {
    for (const [name, columns] of Object.entries(indexes)) {
      await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db);
      await sql`create index concurrently ${sql.id(name)} on ${sql.raw(columns)}`.execute(db);
    }
  } finally {
    await sql`select set_config('lock_timeout', ${String(lockWaitMs)}, false)`.execute(db);
  }
};
