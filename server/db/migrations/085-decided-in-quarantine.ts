import { type Kysely, sql } from 'kysely';

export const places = {};

/** What was decided about goes first where room is made in quarantine: found without reading all that waits. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create index quarantine_decided on quarantine (company_id, imei, id)
      where applied_at is not null or dropped_at is not null;
  `.execute(db);
};
