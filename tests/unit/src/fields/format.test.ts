import { expect, test } from 'vitest';
import {
  formatDay,
  formatDuration,
  formatMoment,
  formatNumber,
  formatPosition,
  formatRelative,
  formatSpan,
} from '../../../../src/fields/format.ts';

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
