import { expect, it } from 'vitest';
import { accidents } from '../../../../src/resources/accidents.ts';
import { fieldColumn, kindColumn, numberColumn } from '../../../../src/screens/export/columns.ts';

const russian = { locale: 'ru', zone: 'Europe/Moscow' } as const;
const english = { locale: 'en', zone: 'Europe/Moscow' } as const;

it('exports a table with the types, the rounding and the language of the page, and nothing for what is unknown', () => {
  const peak = numberColumn<{ g: number | null }>('Peak, g', 2, ({ g }) => g);
  expect(peak.cell({ g: 2.346 }, russian)).toEqual({ type: 'number', value: 2.346, decimals: 2, text: '2,35' });
  expect(peak.cell({ g: 2.346 }, english)).toMatchObject({ text: '2.35' });
  expect(peak.cell({ g: null }, russian)).toEqual({ type: 'empty' });
  expect(peak.align).toBe('end');

  const start = kindColumn<string>('Start', 'dateTime', at => at);
  expect(start.cell('2026-01-15T21:30:00.000Z', russian)).toMatchObject({ type: 'time', text: '16.01.2026 00:30' });

  const severity = fieldColumn<{ Severity: string | null }>('Class', accidents, 'Severity');
  const { choiceLabels } = accidents.fields.Severity;
  expect(severity.cell({ Severity: 'major' }, russian)).toEqual({ type: 'text', text: choiceLabels?.major?.ru });
  expect(severity.cell({ Severity: null }, english)).toEqual({ type: 'empty' });
});
