import { operators } from '../../../src/resources/operators.ts';
import type { Read } from '../../db/read.ts';
import { defineTable, type Fill, type Row } from '../../engine/table/define.ts';
import { type SearchIndex, textOf } from '../../engine/table/searchIndex.ts';
import { readUndelivered } from '../../mail/queue.ts';

const operatorFound: SearchIndex = {
  id: 'id',
  columns: 'id, full_name, email, phone, occupation',
  few: true,
  keys: [],
  matched: { full_name: 'name', email: 'key', phone: 'phone', occupation: 'text' },
  shown: row => ({ Title: textOf(row, 'full_name'), about: [textOf(row, 'occupation'), textOf(row, 'email')] }),
};

interface Worked {
  readonly operator: number;
  readonly open: number;
  readonly today: number;
}

/**
 * Number of open cases, and of cases finished since midnight in the company's zone, for the operators among the rows.
 */
const readWorked = (read: Read, companyId: number, ids: readonly unknown[], nowIso: string): Promise<Worked[]> =>
  read<Worked>({
    text: `
      select operator_id as operator, count(*) filter (where finished_at is null and status = 'opened') as open,
        count(*) filter (where finished_at is not null) as today
      from accident
      where company_id = $1 and operator_id = any($2::bigint[]) and (finished_at is null or finished_at >=
        (select date_trunc('day', $3::timestamptz at time zone time_zone) at time zone time_zone from company where id = $1))
      group by operator_id`,
    values: [companyId, ids, nowIso],
  });

const fill: Fill = async (read, companyId, rows: Row[], { nowIso }) => {
  const ids = rows.map(({ Id }) => Id);
  if (ids.length === 0) return;
  const worked = await readWorked(read, companyId, ids, nowIso);
  const undelivered = await readUndelivered(read, ids as number[]);
  const byId = new Map(worked.map(each => [each.operator, each]));
  for (const row of rows) {
    const { open = 0, today = 0 } = byId.get(row.Id as number) ?? {};
    Object.assign(row, { OpenCases: open, ClosedToday: today, Invitation: undelivered.get(row.Id as number) ?? null });
  }
};

export const operatorsTable = defineTable(operators, {
  index: { search: operatorFound },
  // The time of the last activity is updated outside `change`.
  cache: 'total',
  columns: {
    State: `(case when blocked_at is not null then 'blocked' when invited_at is not null then 'invited' else 'active' end)`,
  },
  computed: { names: ['OpenCases', 'ClosedToday', 'Invitation'], rows: fill, reads: [] },
});
