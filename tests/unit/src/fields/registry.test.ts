import { describe, expect, test } from 'vitest';
import type { Words } from '../../../../src/fields/kind.ts';
import { kinds } from '../../../../src/fields/registry.ts';
import { schemaOf } from '../../../../src/fields/schemas.ts';
import { defineResource } from '../../../../src/resources/define.ts';
import { type FieldKind, fieldKinds } from '../../../../src/resources/fields.ts';

const words: Words = { locale: 'ru', translate: key => key };
const resource = defineResource({
  name: 'things',
  entity: 'thing',
  label: {
    ru: { title: 'X', one: 'x', few: 'x', many: 'x' },
    en: { title: 'X', one: 'x', other: 'x' },
  },
  title: 'Name',
  calls: { list: 'GET /api/v2/Voucher/table' },
  fields: { Name: { kind: 'text', label: { ru: 'Имя', en: 'Name' } } },
  list: { columns: ['Name'], sort: 'Name-asc' },
  access: { read: [] },
});

const exported = (kind: FieldKind, row: Record<string, unknown>, more: object = {}) =>
  kinds[kind].exported({ name: 'X', field: { kind, ...more }, row, resource }, words);

describe.each(fieldKinds)('%s', kind => {
  test('is handled on every side', () => {
    expect(kinds[kind].Cell).toBeTypeOf('function');
    expect(kinds[kind].width).toBeGreaterThan(0);
    expect(schemaOf({ kind }, words.translate)).toBeDefined();
  });

  test('leaves nothing in a file when there is nothing', () => {
    expect(exported(kind, { X: null }, { parts: ['Lat', 'Lon'] })).toEqual({ type: 'empty' });
  });
});

test('figures are exported as numbers, words as on the screen', () => {
  expect(exported('acceleration', { X: 3.214 })).toEqual({ type: 'number', value: 3.214, decimals: 2, text: '3,21' });
  expect(exported('number', { X: 1234567 }, { identifier: true })).toMatchObject({ text: '1234567' });
  expect(exported('boolean', { X: false })).toEqual({ type: 'boolean', value: false, text: 'lists.no' });
  expect(exported('duration', { X: 3909 })).toMatchObject({ type: 'time', text: '1:05:09', format: '[h]:mm:ss' });
  expect(exported('date', { X: '2026-01-15' })).toMatchObject({ serial: 46037, text: '15.01.2026' });
  expect(exported('status', { X: 'big' }, { choices: ['big'] })).toMatchObject({
    text: 'resources.things.choices.X.big',
  });
  expect(exported('position', { Lat: 55.7, Lon: -37.6 }, { parts: ['Lat', 'Lon'] })).toMatchObject({
    text: '55.7, -37.6',
  });
});
