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
const milliseconds = (column: string) =>
  `(extract(epoch from ${column} - timestamptz '2000-01-01 00:00:00+00') * 1000)::bigint`;
/** SQL condition: the work status is final, so nobody has to work on the case. */
const isDecided = 'status_of_road_accident_id not in (1, 2, 3)';

/**
 * SQL expression for the position of an open case in the queue. The first digit is its group: 0 fresh and severe, 1 call
 * promised to the client and due, 2 call set by a rule and due, 3 the rest, 4 call planned for later, 5 final work
 * status. Cases with a planned call follow in the order of their calls. Other cases follow by digits for weak or
 * improbable, probability, severity and VIP, then from the newest to the oldest.
 * A report by a person counts as probable, and an SOS as probable and severe. An unreliable recording has an unknown
 * probability, so it stands above all weak or improbable cases. Cases that are not open are sorted from the newest to
 * the oldest.
 */
const queuePosition = `case when status = 'opened' then
    case when ${isDecided} then 5
      when overdue_call_at = next_call_at then case when next_call_promised then 1 else 2 end
      when next_call_at is not null then 4
      when is_fresh and first_contact_at is null and severity is distinct from 'mini' and ${isProbable} then 0
      else 3 end * 480000000000000
    + case when next_call_at is not null then ${milliseconds('next_call_at')}
      else (((case when severity = 'mini' or ${isImprobable} then 1 else 0 end
        * 3 + case when ${isProbable} then 0
            when ${isImprobable} or (severity = 'mini' and ${probability} is null) then 2 else 1 end)
        * 4 + case when kind = 'sos' then 0
            else case severity when 'major' then 0 when 'minor' then 1 when 'mini' then 3 else 2 end end)
        * 2 + case when vip then 0 else 1 end) * 10000000000000
      + 9999999999999 - ${milliseconds('crash_at')} end
  else -${milliseconds('crash_at')} end`;

/** Indexes of `accident` that contain the column, by name. They are dropped together with the column. */
const indexes = {
  accident_ready: "(company_id, queue_place, id) where status = 'opened' and next_call_at is null",
  accident_by_queue_place: '(company_id, status, queue_place, id)',
  accident_of_operator: '(company_id, status, operator_id, queue_place, id)',
  accident_contacted: `(company_id, status, first_contact_at) include (crash_at, queue_place, id)
    where first_contact_at is not null`,
  accident_outcome: `(company_id, crash_at, search_key(device_model))
    include (device_model, status_of_road_accident_id, queue_place, id) where status = 'closed'`,
  accident_fresh: "(company_id, crash_at) where status = 'opened' and is_fresh",
};

/**
 * Orders the queue as operators work: fresh and severe cases, due calls, the rest, later calls, decided cases. The former
 * order put a crash of a moment ago below answered cases. The column keeps its name, so the previous release reads the
 * new order. The table is locked only while its rows are rewritten. Other processes write while the indexes are built. A
 * start that was interrupted continues.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table company add column if not exists fresh_min integer not null default 60`.execute(db);
  const { rows } = await sql<{ isNew: boolean }>`
    select bool_or(pg_get_expr(adbin, adrelid) like '%is_fresh%') as "isNew" from pg_attrdef
    where adrelid = 'accident'::regclass
      and adnum = (select attnum from pg_attribute where attrelid = 'accident'::regclass and attname = 'queue_place')`.execute(
    db,
  );
  if (!rows[0]?.isNew)
    await sql`alter table accident
      add column if not exists is_fresh boolean not null default false,
      add column if not exists next_call_promised boolean not null default false,
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
