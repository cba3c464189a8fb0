// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { sheetOf } from '../../../../src/screens/list/export/sheetOf.ts';
import { rows, things } from './thing.tsx';

test('a sheet has the columns on the screen, in their order, with their labels', () => {
  const reader = { locale: 'ru', zone: 'UTC' } as const;
  const sheet = sheetOf({ resource: things, columns: ['Speed', 'Name'], reader, title: 'T', about: [] }, rows);
  expect(sheet.columns.map(({ label }) => label)).toEqual(['Скорость, км/ч', 'Имя']);
  expect(sheet.rows[0]).toEqual([
    { type: 'number', value: 61.7, decimals: 0, text: '62' },
    { type: 'text', text: 'Первая' },
  ]);
});
