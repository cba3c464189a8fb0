import type { Locale } from '../../i18n/locale.ts';

/** Formats `2026-01` as «январь 2026 г.». */
export const monthText = (month: string, locale: Locale, name: 'long' | 'short' = 'long'): string =>
  new Intl.DateTimeFormat(locale, { month: name, year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

/** Returns the month that is this number of months later. A negative number returns an earlier month. */
export const addMonths = (month: string, months: number): string => {
  const day = new Date(`${month}-01T00:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() + months);
  return day.toISOString().slice(0, 7);
};
