import { twoDigits } from './format.ts';
import { withoutQuotes } from './plain.ts';
import { dayMs } from './time.ts';

/** A date as people and programs write it: the calendar day, and if present the time and the offset. */
export interface ParsedDate {
  /** Calendar day as ISO text, for example `1985-03-05`. */
  readonly day: string;
  /** Time of day, for example `09:30:00`. Absent: the text has no time. */
  readonly time?: string;
  /** Offset of the text's time zone, minutes ahead of UTC. Absent: the text names no zone. */
  readonly offsetMinutes?: number;
  /**
   * The year a hundred years before that of `day`. Present if the text's year has two digits and may mean either
   * century.
   */
  readonly otherYear?: number;
}

/** Reason why a text is no date: it may mean several days (`ambiguous`), or it means none. */
export type DateFault = { readonly fault: 'ambiguous'; readonly days: readonly string[] } | { readonly fault: 'none' };

export interface DateOptions {
  readonly now: Date;
  /** True if the date must not be after today, such as a birthday. It decides the century of a year with two digits. */
  readonly mustBePast?: boolean;
  /**
   * True: the day comes first, so `05/03/1985` is the 5th of March. This is for inputs, where the user sees the result
   * while typing. False: a text that can be read as two days is refused.
   */
  readonly dayFirst?: boolean;
  /**
   * The reader's calendar day, as ISO text. With it, words such as `вчера` and `today` are days. This is for inputs,
   * because the day of a file is unknown.
   */
  readonly today?: string;
}

/**
 * Maximum number of years ahead of today that a year with two digits may mean, for example for the end of a contract.
 */
const maxYearsAhead = 20;
/**
 * Maximum age of a person or a thing in years. It limits how far back the date of a birthday or a similar past date may
 * be.
 */
const maxAgeYears = 110;

/**
 * Accepted spellings of each month in Russian and English: short forms and full names. Russian names also in the
 * genitive.
 */
const months: readonly (readonly string[])[] = [
  ['янв', 'января', 'январь', 'jan', 'january'],
  ['фев', 'февр', 'февраля', 'февраль', 'feb', 'february'],
  ['мар', 'марта', 'март', 'mar', 'march'],
  ['апр', 'апреля', 'апрель', 'apr', 'april'],
  ['мая', 'май', 'may'],
  ['июн', 'июня', 'июнь', 'jun', 'june'],
  ['июл', 'июля', 'июль', 'jul', 'july'],
  ['авг', 'августа', 'август', 'aug', 'august'],
  ['сен', 'сент', 'сентября', 'сентябрь', 'sep', 'sept', 'september'],
  ['окт', 'октября', 'октябрь', 'oct', 'october'],
  ['ноя', 'нояб', 'ноября', 'ноябрь', 'nov', 'november'],
  ['дек', 'декабря', 'декабрь', 'dec', 'december'],
];

/** Returns the day as ISO text. Undefined: the calendar has no such day, for example the 30th of February. */
const isoDay = (year: number, month: number, date: number): string | undefined => {
  const utcDate = new Date(Date.UTC(2000, 0, 1));
  utcDate.setUTCFullYear(year, month - 1, date);
  const exists =
    utcDate.getUTCFullYear() === year && utcDate.getUTCMonth() === month - 1 && utcDate.getUTCDate() === date;
  return exists ? `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(date)}` : undefined;
};

const maxTextLength = 60;
const timePattern =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)? ?(am|pm)? ?(z|msk|мск|(?:utc|gmt)?(?:([+-])(\d{1,2})(?::?(\d{2}))?)?)$/;
const moscowOffsetMinutes = 180;

/** Writes a time of day with colons: `14.30`, `14-30`, `14 ч 30 мин` and `2 p.m.` */
const withColons = (text: string): string =>
  text
    .replace(/^(\d{1,2})[.-](\d{2})(?!\d)/, '$1:$2')
    .replace(
      /^(\d{1,2}) ?(?:ч\.?|час(?:а|ов)?)(?: ?(\d{1,2}) ?(?:м\.?|мин\.?|минут[аы]?))?$/,
      (_, hours: string, minutes = '0') => `${hours}:${minutes.padStart(2, '0')}`,
    )
    .replace(/(?<=\d) ?ч(?:\.|ас(?:а|ов)?)?$/, '')
    .replace(/^(\d{1,2}) ?(?=[ap]\.?m)/, '$1:00 ')
    .replace(/([ap])\.?m\.?/, '$1m');

