// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { billedVouchers } from '../../../../src/resources/billedVouchers.ts';
import { scoring } from '../../../../src/resources/scoring.ts';
import { filterText } from '../../../../src/schema/sheet.ts';
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
  expect(said(scoring, {})).toBe('все строки');
});
