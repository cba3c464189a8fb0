import { type Kysely, sql } from 'kysely';
import type { Places } from '../place.ts';

export const places: Places = { device_identifier: 'company' };

/**
 * The kind of a case, and the time of its last alarm. The maker's name of an alarm. The device of an identifier that is
 * no IMEI.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of [
    sql`alter table accident add column kind text not null default 'crash', add column alarm_until timestamptz(3)`,
    sql`alter table device_alarm add column code text not null default ''`,
    sql`drop index device_alarm_at`,
    sql`create unique index device_alarm_at on device_alarm (object_id, at, kind, code)`,
    sql`alter table notification add column alarm text`,
    sql`alter table quarantine add column makes_case boolean not null default false`,
    sql`create table device_identifier (
      company_id bigint not null,
      identifier text not null,
      imei text not null,
      created_by text not null,
      created_at timestamptz(3) not null,
      primary key (company_id, identifier))`,
    sql`create index device_identifier_imei on device_identifier (company_id, imei)`,
    sql`create or replace view quarantined_device as
      select company_id, min(id) as id, imei, count(*) as messages,
        count(*) filter (where kind = 'crash' or makes_case) as impacts,
        min(received_at) as first_received_at, max(received_at) as last_received_at, max(id) as version,
        search_key(imei) as search
      from quarantine where applied_at is null and dropped_at is null
      group by company_id, imei`,
  ])
    await statement.execute(db);
};
