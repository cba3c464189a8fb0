import type { PoolClient } from 'pg';
import { bulkRetentionDays } from '../../src/contract/limits.ts';
import { dayMs, minuteMs } from '../../src/schema/kinds/time.ts';

const branch = 'Химки';

type ItemState = 'done' | 'refused' | 'cannot' | 'undone' | 'left';
interface PastChange {
  readonly action: string;
  readonly values: object;
  /**
   * SQL condition that selects vouchers for a past bulk change. The vouchers must look as the change, or its undo, left
   * them.
   */
  readonly condition: string;
  readonly maxRecords: number;
  /** Filter and query of the list whose vouchers were changed. Absent: a person selected single vouchers. */
  readonly list?: { readonly filter: string; readonly query: object };
  readonly daysAgo: number;
  readonly undoneAfterMinutes?: number;
  /** State and reason of each voucher that the bulk change did not change. These are the last vouchers of the list. */
  readonly exceptions: readonly { readonly state: ItemState; readonly reason: object }[];
  readonly historyEntry: { readonly field: string; readonly before: string; readonly after: string };
}

const staleReason = { Code: 'STALE' };
const alreadySoReason = { Code: 'ALREADY_SO' };

/**
 * Returns the agent with the most vouchers of the branch. A past bulk change of the demo claims to have moved this
 * agent's vouchers to the branch.
 */
const mostFrequentAgent = async (client: PoolClient, companyId: number): Promise<string> => {
  const { rows } = await client.query<{ agent: string }>(
    `select agent from voucher where company_id = $1 and branch = $2 and agent <> '' group by agent order by count(*) desc, agent limit 1`,
    [companyId, branch],
  );
  return rows[0]?.agent ?? '';
};

const pastChanges = (agent: string): readonly PastChange[] => [
  {
    action: 'setBranch',
    values: { Branch: branch },
    condition: `agent = '${agent.replaceAll("'", "''")}' and branch = '${branch}'`,
    maxRecords: 60,
    list: { filter: `Агент: ${agent}`, query: { Agent: agent } },
    daysAgo: 2.1,
    exceptions: [
      { state: 'refused', reason: { Code: 'NO_LONGER_MATCHING' } },
      { state: 'cannot', reason: alreadySoReason },
      { state: 'cannot', reason: alreadySoReason },
    ],
    historyEntry: { field: 'Branch', before: 'Москва, Северный', after: branch },
  },
  {
    action: 'suspend',
    values: { Reason: 'сезонное хранение' },
    condition: `stage in ('suspended', 'closed')`,
    maxRecords: 12,
    daysAgo: 1.2,
    exceptions: Array.from({ length: 4 }, () => ({
      state: 'cannot' as const,
      reason: {
        Code: 'STATE_FORBIDS',
        Values: { state: { ru: 'закрыт', en: 'closed' }, possible: { ru: 'ничего', en: 'nothing' } },
      },
    })),
    historyEntry: { field: 'Status', before: 'active', after: 'suspended' },
  },
  {
    action: 'setAgent',
    values: { Agent: 'Ткаченко Вера' },
    condition: `agent <> '' and stage = 'active'`,
    maxRecords: 18,
    daysAgo: 4.3,
    undoneAfterMinutes: 6,
    exceptions: [{ state: 'left', reason: staleReason }],
    historyEntry: { field: 'Agent', before: '', after: 'Ткаченко Вера' },
  },
];

const writeJob = async (client: PoolClient, author: Author, at: Date, count: number, expiresAt: Date) => {
  const { rows } = await client.query<{ id: number }>(
    `insert into job (company_id, kind, author_id, author_name, state, done, total, input, result, created_at, started_at,
       finished_at, expires_at, attempt)
     values ($1, 'bulkChanges', $2, $3, 'done', $4, $4, '{}', '{}', $5, $5, $6, $7, 1) returning id`,
    [author.companyId, author.id, author.name, count, at, new Date(at.getTime() + count * 12 + 800), expiresAt],
  );
  return rows[0]?.id ?? null;
};

interface Author {
  readonly companyId: number;
  readonly id: number;
  readonly name: string;
}

