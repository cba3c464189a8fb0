import { type Kysely, sql } from 'kysely';
import { rewriteTable } from '../rewrite.ts';

export const places = {};

/** Doubts that leave nothing of a recording to believe, and the probability from which an impact counts as improbable. */
export const unreliable =
  "coalesce(facts->'Doubts' ?| array['unit', 'gravity', 'notUpright', 'frozenAxis', 'spike'], false)";
const low = `(coalesce(severity = 'mini', false)
  or (not ${unreliable} and coalesce((facts->>'CrashProbability')::float8 <= 0.25, false)))`;

// Overdue, weak or improbable, VIP, severity, age: milliseconds since 2000 behind a digit for each. Elsewhere the newest come
// first. Nothing is known of an unreliable recording: it comes before all that is known to be weak or improbable. An SOS stands
// with the strongest impacts: a person asks for help, no measurement says otherwise, and a call finds out within a minute.
const place = `case when status = 'opened' then
    (case when overdue_call_at = next_call_at then 0 else 16 end + case when ${low} then 8 else 0 end
      + case when vip then 0 else 4 end
      + case when kind = 'sos' then 0
          else case severity when 'major' then 0 when 'minor' then 1 when 'mini' then 3 else 2 end end) * 10000000000000
    + (extract(epoch from crash_at - timestamptz '2000-01-01 00:00:00+00') * 1000)::bigint
  else -(extract(epoch from crash_at - timestamptz '2000-01-01 00:00:00+00') * 1000)::bigint end`;

/** Migration 104 does the same at once, so that all rows are written one time only. */
export const queueOfToday = {
  table: 'accident',
  alterations: [
    'alter table accident drop column queue_place',
    `alter table accident add column queue_place bigint generated always as (${place}) stored`,
  ],
  indexes: [
    'create index accident_by_queue_place on accident (company_id, status, queue_place, id)',
    `create index accident_ready on accident (company_id, queue_place, id)
      where status = 'opened' and next_call_at is null`,
    `create index accident_outcome on accident (company_id, crash_at, search_key(device_model))
      include (device_model, status_of_road_accident_id, queue_place, id) where status = 'closed'`,
    `create index accident_contacted on accident (company_id, status, first_contact_at)
      include (crash_at, queue_place, id) where first_contact_at is not null`,
    'create index accident_of_operator on accident (company_id, status, operator_id, queue_place, id)',
  ],
} as const;

/** An SOS comes before minor impacts and before all that is weak, improbable or unreliable. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { rows } = await sql<{ done: boolean }>`select pg_get_expr(adbin, adrelid) like '%sos%' as done
    from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
    where adrelid = 'accident'::regclass and attname = 'queue_place'`.execute(db);
  if (!rows[0]?.done) await rewriteTable(db, queueOfToday);
};
