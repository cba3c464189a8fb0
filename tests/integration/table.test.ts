import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accidentsTable } from '../../server/modules/accidents/table.ts';
import { operatorsTable } from '../../server/modules/users/table.ts';
import { vouchersTable } from '../../server/modules/vouchers/table.ts';
import { tableQuestion } from '../../server/table/query.ts';
import { type ListStatement, listStatement } from '../../server/table/statement.ts';
import { openTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const planOf = async ({ page }: ListStatement): Promise<string> => {
  const client = await app.connection.pool.connect();
  try {
    // Small tables are read and sorted whole; here it only matters whether an index could do it.
    await client.query('set enable_seqscan = off; set enable_sort = off; set enable_bitmapscan = off');
    const { rows } = await client.query<Record<string, string>>(`explain ${page.text}`, [...page.values]);
    return rows.map(row => row['QUERY PLAN']).join('\n');
  } finally {
    client.release(true);
  }
};

describe('the first page of a list', () => {
  it.each([
    ['accidents', accidentsTable, 'opened', {}],
    ['accidents, oldest first', accidentsTable, 'opened', { sort: 'CrashDateTime-asc' }],
    ['accidents, strongest first', accidentsTable, 'opened', { sort: 'MaximumAcceleration-desc' }],
    ['vouchers', vouchersTable, undefined, {}],
    ['operators', operatorsTable, undefined, {}],
  ])('%s is read off an index, in order, and counts no rows', async (_name, table, bucket, query) => {
    const reader = { companyId: 1, accountId: 1, roles: ['MANAGER'] as const };
    const statement = listStatement(tableQuestion(table, reader, bucket, query, ''));
    const plan = await planOf(statement);
    expect(plan).toMatch(/Index (Only )?Scan/);
    expect(plan).not.toMatch(/Sort/);
    expect(statement.page.text).not.toMatch(/count\(/);
  });
});
