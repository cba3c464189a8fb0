import { type Kysely, sql } from 'kysely';

/** Platform keys and quarantined messages as records with actions. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table platform_key add column id bigint;
    update platform_key set id = counted.place
      from (select key_hash, row_number() over (order by created_at, key_hash) as place from platform_key) counted
      where platform_key.key_hash = counted.key_hash;
    create sequence platform_key_id_seq owned by platform_key.id;
    select setval('platform_key_id_seq', greatest((select max(id) from platform_key), 1), (select count(*) > 0 from platform_key));
    alter table platform_key alter column id set default nextval('platform_key_id_seq'), alter column id set not null;
    -- The first characters, by which a key is told from another one that nobody can read any more.
    alter table platform_key add column beginning text not null default '';
    alter table platform_key add column created_by text not null default '';
    alter table platform_key add column last_used_at timestamptz(3);
    alter table platform_key add column version integer not null default 1;
    create unique index platform_key_id on platform_key (id);
    create index platform_key_company on platform_key (company_id, created_at);

    alter table quarantine add column dropped_at timestamptz(3);
    alter table quarantine add column dropped_by text;
    alter table quarantine add column drop_reason text;
    drop index quarantine_imei;
    create index quarantine_imei on quarantine (company_id, imei, id) where applied_at is null and dropped_at is null;

    -- A device nobody registered, by what it has sent. Its number is that of its oldest message.
    create view quarantined_device as
      select company_id, min(id) as id, imei, count(*) as messages, count(*) filter (where kind = 'crash') as impacts,
        min(received_at) as first_received_at, max(received_at) as last_received_at, max(id) as version, search_key(imei) as search
      from quarantine where applied_at is null and dropped_at is null
      group by company_id, imei;
  `.execute(db);
};
