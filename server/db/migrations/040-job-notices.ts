import { type Kysely, sql } from 'kysely';

/** Notifications of every kind of job, each with the address of its page. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    -- Address in the cabinet; null: that of its accident, or none.
    alter table notification add column path text;
    update notification set path = '/cabinet/exports/' where kind in ('export', 'exportFailed');
    -- It switches off what is told of any job, not of exports alone.
    update account set settings = jsonb_set(
        settings #- '{Notifications,Export}', '{Notifications,Jobs}', settings #> '{Notifications,Export}')
      where settings #> '{Notifications,Export}' is not null;
  `.execute(db);
};
