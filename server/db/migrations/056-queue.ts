import { type Kysely, sql } from 'kysely';

export const places = {};

/**
 * The queue of new accidents: its order as one indexed column with overdue calls, the time of the first call, and the
 * reporting device model.
 * The rules of calls belong to the company.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table company
      add column first_retry_min integer not null default 15,
      add column second_retry_min integer not null default 120,
      add column next_day_hour integer not null default 10,
      add column quiet_from_hour integer not null default 22,
      add column quiet_to_hour integer not null default 8,
      add column weekend_calls boolean not null default true;

    drop index accident_search;
    drop index accident_pairs;
    alter table accident
      drop column search,
      drop column words,
      add column search text generated always as (search_key(id || ' ' || voucher_number || ' ' || client_name || ' '
        || reg_number || ' ' || client_phone || ' ' || city || ' ' || street)) stored,
      add column words tsvector generated always as (search_lexemes(company_id, client_name || ' ' || vehicle_brand
        || ' ' || search_plain(vehicle_brand) || ' ' || vehicle_model || ' ' || search_plain(vehicle_model)
        || ' ' || city || ' ' || street)) stored,
      add column device_model text not null default '',
      add column first_contact_at timestamptz(3),
      -- The planned call that was found overdue. Planned anew, it differs: whoever plans a call need not know of this column.
      add column overdue_call_at timestamptz(3),
      add column severity_rank smallint generated always as
        (case severity when 'mini' then 1 when 'minor' then 2 when 'major' then 3 end) stored,
      -- Overdue, VIP, severity, age: milliseconds since 2000 behind a digit for each. Elsewhere the newest come first.
      add column queue_place bigint generated always as (case when status = 'opened' then
          (case when overdue_call_at = next_call_at then 0 else 8 end + case when vip then 0 else 4 end
            + case severity when 'major' then 0 when 'minor' then 1 when 'mini' then 3 else 2 end) * 10000000000000
          + (extract(epoch from crash_at - timestamptz '2000-01-01 00:00:00+00') * 1000)::bigint
        else -(extract(epoch from crash_at - timestamptz '2000-01-01 00:00:00+00') * 1000)::bigint end) stored;

    update accident set device_model = trim(voucher.obu_brand || ' ' || voucher.obu_model) from voucher
      where voucher.company_id = accident.company_id and voucher.id = accident.voucher_id and accident.source = 'device';

    create index accident_search on accident using gin (search_fold(search) gin_trgm_ops);
    create index accident_pairs on accident using gin (search_pairs(search));
    create index accident_words on accident using gin (words);
    create index accident_by_queue_place on accident (company_id, status, queue_place, id);
    create index accident_by_severity_rank on accident (company_id, status, severity_rank, id);
    create index accident_by_severity_rank_down on accident (company_id, status, severity_rank desc nulls last, id desc);
    create index accident_due on accident (company_id, next_call_at)
      where status = 'opened' and overdue_call_at is distinct from next_call_at;
    create index accident_finished on accident (company_id, finished_at) where finished_at is not null;
    create index accident_contacted on accident (company_id, first_contact_at) where first_contact_at is not null;
  `.execute(db);
};
