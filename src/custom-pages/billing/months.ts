import type { Locale } from '../../i18n/locale.ts';

/** Returns true for a month as billing calls take it: `2026-01`. */
export const isMonth = (text: string): boolean => /^(19|2\d)\d{2}-(0[1-9]|1[0-2])$/.test(text);

const pad = (value: number): string => String(value).padStart(2, '0');
export const monthOf = (at: Date): string => `${at.getFullYear()}-${pad(at.getMonth() + 1)}`;

const firstDay = (month: string): Date => {
  const [year, at] = month.split('-').map(Number);
  return new Date(year ?? 0, (at ?? 1) - 1, 1);
};

/** Returns the month that is this number of months later. A negative number returns an earlier month. */
export const addMonths = (month: string, months: number): string => {
  const day = firstDay(month);
  day.setMonth(day.getMonth() + months);
  return monthOf(day);
};

/** Formats a month as «январь 2026 г.» */
export const monthText = (month: string, locale: Locale): string =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }).format(firstDay(month));
