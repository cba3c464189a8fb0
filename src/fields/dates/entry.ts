import type { Locale } from '../../i18n/locale.ts';
import { readDateText } from '../../schema/kinds/dateText.ts';
import { formatDay, formatMoment } from '../../schema/kinds/format.ts';
import { momentAt } from '../../schema/kinds/zone.ts';
import { type DateStyle, incompleteDate } from './wire.ts';

interface Reading {
  readonly style: DateStyle;
  readonly zone: string;
  readonly now: Date;
  /**
   * True if the user has finished typing. A year with two digits is then accepted, and a missing time means midnight.
   */
  readonly whole: boolean;
}

/** Day, month, year, hour and minute without separators: `100120261230` is 10.01.2026 12:30. */
const digits = /^(\d{8})(\d{2})(\d{2})$/;
const shortYear = /[^\d:]\d{2}$/;
const earliest = '1900';

/** Returns the wire value of a typed or pasted date. Null: empty. `unfinished`: no date, or an incomplete one. */
export const readEntry = (text: string, { style, zone, now, whole }: Reading): string | null => {
  if (text.trim() === '') return null;
  if (!whole && shortYear.test(text.trim())) return incompleteDate;
  const read = readDateText(text.trim().replace(digits, '$1 $2:$3'), { now, dayFirst: true });
  if ('fault' in read || read.day < earliest) return incompleteDate;
  if (style === 'day') return read.day;
  if (read.time === undefined && !whole) return incompleteDate;
  const clock = `${read.day}T${read.time ?? '00:00:00'}`;
  return read.offsetMinutes === undefined
    ? momentAt(clock, zone).toISOString()
    : new Date(Date.parse(`${clock}Z`) - read.offsetMinutes * 60_000).toISOString();
};

/** Returns the text of a wire value for its input. An invalid value from an address gives an empty text. */
export const formatEntry = (wire: string | null, style: DateStyle, locale: Locale, zone: string): string => {
  if (!wire || Number.isNaN(Date.parse(wire))) return '';
  return style === 'day' ? formatDay(wire.slice(0, 10), locale) : formatMoment(new Date(wire), locale, zone);
};
