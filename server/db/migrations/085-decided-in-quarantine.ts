import { type Kysely, sql } from 'kysely';

export const places = {};

/**
 * Index of decided messages in quarantine. They are removed first when space is needed, without reading the waiting
 * ones.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create index quarantine_decided on quarantine (company_id, imei, id)
      where applied_at is not null or dropped_at is not null;
  `.execute(db);
};
