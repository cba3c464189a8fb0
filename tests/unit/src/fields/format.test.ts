import { describe, expect, it, test } from 'vitest';
import { trendPath } from '../../../../src/fields/cells.tsx';
import { operatorsOf, withOperator } from '../../../../src/fields/filters/useOperator.ts';
import {
  formatDay,
  formatDuration,
  formatMoment,
  formatNumber,
  formatPosition,
  formatRelative,
  formatSpan,
} from '../../../../src/fields/format.ts';
import { kinds } from '../../../../src/fields/registry.ts';
import { schemaOf } from '../../../../src/fields/schemas.ts';
import { f } from '../../../../src/schema/fields.ts';
import { parametersOfField } from '../../../../src/schema/filters.ts';
import { filterParameterText } from '../../../../src/schema/filterText.ts';
import { fieldKinds } from '../../../../src/schema/kinds/field.ts';
import { i18nIn } from '../../../support/i18n.ts';
import { readSources } from '../../../support/imports.ts';

test('moments read dd.MM.yyyy HH:mm in Russian, and cannot be misread in English', () => {
  const moment = new Date(2026, 8, 5, 9, 7);
  expect(formatMoment(moment, 'ru')).toBe('05.09.2026 09:07');
  expect(formatMoment(moment, 'en')).toBe('05 Sep 2026 09:07');
});

test('a calendar date is the same in every zone', () => {
  expect(formatDay('2026-01-15', 'ru')).toBe('15.01.2026');
  expect(formatDay('2026-01-15', 'en')).toBe('15 Jan 2026');
});

test('numbers follow the language', () => {
  expect(formatNumber(1234.5, 2, 'en')).toBe('1,234.50');
  expect(formatNumber(1234.5, 2, 'ru').replace(/\s/g, ' ')).toBe('1 234,50');
});

test('durations, positions and relative times', () => {
  expect(formatDuration(0)).toBe('0:00:00');
  expect(formatDuration(90_061)).toBe('25:01:01');
  expect(formatPosition(-33.5, 151.25, 'en')).toBe('33.50000° S  151.25000° E');
  const now = new Date('2026-01-15T12:00:00Z');
  expect(formatRelative(new Date('2026-01-15T10:00:00Z'), now, 'ru')).toBe('2 ч назад');
  expect(formatRelative(new Date('2026-01-15T12:15:00Z'), now, 'en')).toMatch(/^in 15 min/);
  // 41 hours ago may be yesterday or the day before, so the text counts hours.
  expect(formatRelative(new Date('2026-01-13T19:00:00Z'), now, 'ru')).toBe('41 ч назад');
  expect(formatRelative(now, now, 'ru')).toBe('в эту минуту');
});

test('a unit that has not ended is not counted as passed', () => {
  const ago = (days: number) =>
    formatRelative(new Date(Date.UTC(2026, 0, 1) - days * 86_400_000), new Date(Date.UTC(2026, 0, 1)), 'en');
  expect(ago(580)).toMatch(/^19 m/);
  expect(ago(1000)).toMatch(/^2 y/);
  expect(ago(59.9)).toMatch(/^59 days/);
  expect(ago(1.99)).toMatch(/^47 h/);
  const span = (seconds: number) => formatSpan(seconds, 'ru').replace(/\s/g, ' ');
  expect([779, 19_700, 334_000, -334_000].map(span)).toEqual(['12 мин', '5 ч', '3 дн.', '3 дн.']);
});

describe('the course of a score', () => {
  it('is a line over the whole width, a hundred on top', () => {
    expect(trendPath([100, 50, 0])).toBe('M0.0,0.0h0L24.0,8.0L48.0,16.0');
  });

  it('has a gap where there was no score, and a dot where there was one alone', () => {
    expect(trendPath([null, 100, null, 0, 0])).toBe('M12.0,0.0h0M36.0,16.0h0L48.0,16.0');
    expect(trendPath([])).toBe('');
  });
});

describe.each(fieldKinds)('%s', kind => {
  test('is handled on every side', () => {
    expect(kinds[kind].Cell).toBeTypeOf('function');
    expect(kinds[kind].widthCh).toBeGreaterThan(0);
    expect(schemaOf({ kind }, i18nIn('ru'))).toBeDefined();
  });
});

const of = (name: string, field: Parameters<typeof parametersOfField>[1]) => {
  const parameters = parametersOfField(name, field);
  return { names: parameters.map(parameter => parameter.name), operators: operatorsOf(parameters), parameters };
};

describe('how a field is compared follows from its kind', () => {
  test('a text, a choice, a moment, a number, a switch', () => {
    expect(of('City', f.text()).names).toEqual(['City', 'CityIs', 'CityNot', 'CityBegins', 'CityEmpty']);
    expect(of('Kind', f.option({ idField: 'KindId' })).names).toEqual(['KindId', 'KindIdNot', 'KindIdEmpty']);
    expect(of('At', f.dateTime()).names).toEqual(['AtFrom', 'AtTo', 'AtWithin', 'AtEmpty']);
    expect(of('Speed', f.speed()).operators).toEqual(['between', 'empty', 'notEmpty']);
    expect(of('Vip', f.boolean()).operators).toEqual(['is']);
  });

  test('what is never empty is not asked whether it is', () => {
    expect(of('At', f.dateTime({ required: true })).operators).toEqual(['between', 'within']);
  });
});

describe('another operator', () => {
  const { parameters } = of('City', f.text());
  const off = { City: undefined, CityIs: undefined, CityNot: undefined, CityBegins: undefined, CityEmpty: undefined };

  test('keeps what is compared with', () => {
    expect(withOperator(parameters, { City: 'Мос' }, 'begins')).toEqual({ ...off, CityBegins: 'Мос' });
  });

  test('puts everything else out where there is nothing to compare with', () => {
    expect(withOperator(parameters, { City: 'Мос' }, 'empty')).toEqual({ ...off, CityEmpty: true });
    expect(withOperator(parameters, { City: 'Мос' }, 'notEmpty')).toEqual({ ...off, CityEmpty: false });
    expect(withOperator(parameters, { CityEmpty: true }, 'contains')).toEqual(off);
  });
});

test('a filter is put into words, in chips and in files alike', () => {
  const reader = { locale: 'en', zone: 'UTC' } as const;
  const city = f.text();
  const say = (...of: [Parameters<typeof filterParameterText>[1], string | boolean]) =>
    filterParameterText(city, ...of, reader, (_, id) => (id === '5' ? 'Kia' : undefined));
  expect(say('begins', 'Mos')).toBe('begins with Mos');
  expect(say('isNot', 'Mos')).toBe('is not Mos');
  expect(say('noneOf', '5,6')).toBe('none of Kia, 6');
  expect(say('empty', true)).toBe('empty');
  expect(say('empty', 'false')).toBe('not empty');
  expect(say('within', 'last7Days')).toBe('last 7 days');
  expect(say('within', 'whenever')).toBe('whenever');
});

it('no date is asked for in the browser’s own field, whose order of day and month is not that of the app', () => {
  // Also matches a choice between two types: type={withTime ? 'datetime-local' : 'date'}.
  const native = /\btype(=|: )["'{][^\n]*?(?<=["'])(date|datetime-local|month|week|time)["']/;
  for (const field of ['type="date"', "type={'time'}", "{ type: 'month' }", "type={a ? 'datetime-local' : 'date'}"])
    expect(field).toMatch(native);
  const asking = readSources('src').filter(({ path, text }) => path.endsWith('x') && native.test(text));
  expect(readSources('src').length).toBeGreaterThan(500);
  expect(asking.map(({ path }) => path)).toEqual([]);
});
