import { type Kysely, sql } from 'kysely';
import { lockWaitMs } from '../locks.ts';

export const placements = {};
export const inPieces = true;

/** Indexes of `accident`, by name. Those of the control room contain the column, so that its figures read no rows. */
const indexes = {
  accident_duplicate: '(company_id, duplicate_of_id) where duplicate_of_id is not null',
  accident_list: '(company_id, status, crash_at desc, id desc) include (duplicate_of_id)',
  accident_contacted: `(company_id, status, first_contact_at) include (crash_at, queue_place, id, duplicate_of_id)
    where first_contact_at is not null`,
  accident_outcome: `(company_id, crash_at, search_key(device_model))
    include (device_model, status_of_road_accident_id, queue_place, id, duplicate_of_id) where status = 'closed'`,
  accident_finished: `(company_id, finished_at) include (status, operator_id, duplicate_of_id)
    where finished_at is not null`,
};

/**
 * Adds the case of which a case is a duplicate, because devices, platforms and people report one event several times.
 * Cases are never deleted, so the column needs no foreign key. Other processes write while the indexes are built.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table accident add column if not exists duplicate_of_id bigint check (duplicate_of_id <> id)`.execute(
    db,
  );
  // `concurrently` waits for all older transactions, and others can write meanwhile.
  await sql`set lock_timeout = 0`.execute(db);
  try {
    for (const [name, columns] of Object.entries(indexes)) {
      await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db);
      await sql`create index concurrently ${sql.id(name)} on accident ${sql.raw(columns)}`.execute(db);
    }
  } finally {
    await sql`select set_config('lock_timeout', ${String(lockWaitMs)}, false)`.execute(db);
  }
};
