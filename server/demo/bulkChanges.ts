import type { PoolClient } from 'pg';
import { bulkKeptDays } from '../../src/contract/limits.ts';
import { dayMs, minuteMs } from '../../src/schema/kinds/time.ts';

const branch = 'Химки';

type State = 'done' | 'refused' | 'cannot' | 'undone' | 'left';
interface Past {
  readonly action: string;
  readonly asked: object;
  /** SQL condition that selects rows of `voucher`. The rows must fit the state that the change, or its undo, left. */
  readonly where: string;
  readonly most: number;
  /** Query of the list whose rows were changed. Absent: a person selected single rows. */
  readonly asking?: { readonly filter: string; readonly query: object };
  readonly daysAgo: number;
  /** Minutes between the end of the change and its undo. Absent: not undone. */
  readonly undoneAfter?: number;
  /** State and reason of each record that the change left out. These are the last records of the list. */
  readonly except: readonly { readonly state: State; readonly reason: object }[];
  /** Entry in the history of each record, by field. */
  readonly change: { readonly field: string; readonly before: string; readonly after: string };
}

const stale = { Code: 'STALE' };
const alreadySo = { Code: 'ALREADY_SO' };

/**
 * Returns the agent with the most vouchers of the branch. A past change says that this agent's vouchers were moved
 * there.
 */
const agentOf = async (client: PoolClient, companyId: number): Promise<string> => {
  const { rows } = await client.query<{ agent: string }>(
    `select agent from voucher where company_id = $1 and branch = $2 and agent <> '' group by agent order by count(*) desc, agent limit 1`,
    [companyId, branch],
  );
  return rows[0]?.agent ?? '';
};

const past = (agent: string): readonly Past[] => [
  {
    action: 'setBranch',
    asked: { Branch: branch },
    where: `agent = '${agent.replaceAll("'", "''")}' and branch = '${branch}'`,
    most: 60,
    asking: { filter: `Агент: ${agent}`, query: { Agent: agent } },
    daysAgo: 2.1,
    except: [
      { state: 'refused', reason: { Code: 'NO_LONGER_MATCHING' } },
      { state: 'cannot', reason: alreadySo },
      { state: 'cannot', reason: alreadySo },
    ],
    change: { field: 'Branch', before: 'Москва, Северный', after: branch },
  },
  {
    action: 'suspend',
    asked: { Reason: 'сезонное хранение' },
    where: `stage in ('suspended', 'closed')`,
    most: 12,
    daysAgo: 1.2,
    except: Array.from({ length: 4 }, () => ({
      state: 'cannot' as const,
      reason: {
        Code: 'STATE_FORBIDS',
        Values: { state: { ru: 'закрыт', en: 'closed' }, possible: { ru: 'ничего', en: 'nothing' } },
      },
    })),
    change: { field: 'Status', before: 'active', after: 'suspended' },
  },
  {
    action: 'setAgent',
    asked: { Agent: 'Ткаченко Вера' },
    where: `agent <> '' and stage = 'active'`,
    most: 18,
    daysAgo: 4.3,
    undoneAfter: 6,
    except: [{ state: 'left', reason: stale }],
    change: { field: 'Agent', before: '', after: 'Ткаченко Вера' },
  },
];

/** Inserts the jobs that previewed, ran and undid the change. */
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

const writeOne = async (client: PoolClient, author: Author, today: Date, one: Past): Promise<void> => {
  const { companyId } = author;
  const lookedAt = new Date(today.getTime() - one.daysAgo * dayMs);
  const ranAt = new Date(lookedAt.getTime() + 2 * minuteMs);
  const undoneAt = one.undoneAfter === undefined ? undefined : new Date(ranAt.getTime() + one.undoneAfter * minuteMs);
  const expiresAt = new Date(lookedAt.getTime() + bulkKeptDays * dayMs);
  const { rows: records } = await client.query<{ id: number }>(
    `select id from voucher where company_id = $1 and ${one.where} and created_at < $2 order by stage = 'closed', id limit $3`,
    [companyId, lookedAt, one.most],
  );
  const ids = records.map(({ id }) => id).join();
  const { filter, query } = one.asking ?? { filter: `выбранные строки: ${records.length}`, query: { ids } };
  const usual: State = undoneAt ? 'undone' : 'done';
  const items = records.map(({ id }, at) => {
    const except = one.except[at - (records.length - one.except.length)];
    return { id, ordinal: at + 1, state: except?.state ?? usual, reason: except?.reason ?? null };
  });
  const changed = items.filter(({ state }) => state === usual || state === 'left').map(({ id }) => id);
  const job = (at: Date, count: number) => writeJob(client, author, at, count, expiresAt);
  const { rows } = await client.query<{ id: number }>(
    `insert into bulk_change (company_id, author_id, author_name, resource, action, query, action_values, locale, list, filter,
       check_job, run_job, undo_job, undo_minutes, created_at, expires_at)
     values ($1, $2, $3, 'vouchers', $4, $5, $6, 'ru', 'Ваучеры', $7, $8, $9, $10, 10, $11, $12) returning id`,
    [
      ...[companyId, author.id, author.name, one.action, query, one.asked, filter],
      await job(lookedAt, items.length),
      await job(ranAt, changed.length),
      undoneAt ? await job(undoneAt, changed.length) : null,
      ...[lookedAt, expiresAt],
    ],
  );
  const id = rows[0]?.id;
  await client.query(
    `insert into bulk_item (company_id, bulk_id, record_id, ordinal, state, reason)
     select $1, $2, one.id, one.ordinal, one.state, one.reason
     from jsonb_to_recordset($3) as one(id bigint, ordinal integer, state text, reason jsonb)`,
    [companyId, id, JSON.stringify(items)],
  );
  const { field, before, after } = one.change;
  const audit = (entity: string, ids: readonly (number | undefined)[], action: string, at: Date, changes: object[]) =>
    client.query(
      `insert into audit (company_id, at, actor_id, actor_name, entity, entity_id, action, changes)
       select $1, $2, $3, $4, $5, id, $6, $7 from unnest($8::bigint[]) as id`,
      [companyId, at, author.id, author.name, entity, action, JSON.stringify(changes), ids],
    );
  await audit('voucher', changed, one.action, ranAt, [{ field, before, after }]);
  await audit('bulkChange', [id], 'run', ranAt, [{ field: 'Changed', before: null, after: changed.length }]);
  if (!undoneAt) return;
  const back = items.filter(({ state }) => state === 'undone').map(each => each.id);
  await audit('voucher', back, 'undo', undoneAt, [{ field, before: after, after: before }]);
  await audit('bulkChange', [id], 'undo', undoneAt, [{ field: 'Undone', before: null, after: back.length }]);
};

/** Past bulk changes of the first company, as examples for their page. */
export const writeBulkChanges = async (client: PoolClient, today: Date): Promise<void> => {
  const { rows } = await client.query<{ companyId: number; id: number; name: string }>(
    `select company_id as "companyId", id, full_name as name from account where email = 'manager@demo.drivedesk'`,
  );
  const [author] = rows;
  if (!author) return;
  for (const one of past(await agentOf(client, author.companyId))) await writeOne(client, author, today, one);
};
