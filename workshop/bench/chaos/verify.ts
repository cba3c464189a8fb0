import type { Pool } from 'pg';
import { insurer } from '../../../server/insurer.ts';
import { queueWork } from '../../../server/module.ts';
import { unsoundSums } from '../../../tests/support/sums.ts';
import { type Comparison, compare, type Ledger, type WorkKind, workKinds } from './ledger.ts';
import type { Mail, WebhookReceiver } from './neighbours.ts';
import type { Company } from './work.ts';

/** SQL queries that count the rows of each mark, by kind of work. A mark is a unique text in the row of a request. */
const foundQueries: Readonly<Record<WorkKind, string>> = {
  accident: `select street as mark, count(*)::int as n from accident where street <> '' group by 1`,
  note: `select text as mark, count(*)::int as n from accident_note group by 1`,
  'logged call': `select comment as mark, count(*)::int as n from accident_call group by 1`,
  photograph: `select file_name as mark, count(*)::int as n from accident_image group by 1`,
  'closed case': `select street as mark, count(*)::int as n from audit
    join accident on accident.company_id = audit.company_id and accident.id = entity_id and accident.status = 'closed'
    where entity = 'accident' and action = 'move' group by 1`,
  'message of fixes': `select split_part(message_id, '/', 2) as mark, count(*)::int as n from ingest_message
    where message_id like 'statistic/%' group by 1`,
  'message of an impact': `select object_id || ' ' || to_char(crash_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as mark,
    count(*)::int as n from accident where source = 'device' group by 1`,
  'imported voucher': `select number as mark, count(*)::int as n from voucher where number ~ '^[AB]-I' group by 1`,
  'bulk-changed voucher': `select entity_id || ' ' || (change->>'after') as mark, count(*)::int as n from audit
    cross join jsonb_array_elements(changes) as change
    where entity = 'voucher' and change->>'field' = 'Agent' group by 1`,
  export: `select id::text as mark, count(*)::int as n from job where kind = 'export' and state = 'done' group by 1`,
  dossier: `select accident_id || '/' || number as mark, count(*)::int as n from dossier where made_at is not null group by 1`,
  'invited operator': `select email as mark, count(*)::int as n from account where email ~ '^[ab]-\\d+@' group by 1`,
};

/**
 * SQL queries that find violated rules in the stored data, by name, such as a wrong total. Each query returns rows only
 * where something is wrong.
 */
const keptQueries: Readonly<Record<string, string>> = {
  'totals of cases': `select company_id, bucket from
    (select company_id, status as bucket, count(*) as n from accident group by 1, 2) counted
    full join (select company_id, bucket, sum(total) as n from row_total where list = 'accidents' group by 1, 2) stored
    using (company_id, bucket) where coalesce(counted.n, 0) <> coalesce(stored.n, 0)`,
  'totals of vouchers': `select company_id from (select company_id, count(*) as n from voucher group by 1) counted
    full join (select company_id, sum(total) as n from row_total where list = 'vouchers' group by 1) stored
    using (company_id) where coalesce(counted.n, 0) <> coalesce(stored.n, 0)`,
  'totals of operators': `select company_id from (select company_id, count(*) as n from account group by 1) counted
    full join (select company_id, sum(total) as n from row_total where list = 'operators' group by 1) stored
    using (company_id) where coalesce(counted.n, 0) <> coalesce(stored.n, 0)`,
  'numbers of events': `select company_id from event_head left join event using (company_id)
    group by company_id, last_id having last_id - coalesce(min(id), last_id + 1) + 1 <> count(id)`,
  'closed cases moved more than once': `select entity_id from audit where entity = 'accident' and action = 'move'
    group by company_id, entity_id having count(*) > 1`,
};

export interface Verified {
  readonly comparisons: readonly Comparison[];
  /** Sentences about violated rules, one for each. */
  readonly violations: readonly string[];
}

const formatMarks = (marks: readonly string[]): string =>
  marks.slice(0, 3).join(', ') + (marks.length > 3 ? ` and ${marks.length - 3} more` : '');

