import { type Kysely, sql } from 'kysely';
import { lockWaitMs } from '../locks.ts';

export const placements = {};
export const inPieces = true;

const probability = "(facts->>'CrashProbability')::float8";
/** SQL condition: the recording has a doubt that makes it unreliable. Its probability does not count. */
const isUnreliable =
  "coalesce(facts->'Doubts' ?| array['unit', 'gravity', 'notUpright', 'frozenAxis', 'spike', 'tooShort', 'againstFixes'], false)";
const isProbable = `(kind = 'sos' or source <> 'device' or coalesce(not ${isUnreliable} and ${probability} >= 0.65, false))`;
const isImprobable = `coalesce(not ${isUnreliable} and ${probability} <= 0.25, false)`;
const crashMs = "(extract(epoch from crash_at - timestamptz '2000-01-01 00:00:00+00') * 1000)::bigint";

/**
 * SQL expression for the position of an open case in the queue. Each factor is a digit: overdue call, weak or improbable,
 * probability, severity, VIP. The milliseconds until a distant moment follow, so that the newest case comes first.
 * A report by a person counts as probable, and an SOS as probable and severe. An unreliable recording has an unknown
 * probability, so it stands above all weak or improbable cases. Cases that are not open are sorted from the newest to
 * the oldest.
 */
const queuePosition = `case when status = 'opened' then
    ((((case when overdue_call_at = next_call_at then 0 else 1 end
      * 2 + case when severity = 'mini' or ${isImprobable} then 1 else 0 end)
      * 3 + case when ${isProbable} then 0
          when ${isImprobable} or (severity = 'mini' and ${probability} is null) then 2 else 1 end)
      * 4 + case when kind = 'sos' then 0
          else case severity when 'major' then 0 when 'minor' then 1 when 'mini' then 3 else 2 end end)
      * 2 + case when vip then 0 else 1 end) * 10000000000000
    + 9999999999999 - ${crashMs}
  else -${crashMs} end`;

/** Indexes of `accident` that contain the column, by name. They are dropped together with the column. */
const indexes = {
  accident_ready: "(company_id, queue_place, id) where status = 'opened' and next_call_at is null",
  accident_by_queue_place: '(company_id, status, queue_place, id)',
  accident_of_operator: '(company_id, status, operator_id, queue_place, id)',
  accident_contacted: `(company_id, status, first_contact_at) include (crash_at, queue_place, id)
    where first_contact_at is not null`,
  accident_outcome: `(company_id, crash_at, search_key(device_model))
    include (device_model, status_of_road_accident_id, queue_place, id) where status = 'closed'`,
};

/**
 * Orders the queue by probability before severity, and by freshness. The former order put a strong peak of a pothole
 * before a probable crash. Marks the recordings with the doubts `tooShort` and `againstFixes` as unreliable. The column
 * keeps its name, so the previous release reads the new order. The table is locked only while its rows are rewritten.
 * Other processes write while the indexes are built. A start that was interrupted continues.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { rows } = await sql<{ isNew: boolean }>`
    select bool_or(pg_get_expr(adbin, adrelid) like '%9999999999999%') as "isNew" from pg_attrdef
    where adrelid = 'accident'::regclass
      and adnum = (select attnum from pg_attribute where attrelid = 'accident'::regclass and attname = 'queue_place')`.execute(
    db,
  );
  if (!rows[0]?.isNew)
    await sql`alter table accident
      drop column recording,
      add column recording text generated always as (case when ${sql.raw(isUnreliable)} then 'unreliable' end) stored,
      drop column queue_place,
      add column queue_place bigint generated always as (${sql.raw(queuePosition)}) stored`.execute(db);
  // `concurrently` waits for all older transactions, and others can write meanwhile.
  await sql`set lock_timeout = 0`.execute(db);
  try {
    for (const [name, columns] of Object.entries(indexes)) {
      await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db);
      await sql`create index concurrently ${sql.id(name)} on accident ${sql.raw(columns)}`.execute(db);
    }
  } finally {
    await sql`select set_config('lock_timeout', ${String(lockWaitMs)}, false)`.execute(db);
  }
};
