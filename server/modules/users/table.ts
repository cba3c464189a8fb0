import { operators } from '../../../src/resources/operators.ts';
import type { QueryRunner } from '../../db/read.ts';
import { defineTable, type Fill, type Row } from '../../engine/table/define.ts';
import { columnText, type SearchIndex } from '../../engine/table/searchIndex.ts';
import { readUndelivered } from '../../mail/queue.ts';

const operatorSearch: SearchIndex = {
  id: 'id',
  columns: 'id, full_name, email, phone, occupation',
  readsAllRows: true,
  keys: [],
  columnRoles: { full_name: 'name', email: 'key', phone: 'phone', occupation: 'text' },
  display: row => ({
    Title: columnText(row, 'full_name'),
    about: [columnText(row, 'occupation'), columnText(row, 'email')],
  }),
};

interface OperatorLoad {
  readonly operator: number;
  readonly open: number;
  readonly today: number;
}

/**
 * Number of open cases, and of cases finished since midnight in the company's zone, for the operators among the rows.
 */
const readOperatorLoads = (
  read: QueryRunner,
  companyId: number,
  ids: readonly unknown[],
  nowIso: string,
): Promise<OperatorLoad[]> =>
  read<OperatorLoad>({
    text: `
      select operator_id as operator, count(*) filter (where finished_at is null and status = 'opened') as open,
        count(*) filter (where finished_at is not null and duplicate_of_id is null) as today
      from accident
      where company_id = $1 and operator_id = any($2::bigint[]) and (finished_at is null or finished_at >=
        (select date_trunc('day', $3::timestamptz at time zone time_zone) at time zone time_zone from company where id = $1))
      group by operator_id`,
    values: [companyId, ids, nowIso],
  });

const fillLoads: Fill = async (read, companyId, rows: Row[], { nowIso }) => {
  const ids = rows.map(({ Id }) => Id);
  if (ids.length === 0) return;
  const loads = await readOperatorLoads(read, companyId, ids, nowIso);
  const undelivered = await readUndelivered(read, ids as number[]);
  const byId = new Map(loads.map(load => [load.operator, load]));
  for (const row of rows) {
    const { open = 0, today = 0 } = byId.get(row.Id as number) ?? {};
    Object.assign(row, { OpenCases: open, ClosedToday: today, Invitation: undelivered.get(row.Id as number) ?? null });
  }
};

export const operatorsTable = defineTable(operators, {
  index: { search: operatorSearch },
  // Only the total of the list is cached. Rows are not, because the time of an account's last activity is updated
  // outside `change`.
  cache: 'total',
  columns: {
    State: `(case when blocked_at is not null then 'blocked' when invited_at is not null then 'invited' else 'active' end)`,
  },
  computed: { names: ['OpenCases', 'ClosedToday', 'Invitation'], rows: fillLoads, reads: [] },
});
