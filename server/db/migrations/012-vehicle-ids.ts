import { type Kysely, sql } from 'kysely';

/** Identity columns of a cluster's tables are bigint (see db/distribute.ts). These two were the only others. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table vehicle_brand alter column id type bigint;
    alter table vehicle_model alter column id type bigint, alter column brand_id type bigint;
  `.execute(db);
};
