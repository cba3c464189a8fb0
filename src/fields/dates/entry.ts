import type { Locale } from '../../i18n/locale.ts';
import { readDateText } from '../../kinds/dateText.ts';
import { formatDay, formatMoment } from '../../kinds/format.ts';
import { momentAt } from '../../kinds/zone.ts';
import { type DateStyle, unfinished } from './wire.ts';

interface Reading {
  readonly style: DateStyle;
  readonly zone: string;
  readonly now: Date;
  /** The text is complete: a year of two digits is one, and a date without a time is its midnight. */
  readonly whole: boolean;
}

/** Digits alone: `100120261230`. */
const digits = /^(\d{8})(\d{2})(\d{2})$/;
const shortYear = /[^\d:]\d{2}$/;
const earliest = '1900';

/** The wire value of a date as it was typed or pasted; null: empty; `unfinished`: no date, or none yet. */
export const readEntry = (text: string, { style, zone, now, whole }: Reading): string | null => {
  if (text.trim() === '') return null;
  if (!whole && shortYear.test(text.trim())) return unfinished;
  const read = readDateText(text.trim().replace(digits, '$1 $2:$3'), { now, dayFirst: true });
  if ('fault' in read || read.day < earliest) return unfinished;
  if (style === 'day') return read.day;
  if (read.time === undefined && !whole) return unfinished;
  const clock = `${read.day}T${read.time ?? '00:00:00'}`;
  return read.offsetMinutes === undefined
    ? momentAt(clock, zone).toISOString()
    : new Date(Date.parse(`${clock}Z`) - read.offsetMinutes * 60_000).toISOString();
};

/** A wire value as it stands in its box; what an address has instead of a date is empty. */
export const formatEntry = (wire: string | null, style: DateStyle, locale: Locale, zone: string): string => {
  if (!wire || Number.isNaN(Date.parse(wire))) return '';
  return style === 'day' ? formatDay(wire.slice(0, 10), locale) : formatMoment(new Date(wire), locale, zone);
};