/** Compares the database with the acknowledged requests, and stored totals with totals counted from the rows. */
export const verify = async (
  pool: Pool,
  url: string,
  ledger: Ledger,
  companies: readonly Company[],
): Promise<Verified> => {
  const violations: string[] = [];
  const comparisons: Comparison[] = [];
  for (const kind of workKinds) {
    const { rows } = await pool.query<{ mark: string; n: number }>(foundQueries[kind]);
    const comparison = compare(ledger, kind, new Map(rows.map(({ mark, n }) => [mark, n])));
    comparisons.push(comparison);
    for (const wrong of ['missing', 'doubled', 'unrequested'] as const)
      if (comparison[wrong].length > 0) violations.push(`${kind} ${wrong}: ${formatMarks(comparison[wrong])}`);
  }
  for (const [name, text] of Object.entries(keptQueries)) {
    const { rows } = await pool.query(text);
    if (rows.length > 0) violations.push(`${name}: ${JSON.stringify(rows.slice(0, 3))}`);
  }
  for (const [name, rows] of Object.entries(await unsoundSums(url)))
    violations.push(`${name}: ${JSON.stringify(rows[0])}`);
  for (const { vehicles } of companies)
    for (const { objectId, fixes } of vehicles) {
      const text = 'select coalesce(sum(samples), 0)::int as n from position_block where object_id = $1';
      const { rows } = await pool.query<{ n: number }>(text, [objectId]);
      if (rows[0]?.n !== fixes) violations.push(`fixes of ${objectId}: ${rows[0]?.n} stored, ${fixes} acknowledged`);
    }
  return { comparisons, violations };
};

/**
 * Compares the received emails with the invitations. An email may arrive twice after a lost answer, but only with the
 * same Message-ID. Mail servers drop such a copy.
 */
export const verifyLetters = (mail: Mail, ledger: Ledger): { violations: readonly string[]; copies: number } => {
  const idsOf = new Map<string, string[]>();
  for (const { to, source } of mail.delivered)
    for (const address of to)
      idsOf.set(address, [...(idsOf.get(address) ?? []), /^Message-ID: (\S+)/im.exec(source)?.[1] ?? '']);
  const invited = [...ledger.of('invited operator')].filter(([, state]) => state === 'acknowledged');
  const violations = invited.flatMap(([address]) => {
    const different = new Set(idsOf.get(address)).size;
    return different === 1 ? [] : [`${different} letters to ${address}`];
  });
  const copies = [...idsOf.values()].reduce((sum, ids) => sum + ids.length - new Set(ids).size, 0);
  return { violations, copies };
};

/**
 * Checks that a webhook receiver got one message for each new accident and for each closed accident. A message may
 * repeat only with the same id.
 */
export const verifyWebhooks = async (
  pool: Pool,
  { id, letter }: Company,
  { taken }: WebhookReceiver,
): Promise<readonly string[]> => {
  const idsOf = new Map<string, Set<string>>();
  for (const { id: messageId, json } of taken) {
    const event = `${json.Type} ${json.Data.Id}`;
    idsOf.set(event, (idsOf.get(event) ?? new Set()).add(messageId));
  }
  const { rows } = await pool.query<{ event: string }>(
    `select 'accident.create ' || id as event from accident where company_id = $1
      union all select 'accident.move ' || id from accident where company_id = $1 and status = 'closed'`,
    [id],
  );
  const events = new Set(rows.map(({ event }) => event));
  const foreign = [...new Set(taken.map(({ json }) => `${json.Data.VoucherNumber}`))].filter(
    number => !number.startsWith(`${letter}-`),
  );
  return [
    ...[...events].filter(event => !idsOf.has(event)).map(event => `no webhook: ${letter} ${event}`),
    ...[...idsOf]
      .filter(([, ids]) => ids.size > 1)
      .map(([event]) => `webhook told under several ids: ${letter} ${event}`),
    ...[...idsOf.keys()].filter(event => !events.has(event)).map(event => `webhook of no case: ${letter} ${event}`),
    ...foreign.map(number => `webhook of ${letter} has voucher ${number}`),
  ];
};

/** Waits until every job, email and webhook delivery is done. Returns those that are not done after `maxWaitMs`. */
export const untilJobsEnd = async (pool: Pool, maxWaitMs: number): Promise<readonly string[]> => {
  const unfinishedQuery = `select kind || ' ' || id || ' is ' || state as what from job where state in ('queued', 'running')
    union all select 'webhook message ' || message_id || ' is ' || state from webhook_delivery where state <> 'delivered'
    union all select 'task ' || task_identifier || ' ' || id || ' after ' || attempts || ' attempts: ' || coalesce(last_error, 'none yet')
      from graphile_worker.jobs where (locked_at is null or attempts < max_attempts) and task_identifier <> all($1)`;
  // Recurring tasks are not waited for. The server starts them again, even if a killed process has lost one.
  const scheduled = queueWork(insurer.modules).scheduled.map(({ task }) => task);
  for (const until = Date.now() + maxWaitMs; ; ) {
    const { rows } = await pool.query<{ what: string }>(unfinishedQuery, [scheduled]);
    if (rows.length === 0 || Date.now() > until) return rows.map(({ what }) => what);
    await new Promise(done => setTimeout(done, 500));
  }
};
