import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { columnOf } from '../../server/engine/table/define.ts';
import { tableQuery } from '../../server/engine/table/query.ts';
import { type ListStatement, listStatement } from '../../server/engine/table/statement.ts';
import { insurer } from '../../server/insurer.ts';
import { accidentsTable } from '../../server/modules/accidents/table.ts';
import { operatorsTable } from '../../server/modules/users/table.ts';
import { vouchersTable } from '../../server/modules/vouchers/table.ts';
import { sortableFields } from '../../src/schema/filters.ts';
import { openTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const planOf = async ({ page }: Pick<ListStatement, 'page'>, bitmaps?: 'bitmaps'): Promise<string> => {
  const client = await app.connection.pool.connect();
  try {
    // Small tables are read and sorted whole. The test only checks that an index could serve the query.
    const scan = bitmaps ? 'indexscan' : 'bitmapscan';
    await client.query(`set enable_seqscan = off; set enable_sort = off; set enable_${scan} = off`);
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
    const statement = listStatement(tableQuery(table, reader, bucket, query, ''));
    const plan = await planOf(statement);
    expect(plan).toMatch(/Index (Only )?Scan/);
    expect(plan).not.toMatch(/Sort/);
    expect(statement.page.text).not.toMatch(/count\(/);
  });
});

/** Lists with some hundreds of rows per company at most, which are sorted on request. */
const short = ['operators', 'installationCenters'];
const reader = { companyId: 1, accountId: 1, roles: ['MANAGER'] as const };

const everyOrder = Object.values(insurer.registry.tables)
  .filter(({ resource, cache }) => !resource.shared && cache === undefined && !short.includes(resource.name))
  .flatMap(table =>
    sortableFields(table.resource).flatMap(name =>
      ['asc', 'desc'].map(direction => [table.resource.name, `${name}-${direction}`, table] as const),
    ),
  );

// On a cluster each shard has a few rows, which PostgreSQL sorts instead.
describe.runIf(inject('databaseWorkers').length === 0)('a list by any of its columns', () => {
  it.each(everyOrder)('%s by %s is read off an index, in order', async (_name, sort, table) => {
    const [bucket] = table.resource.split?.values ?? [];
    const plan = await planOf(listStatement(tableQuery(table, reader, bucket, { sort }, '')));
    expect(plan).toMatch(/Index (Only )?Scan/);
    expect(plan).not.toMatch(/Sort/);
  });
});

/** Columns behind those of a list that have none of their own in the text that is searched. */
const standsFor: Readonly<Record<string, readonly string[]>> = {
  crash_unique_identifier: ['id'],
  full_name: ['last_name', 'first_name', 'middle_name'],
  obu_model_id: ['obu_brand', 'obu_model'],
};

describe('a search', () => {
  it('is described by the columns that it reads, no more and no fewer', async () => {
    const { rows } = await app.connection.pool.query<{ table: string; made: string }>(`
      select attrelid::regclass::text as table, pg_get_expr(adbin, adrelid) as made
      from pg_attribute join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attname = 'search' and attgenerated <> ''`);
    const read = new Map(rows.map(({ table, made }) => [table, made.match(/\b(?!search_key\b)[a-z][a-z_]+\b/g) ?? []]));
    // Vouchers with fewer columns, and searched as they are.
    const described = Object.values(insurer.registry.tables).filter(
      ({ resource }) => resource.name !== 'billedVouchers',
    );
    const wrong = described.flatMap(table => {
      const { resource, source } = table;
      const columns = new Set(read.get(source)?.filter(word => word !== 'text' && word !== 'second_phone'));
      const told = (resource.list.search ?? []).flatMap(name => {
        const column = columnOf(table, name, resource.fields[name]!);
        // Other fields of such a table are found in the table that it is searched through.
        if (table.searchedThrough && !columns.has(column) && !standsFor[column]) return [];
        return columns.has(column) ? column : (standsFor[column] ?? column);
      });
      const asRead = !read.has(source) || !resource.list.search || told.sort().join() === [...columns].sort().join();
      return asRead ? [] : [{ of: resource.name, told, columns }];
    });
    expect(rows.length).toBeGreaterThan(8);
    expect(wrong).toEqual([]);
  });
  it.each(Object.values(insurer.registry.tables).filter(({ index }) => index?.letterPairs))(
    'of $resource.name finds two letters by an index',
    async table => {
      const [bucket] = table.resource.split?.values ?? [];
      const { total } = listStatement(tableQuery(table, reader, bucket, { search: 'юш' }, ''));
      const condition = /search_pairs\(search\) @> search_pairs\(search_key\(\$\d\)\)/;
      expect(total.text).toMatch(condition);
      const alone = `select id from ${table.source} where search_pairs(search) @> search_pairs(search_key($1))`;
      expect(await planOf({ page: { text: alone, values: ['юш'] } }, 'bitmaps')).toMatch(/Index Scan on \w+_pairs/);
    },
  );
});
