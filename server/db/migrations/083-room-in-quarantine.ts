import { type Kysely, sql } from 'kysely';

export const places = {};

/** Size of each message in quarantine, because an unregistered device must not fill the disk. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table quarantine add column bytes integer not null default 0;
    update quarantine set bytes = octet_length(body::text);
    -- Added up without reading the messages.
    create index quarantine_room on quarantine (company_id, imei, id) include (bytes);
  `.execute(db);
};