const writeChange = async (client: PoolClient, author: Author, today: Date, pastChange: PastChange): Promise<void> => {
  const { companyId } = author;
  const previewedAt = new Date(today.getTime() - pastChange.daysAgo * dayMs);
  const ranAt = new Date(previewedAt.getTime() + 2 * minuteMs);
  const undoneAt =
    pastChange.undoneAfterMinutes === undefined
      ? undefined
      : new Date(ranAt.getTime() + pastChange.undoneAfterMinutes * minuteMs);
  const expiresAt = new Date(previewedAt.getTime() + bulkRetentionDays * dayMs);
  const { rows: records } = await client.query<{ id: number }>(
    `select id from voucher where company_id = $1 and ${pastChange.condition} and created_at < $2 order by stage = 'closed', id limit $3`,
    [companyId, previewedAt, pastChange.maxRecords],
  );
  const recordIds = records.map(({ id }) => id).join();
  const { filter, query } = pastChange.list ?? {
    filter: `выбранные строки: ${records.length}`,
    query: { ids: recordIds },
  };
  const usualState: ItemState = undoneAt ? 'undone' : 'done';
  const items = records.map(({ id }, index) => {
    const exception = pastChange.exceptions[index - (records.length - pastChange.exceptions.length)];
    return { id, ordinal: index + 1, state: exception?.state ?? usualState, reason: exception?.reason ?? null };
  });
  const changedIds = items.filter(({ state }) => state === usualState || state === 'left').map(({ id }) => id);
  const insertJob = (at: Date, count: number) => writeJob(client, author, at, count, expiresAt);
  const { rows } = await client.query<{ id: number }>(
    `insert into bulk_change (company_id, author_id, author_name, resource, action, query, action_values, locale, list, filter,
       check_job, run_job, undo_job, undo_minutes, created_at, expires_at)
     values ($1, $2, $3, 'vouchers', $4, $5, $6, 'ru', 'Ваучеры', $7, $8, $9, $10, 10, $11, $12) returning id`,
    [
      ...[companyId, author.id, author.name, pastChange.action, query, pastChange.values, filter],
      await insertJob(previewedAt, items.length),
      await insertJob(ranAt, changedIds.length),
      undoneAt ? await insertJob(undoneAt, changedIds.length) : null,
      ...[previewedAt, expiresAt],
    ],
  );
  const bulkId = rows[0]?.id;
  await client.query(
    `insert into bulk_item (company_id, bulk_id, record_id, ordinal, state, reason)
     select $1, $2, one.id, one.ordinal, one.state, one.reason
     from jsonb_to_recordset($3) as one(id bigint, ordinal integer, state text, reason jsonb)`,
    [companyId, bulkId, JSON.stringify(items)],
  );
  const { field, before, after } = pastChange.historyEntry;
  const insertAudit = (
    entity: string,
    ids: readonly (number | undefined)[],
    action: string,
    at: Date,
    changes: object[],
  ) =>
    client.query(
      `insert into audit (company_id, at, actor_id, actor_name, entity, entity_id, action, changes)
       select $1, $2, $3, $4, $5, id, $6, $7 from unnest($8::bigint[]) as id`,
      [companyId, at, author.id, author.name, entity, action, JSON.stringify(changes), ids],
    );
  await insertAudit('voucher', changedIds, pastChange.action, ranAt, [{ field, before, after }]);
  await insertAudit('bulkChange', [bulkId], 'run', ranAt, [
    { field: 'Changed', before: null, after: changedIds.length },
  ]);
  if (!undoneAt) return;
  const undoneIds = items.filter(({ state }) => state === 'undone').map(item => item.id);
  await insertAudit('voucher', undoneIds, 'undo', undoneAt, [{ field, before: after, after: before }]);
  await insertAudit('bulkChange', [bulkId], 'undo', undoneAt, [
    { field: 'Undone', before: null, after: undoneIds.length },
  ]);
};

export const writeBulkChanges = async (client: PoolClient, today: Date): Promise<void> => {
  const { rows } = await client.query<{ companyId: number; id: number; name: string }>(
    `select company_id as "companyId", id, full_name as name from account where email = 'manager@demo.drivedesk'`,
  );
  const [author] = rows;
  if (!author) return;
  for (const pastChange of pastChanges(await mostFrequentAgent(client, author.companyId)))
    await writeChange(client, author, today, pastChange);
};
