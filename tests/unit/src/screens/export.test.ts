// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { billedVouchers } from '../../../../src/resources/billedVouchers.ts';
import { scoring } from '../../../../src/resources/scoring.ts';
import { exportOriginLines, filterText } from '../../../../src/schema/sheet.ts';
import { toSheet } from '../../../../src/screens/list/export/order.ts';
import { rows, things } from './thing.tsx';

test('a sheet has the columns on the screen, in their order, with their labels', () => {
  const reader = { locale: 'ru', zone: 'UTC' } as const;
  const sheet = toSheet(
    { resource: things, columns: ['Speed', 'Name'], displayContext: reader, title: 'T', originLines: [] },
    rows,
  );
  expect(sheet.columns.map(({ label }) => label)).toEqual(['Скорость, км/ч', 'Имя']);
  expect(sheet.rows[0]).toEqual([
    { type: 'number', value: 61.7, decimals: 0, text: '62' },
    { type: 'text', text: 'Первая' },
  ]);
});

test('a file says which month or period it is of, beside what it was narrowed to', () => {
  const reader = { locale: 'ru', zone: 'UTC' } as const;
  const said = (resource: Parameters<typeof filterText>[0], asked: object) =>
    filterText(resource, asked as never, reader, () => undefined);
  expect(said(billedVouchers, { month: '2026-11' })).toBe('Месяц: 2026-11');
  expect(said(scoring, { from: '2026-10-01', to: '2026-10-28', search: 'DD' })).toBe(
    'Начало периода: 01.10.2026; Конец периода: 28.10.2026; поиск: DD',
  );
  expect(said(scoring, { period: 'sinceActivation' })).toBe('Период: С активации');
  expect(said(scoring, {})).toBe('все строки');
});

test('a file with the first rows of a list says how many rows the list has', () => {
  const origin = { listTitle: 'Т', filterText: '', orderText: '', authorName: '', writtenAt: new Date(0) };
  const rowsLine = (counts: { rowCount: number; matchingCount?: number }) =>
    exportOriginLines({ ...origin, ...counts }, { locale: 'ru', zone: 'UTC' })[3];
  expect(rowsLine({ rowCount: 5, matchingCount: 220 })).toEqual(['Строк', '5 / 220']);
  expect(rowsLine({ rowCount: 5 })).toEqual(['Строк', '5']);
});
