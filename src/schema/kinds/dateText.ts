import { twoDigits } from './format.ts';
import { unframed } from './plain.ts';

/** A date as people and programs write it: the calendar day, and if present the time and the offset. */
export interface WrittenDate {
  /** For example `1985-03-05`. */
  readonly day: string;
  /** For example `09:30:00`. Absent: the text has no time. */
  readonly time?: string;
  /** Minutes ahead of UTC. Absent: the text names no zone. */
  readonly offsetMinutes?: number;
  /** The same year a hundred years earlier. Present if the year has two digits and both centuries are possible. */
  readonly otherYear?: number;
}

/** Reason why a text is no date: it can be read as two days, or not at all. */
export type DateFault = { readonly fault: 'ambiguous'; readonly days: readonly string[] } | { readonly fault: 'none' };

export interface DateReader {
  readonly now: Date;
  /** True if the date must not be after today, such as a birthday. It decides the century of a year with two digits. */
  readonly past?: boolean;
  /**
   * True: the day comes first, so `05/03/1985` is the 5th of March. This is for inputs, where the user sees the result
   * while typing. False: a text that can be read as two days is refused.
   */
  readonly dayFirst?: boolean;
}

/** Maximum number of years after today for a year with two digits, such as the end of a contract. */
const yearsAhead = 20;
/** Maximum age of a person or a thing with a date in the past, years. */
const oldestYears = 110;

/** Spellings of each month in both languages. Three letters are enough, except for the cases of `май`. */
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

/** Returns the day as ISO text. Undefined: the calendar has no such day. */
const dayOf = (year: number, month: number, date: number): string | undefined => {
  const at = new Date(Date.UTC(2000, 0, 1));
  at.setUTCFullYear(year, month - 1, date);
  const exists = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === date;
  return exists ? `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(date)}` : undefined;
};

const longestText = 60;
const timeShape =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)? ?(am|pm)? ?(z|msk|мск|(?:utc|gmt)?(?:([+-])(\d{1,2})(?::?(\d{2}))?)?)$/;
const moscowMinutes = 180;

