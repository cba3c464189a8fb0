import { type Kysely, sql } from 'kysely';

/** Index for `GET /api/crashes`, which lists the accidents of every bucket, the latest first. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index accident_all on accident (company_id, crash_at desc, id desc)`.execute(db);
};