/** Parses a time of day with an optional time zone. Undefined: the text is no time. */
const parseTime = (text: string): Pick<ParsedDate, 'time' | 'offsetMinutes'> | undefined => {
  const [, h, minutes, seconds = '00', half, zone = '', sign, zoneHours, zoneMinutes = '0'] =
    timePattern.exec(withColons(text)) ?? [];
  if (h === undefined) return undefined;
  const hours = half === undefined ? Number(h) : (Number(h) % 12) + (half === 'pm' ? 12 : 0);
  if (hours > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  if (half !== undefined && (Number(h) < 1 || Number(h) > 12)) return undefined;
  const time = `${twoDigits(hours)}:${minutes}:${seconds}`;
  if (zone === '') return { time };
  if (zone === 'msk' || zone === 'мск') return { time, offsetMinutes: moscowOffsetMinutes };
  const offset = Number(zoneHours ?? 0) * 60 + Number(zoneMinutes);
  if (offset > 14 * 60 || Number(zoneMinutes) > 59) return undefined;
  return { time, offsetMinutes: sign === '-' ? -offset : offset };
};

const numericDatePattern = /^(\d{1,4}) ?([./,-]| ) ?(\d{1,2}) ?\2 ?(\d{1,4})$/;
const compactDatePattern = /^\d{8}$/;
const dayFirstPattern = /^[«"“]?(\d{1,2})(?:st|nd|rd|th)?[»"”]?[ ./-]{1,2}(\p{L}{3,8})[ ./,-]{1,2}(\d{2}|\d{4})$/u;
const monthFirstPattern = /^(\p{L}{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/u;
const yearFirstPattern = /^(\d{4})[ ./-](\p{L}{3,9})[ ./-](\d{1,2})$/u;

const monthNumber = (name = ''): number => months.findIndex(names => names.includes(name)) + 1;

/** A possible reading of a text as year, month and day. An ambiguous text has several readings. */
interface DateParts {
  readonly year: string;
  readonly month: number;
  readonly date: number;
}

const parseNamedMonthDate = (text: string): DateParts | undefined => {
  const [, d, m, y] = dayFirstPattern.exec(text) ?? [];
  if (y !== undefined) return { year: y, month: monthNumber(m), date: Number(d) };
  const [, m2, d2, y2] = monthFirstPattern.exec(text) ?? [];
  if (y2 !== undefined) return { year: y2, month: monthNumber(m2), date: Number(d2) };
  const [, y3, m3, d3] = yearFirstPattern.exec(text) ?? [];
  return y3 === undefined ? undefined : { year: y3, month: monthNumber(m3), date: Number(d3) };
};

/** Returns the possible readings of a date in digits. The order of day, month and year depends on the separator. */
const parseNumericDate = (text: string, dayFirst: boolean): readonly DateParts[] => {
  if (compactDatePattern.test(text)) {
    const numberAt = (from: number, to: number) => Number(text.slice(from, to));
    return [
      { year: text.slice(0, 4), month: numberAt(4, 6), date: numberAt(6, 8) },
      { year: text.slice(4), month: numberAt(2, 4), date: numberAt(0, 2) },
    ].filter(({ year }) => year >= '1900' && year < '2200');
  }
  const [, first = '', separator, second, third = ''] = numericDatePattern.exec(text) ?? [];
  const [a, b, c] = [Number(first), Number(second), Number(third)];
  if (first.length === 4) return third.length <= 2 ? [{ year: first, month: b, date: c }] : [];
  if (first.length > 2 || !(third.length === 2 || third.length === 4)) return [];
  const european = { year: third, month: b, date: a };
  const american = { year: third, month: a, date: b };
  const yearFirst = { year: first, month: b, date: c };
  if (separator === '/') return [european, american];
  // A date such as `05-03-06` is ambiguous: dates with hyphens often begin with the year, which is sometimes cut to two
  // digits.
  return separator === '-' && first.length === 2 && third.length === 2 && !dayFirst
    ? [european, yearFirst]
    : [european];
};

/**
 * Returns the full year for a year with two digits. A past date is in the last hundred years. Any other date is between
 * 79 years ago and 20 years ahead.
 */
const fullYear = (year: string, { now, mustBePast = false }: DateOptions): number => {
  if (year.length === 4) return Number(year);
  const latestYear = now.getUTCFullYear() + (mustBePast ? 0 : maxYearsAhead);
  return latestYear - ((((latestYear - Number(year)) % 100) + 100) % 100);
};

/** Matches a weekday before the date, which is ignored. Long date formats of spreadsheets contain it. */
const weekdayPattern =
  /^(?:понедельник|вторник|среда|четверг|пятница|суббота|воскресенье|пн|вт|ср|чт|пт|сб|вс|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?)(?:\.?, ?|\.? )/;
/**
 * Matches a date, possibly with a time. A Russian word for "year" or "year of birth", or a full stop, after the date is
 * ignored.
 */
const dateAndTimePattern =
  /^(.+?)(?: ?(?:г\. ?р\.?|(?:года?|г\.?)(?: рождения)?|\.))?(?:(?:,? (?:(?:в|at) )?|t)(\d{1,2}(?::|[.-]\d\d(?![\d.-])| ?(?:ч|[ap]\.?m)).*))?$/;
/** Matches a time of day that stands before its date. */
const timeFirstPattern = /^(?:в |at )?(\d{1,2}[:.]\d\d(?::\d\d)?(?: ?[ap]\.?m\.?)?(?: ?ч\.?)?),? (?=\S*\D)(.+)$/;

/** Words for days, and their distance from today in days. */
const dayWords: Readonly<Record<string, number>> = {
  ...{ позавчера: -2, вчера: -1, сегодня: 0, завтра: 1, послезавтра: 2 },
  ...{ yesterday: -1, today: 0, tomorrow: 1 },
};

const wordDay = (word: string, today: string | undefined): string | undefined => {
  const days = Object.hasOwn(dayWords, word) ? dayWords[word] : undefined;
  return today === undefined || days === undefined
    ? undefined
    : new Date(Date.parse(today) + days * dayMs).toISOString().slice(0, 10);
};

const parseDay = (text: string, options: DateOptions): ParsedDate | DateFault => {
  const day = wordDay(text, options.today);
  if (day !== undefined) return { day };
  const namedMonthDate = parseNamedMonthDate(text);
  const candidates = namedMonthDate ? [namedMonthDate] : parseNumericDate(text, options.dayFirst ?? false);
  const possibleDays = new Map<string, Pick<ParsedDate, 'otherYear'>>();
  for (const { year, month, date } of candidates) {
    const fourDigitYear = fullYear(year, options);
    const day = isoDay(fourDigitYear, month, date);
    if (day === undefined) continue;
    const hasEarlierCentury =
      options.mustBePast && year.length === 2 && fourDigitYear - 100 >= options.now.getUTCFullYear() - maxAgeYears;
    possibleDays.set(day, hasEarlierCentury ? { otherYear: fourDigitYear - 100 } : {});
  }
  const [only, ...others] = possibleDays;
  if (only === undefined) return { fault: 'none' };
  if (others.length > 0 && !options.dayFirst) return { fault: 'ambiguous', days: [...possibleDays.keys()] };
  return { day: only[0], ...only[1] };
};

/**
 * Parses a date as people and programs write it: `05.03.85`, `1985/03/05`, `5 марта 1985 г.`, `05-мар-85`, `5 Mar
 * 1985`, `19850305`, ISO 8601. A time of day and a zone may follow, or a time may stand before. The day comes before the month, but slashes allow
 * either order, so `05/03/1985` is ambiguous. For years with two digits see `fullYear`.
 */
export const parseDateText = (text: string, options: DateOptions): ParsedDate | DateFault => {
  const trimmed = text.length > maxTextLength ? '' : withoutQuotes(text).toLowerCase().replace(weekdayPattern, '');
  const dateFirst = trimmed.replace(timeFirstPattern, '$2 $1');
  const [, written = '', clock] = dateAndTimePattern.exec(dateFirst) ?? [];
  const time = clock === undefined ? {} : parseTime(clock);
  const parsedDay = parseDay(written, options);
  if ('fault' in parsedDay) return parsedDay;
  return time === undefined ? { fault: 'none' } : { ...parsedDay, ...time };
};
