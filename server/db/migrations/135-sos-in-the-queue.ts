import { type Kysely, sql } from 'kysely';

export const places = {};

/** Doubts that leave nothing of a recording to believe, and the probability from which an impact counts as improbable. */
const unreliable = "coalesce(facts->'Doubts' ?| array['unit', 'gravity', 'notUpright', 'frozenAxis', 'spike'], false)";
const low = `(coalesce(severity = 'mini', false)
  or (not ${unreliable} and coalesce((facts->>'CrashProbability')::float8 <= 0.25, false)))`;

const statements = [
  'alter table accident drop column queue_place',
  // Overdue, weak or improbable, VIP, severity, age: milliseconds since 2000 behind a digit for each. An SOS stands with the
  // strongest impacts: a person asks for help, no measurement says otherwise, and a call finds out within a minute.
  `alter table accident add column queue_place bigint generated always as (case when status = 'opened' then
      (case when overdue_call_at = next_call_at then 0 else 16 end + case when ${low} then 8 else 0 end
        + case when vip then 0 else 4 end
        + case when kind = 'sos' then 0
            else case severity when 'major' then 0 when 'minor' then 1 when 'mini' then 3 else 2 end end) * 10000000000000
      + (extract(epoch from crash_at - timestamptz '2000-01-01 00:00:00+00') * 1000)::bigint
    else -(extract(epoch from crash_at - timestamptz '2000-01-01 00:00:00+00') * 1000)::bigint end) stored`,
  'create index accident_by_queue_place on accident (company_id, status, queue_place, id)',
  `create index accident_ready on accident (company_id, queue_place, id)
    where status = 'opened' and next_call_at is null`,
  `create index accident_outcome on accident (company_id, crash_at, search_key(device_model))
    include (device_model, status_of_road_accident_id, queue_place, id) where status = 'closed'`,
  `create index accident_contacted on accident (company_id, status, first_contact_at)
    include (crash_at, queue_place, id) where first_contact_at is not null`,
  'create index accident_of_operator on accident (company_id, status, operator_id, queue_place, id)',
];

/** An SOS comes before minor impacts and before all that is weak, improbable or unreliable. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
