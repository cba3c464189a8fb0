import type { Locale } from '../../i18n/locale.ts';
import { parseDateText } from '../../schema/kinds/dateText.ts';
import { formatDay, formatMoment } from '../../schema/kinds/format.ts';
import { momentAt, wallClock } from '../../schema/kinds/zone.ts';
import { type DateStyle, incompleteDate } from './wire.ts';

interface ReadOptions {
  readonly style: DateStyle;
  readonly zone: string;
  readonly now: Date;
  /**
   * True if the user has finished typing. A year with two digits is then accepted, and a time may be missing.
   */
  readonly isFinal: boolean;
  /** True for the end of a range, where a missing time means the end of the day. Otherwise it means midnight. */
  readonly isRangeEnd?: boolean;
}

/** Matches day, month, year, hour and minute without separators: `100120261230` is 10.01.2026 12:30. */
const compactDateTime = /^(\d{8})(\d{2})(\d{2})$/;
const shortYearEnd = /[^\d:]\d{2}$/;
const earliestDay = '1900';

/**
 * Returns the API value of a typed or pasted date. Null: the text is empty. `unfinished`: the text is no date, or an
 * incomplete one.
 */
export const parseDateInput = (
  text: string,
  { style, zone, now, isFinal, isRangeEnd = false }: ReadOptions,
): string | null => {
  if (text.trim() === '') return null;
  if (!isFinal && shortYearEnd.test(text.trim())) return incompleteDate;
  const parsed = parseDateText(text.trim().replace(compactDateTime, '$1 $2:$3'), {
    now,
    dayFirst: true,
    today: wallClock(now, zone).slice(0, 10),
  });
  if ('fault' in parsed || parsed.day < earliestDay) return incompleteDate;
  if (style === 'day') return parsed.day;
  if (parsed.time === undefined && !isFinal) return incompleteDate;
  const localTime = `${parsed.day}T${parsed.time ?? (isRangeEnd ? '23:59:59.999' : '00:00:00')}`;
  return parsed.offsetMinutes === undefined
    ? momentAt(localTime, zone).toISOString()
    : new Date(Date.parse(`${localTime}Z`) - parsed.offsetMinutes * 60_000).toISOString();
};

/**
 * Returns the text that an input shows for an API value. An invalid value, for example from the page's address, gives
 * an empty text.
 */
export const formatDateInput = (wire: string | null, style: DateStyle, locale: Locale, zone: string): string => {
  if (!wire || Number.isNaN(Date.parse(wire))) return '';
  return style === 'day' ? formatDay(wire.slice(0, 10), locale) : formatMoment(new Date(wire), locale, zone);
};