/** Parses a time of day. Undefined: the text is no time. */
const readTime = (text: string): Pick<WrittenDate, 'time' | 'offsetMinutes'> | undefined => {
  const [, h, minutes, seconds = '00', half, zone = '', sign, zoneHours, zoneMinutes = '0'] =
    timeShape.exec(text) ?? [];
  if (h === undefined) return undefined;
  const hours = half === undefined ? Number(h) : (Number(h) % 12) + (half === 'pm' ? 12 : 0);
  if (hours > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  if (half !== undefined && (Number(h) < 1 || Number(h) > 12)) return undefined;
  const time = `${twoDigits(hours)}:${minutes}:${seconds}`;
  if (zone === '') return { time };
  if (zone === 'msk' || zone === 'мск') return { time, offsetMinutes: moscowMinutes };
  const offset = Number(zoneHours ?? 0) * 60 + Number(zoneMinutes);
  if (offset > 14 * 60 || Number(zoneMinutes) > 59) return undefined;
  return { time, offsetMinutes: sign === '-' ? -offset : offset };
};

const figures = /^(\d{1,4}) ?([./,-]| ) ?(\d{1,2}) ?\2 ?(\d{1,4})$/;
const compact = /^\d{8}$/;
const dayNamed = /^[«"“]?(\d{1,2})(?:st|nd|rd|th)?[»"”]?[ ./-]{1,2}(\p{L}{3,8})[ ./,-]{1,2}(\d{2}|\d{4})$/u;
const monthNamed = /^(\p{L}{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/u;
const yearNamed = /^(\d{4})[ ./-](\p{L}{3,9})[ ./-](\d{1,2})$/u;

const monthOf = (name = ''): number => months.findIndex(names => names.includes(name)) + 1;

/** Year, month and day of a text. An ambiguous text has several of these objects. */
interface Parts {
  readonly year: string;
  readonly month: number;
  readonly date: number;
}

const partsOfWords = (text: string): Parts | undefined => {
  const [, d, m, y] = dayNamed.exec(text) ?? [];
  if (y !== undefined) return { year: y, month: monthOf(m), date: Number(d) };
  const [, m2, d2, y2] = monthNamed.exec(text) ?? [];
  if (y2 !== undefined) return { year: y2, month: monthOf(m2), date: Number(d2) };
  const [, y3, m3, d3] = yearNamed.exec(text) ?? [];
  return y3 === undefined ? undefined : { year: y3, month: monthOf(m3), date: Number(d3) };
};

/** Returns all orders of day, month and year that are usual with this separator. */
const partsOfFigures = (text: string, dayFirst: boolean): readonly Parts[] => {
  if (compact.test(text)) {
    const at = (from: number, to: number) => Number(text.slice(from, to));
    return [
      { year: text.slice(0, 4), month: at(4, 6), date: at(6, 8) },
      { year: text.slice(4), month: at(2, 4), date: at(0, 2) },
    ].filter(({ year }) => year >= '1900' && year < '2200');
  }
  const [, first = '', separator, second, third = ''] = figures.exec(text) ?? [];
  const [a, b, c] = [Number(first), Number(second), Number(third)];
  if (first.length === 4) return third.length <= 2 ? [{ year: first, month: b, date: c }] : [];
  if (first.length > 2 || !(third.length === 2 || third.length === 4)) return [];
  const european = { year: third, month: b, date: a };
  const american = { year: third, month: a, date: b };
  const yearFirst = { year: first, month: b, date: c };
  if (separator === '/') return [european, american];
  // Dates with hyphens often begin with the year, which is sometimes cut to two digits.
  return separator === '-' && first.length === 2 && third.length === 2 && !dayFirst
    ? [european, yearFirst]
    : [european];
};

/**
 * Returns the full year for two digits. It lies in the last hundred years, or up to twenty years ahead if the date may
 * be in the future.
 */
const wholeYear = (year: string, { now, past = false }: DateReader): number => {
  if (year.length === 4) return Number(year);
  const last = now.getUTCFullYear() + (past ? 0 : yearsAhead);
  return last - ((((last - Number(year)) % 100) + 100) % 100);
};

/** A weekday before the date is ignored, as long formats of spreadsheets have it. */
const weekday =
  /^(?:понедельник|вторник|среда|четверг|пятница|суббота|воскресенье|пн|вт|ср|чт|пт|сб|вс|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?)(?:\.?, ?|\.? )/;
/** A Russian word for "year" or "year of birth", or a full stop, after the date is ignored. */
const dateAndTime = /^(.+?)(?: ?(?:г\. ?р\.?|(?:года?|г\.?)(?: рождения)?|\.))?(?:(?:,? |t)(\d{1,2}:.*))?$/;

const readDay = (text: string, reader: DateReader): WrittenDate | DateFault => {
  const named = partsOfWords(text);
  const all = named ? [named] : partsOfFigures(text, reader.dayFirst ?? false);
  const found = new Map<string, Pick<WrittenDate, 'otherYear'>>();
  for (const { year, month, date } of all) {
    const whole = wholeYear(year, reader);
    const day = dayOf(whole, month, date);
    if (day === undefined) continue;
    const isPossible = reader.past && year.length === 2 && whole - 100 >= reader.now.getUTCFullYear() - oldestYears;
    found.set(day, isPossible ? { otherYear: whole - 100 } : {});
  }
  const [only, ...others] = found;
  if (only === undefined) return { fault: 'none' };
  if (others.length > 0 && !reader.dayFirst) return { fault: 'ambiguous', days: [...found.keys()] };
  return { day: only[0], ...only[1] };
};

/**
 * Reads a date as people and programs write it: `05.03.85`, `1985/03/05`, `5 марта 1985 г.`, `05-мар-85`, `5 Mar 1985`,
 * `19850305`, ISO 8601. Each may have a time of day and a zone. The day comes before the month, but slashes allow
 * either order, so `05/03/1985` is ambiguous. For years with two digits see `wholeYear`.
 */
export const readDateText = (text: string, reader: DateReader): WrittenDate | DateFault => {
  const whole = text.length > longestText ? '' : unframed(text).toLowerCase().replace(weekday, '');
  const [, written = '', clock] = dateAndTime.exec(whole) ?? [];
  const time = clock === undefined ? {} : readTime(clock);
  const read = readDay(written, reader);
  if ('fault' in read) return read;
  return time === undefined ? { fault: 'none' } : { ...read, ...time };
};
