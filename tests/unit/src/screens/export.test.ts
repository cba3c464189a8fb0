import { describe, expect, test, vi } from 'vitest';
import { pullRows } from '../../../../src/screens/list/export/pullRows.ts';
import { sheetOf } from '../../../../src/screens/list/export/sheetOf.ts';
import { rows, things } from './thing.tsx';

const query = { sort: { field: 'Name', order: 'ASC' as const }, filter: {} };
const numbered = (from: number, count: number) => Array.from({ length: count }, (_, i) => ({ id: from + i }));

describe('pulling every row', () => {
  test('asks page after page and tells how far it is', async () => {
    const getList = vi.fn(async (_: string, { pagination }: { pagination: { page: number } }) => ({
      data: pagination.page < 3 ? numbered(1000 * pagination.page, 1000) : numbered(3000, 7),
      total: 2007,
    }));
    const told: number[] = [];
    const pulled = await pullRows(getList as never, 'things', query, done => told.push(done));
    expect(pulled).toHaveLength(2007);
    expect(told).toEqual([1000, 2000, 2007]);
  });

  test('a row that comes twice is written once', async () => {
    const pages = [numbered(0, 1000), [...numbered(999, 1), ...numbered(1000, 4)]];
    const getList = vi.fn(async () => ({ data: pages.shift() ?? [], total: 1005 }));
    expect(await pullRows(getList as never, 'things', query, () => undefined)).toHaveLength(1004);
  });

  test('stops when it is told to', async () => {
    const controller = new AbortController();
    const getList = vi.fn(async () => ({ data: numbered(0, 1000), total: 5000 }));
    const pulling = pullRows(getList as never, 'things', { ...query, signal: controller.signal }, () =>
      controller.abort(),
    );
    await expect(pulling).rejects.toThrow();
    expect(getList).toHaveBeenCalledTimes(1);
  });
});

test('a sheet has the columns on the screen, in their order, with their labels', () => {
  const i18n = { locale: 'ru' as const, translate: (key: string) => key };
  const sheet = sheetOf({ resource: things, columns: ['Speed', 'Name'], i18n, title: 'T' }, rows);
  expect(sheet.columns.map(({ label }) => label)).toEqual([
    'resources.things.fields.Speed, км/ч',
    'resources.things.fields.Name',
  ]);
  expect(sheet.rows[0]).toEqual([
    { type: 'number', value: 61.7, decimals: 0, text: '62' },
    { type: 'text', text: 'Первая' },
  ]);
});
