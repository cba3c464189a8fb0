import type { Locale } from '../contract/messages/index.ts';
import { yesNo } from './cell.ts';
import { unguarded } from './csv.ts';
import { readDateText, type WrittenDate } from './dateText.ts';
import { normaliseNumber } from './documentNumber.ts';
import type { Field, FieldKind } from './field.ts';
import { readFigure } from './figureText.ts';
import { formatDay } from './format.ts';
import { plain, tidy } from './plain.ts';
import type { Fault } from './rules.ts';
import { daySerial, serialDate } from './serial.ts';
import { momentAt, wallClock } from './zone.ts';

/** A cell of a file that is read: text as it stands there, or typed where the file has types; a date as ISO text without a zone. */
export type FileCell = string | number | boolean | null;

interface FileReader {
  /** Zone of moments that do not say theirs. */
  readonly zone: string;
  readonly now: Date;
  /** Numbers of days count from 1904, as in workbooks of old Macs. */
  readonly since1904?: boolean | undefined;
}

export interface CellReading {
  /** The text itself where it is no value of its kind. */
  readonly value: unknown;
  /** Why the text stands for no value, where the checks of the value cannot know. */
  readonly fault?: Fault;
  /** Warning about a value that looks wrong and may be right. */
  readonly doubt?: Fault;
}

type Read = (text: string, field: Field, reader: FileReader) => CellReading;

export const cellText = (cell: FileCell | undefined): string =>
  cell === null || cell === undefined ? '' : tidy(unguarded(String(cell)));

/** What a spreadsheet shows instead of a value, in English and in Russian. */
const formulaErrors =
  /^#(?:REF!|VALUE!|NAME\?|DIV\/0!|N\/A|NUM!|NULL!|ССЫЛКА!|ЗНАЧ!|ИМЯ\?|ДЕЛ\/0!|Н\/Д|ЧИСЛО!|ПУСТО!)$/i;
export const isFormulaError = (cell: FileCell | undefined): boolean => formulaErrors.test(cellText(cell));

/** Words that people write into a cell instead of leaving it empty. */
const nothings = /^(?:-+|–|—|\.|нет|нет данных|н\/д|отсутствует|не указано?|б\/н|n\/a|none|null|nan)$/i;
/** Whether a cell that may be empty says that there is no value. */
export const saysNothing = (cell: FileCell | undefined): boolean => nothings.test(cellText(cell));

const take =
  (read: (text: string) => unknown): Read =>
  text => ({ value: read(text) });
const asIs = take(text => text);

/** `79161234567.0`: digits that a program took for a number with decimals. */
const floatDigits = /^(\+?\d{4,20})[.,]0+$/;
/** `7.9161234567E+10`: the same, with as many digits behind the mark as its power of ten says, so that none is lost. */
const powerDigits = /^(\d)[.,](\d{4,14})e\+?(\d{1,2})$/i;

/** The digits that a program wrote as a number with decimals. Undefined: the text is none, or digits of it are lost. */
export const digitsOfFloat = (text: string): string | undefined => {
  const [, digits] = floatDigits.exec(text) ?? [];
  if (digits !== undefined) return digits;
  const [, first = '', others = '', power] = powerDigits.exec(text) ?? [];
  return others !== '' && others.length === Number(power) ? first + others : undefined;
};

/** The value is not what stands in the file. */
const readAs = (value: string | number): CellReading => ({ value, doubt: { message: 'readAs', values: { value } } });

/** Digits of a phone or a device. */
const digits = take(text => digitsOfFloat(text) ?? text);
/** Another number of a document may have such an end: it is pointed out. */
const words: Read = (text, { documentNumber }) => {
  if (!documentNumber) return { value: text };
  const value = digitsOfFloat(text);
  if (value !== undefined) return { value, doubt: { message: 'floatNumber', values: { value } } };
  const bare = normaliseNumber(text);
  return bare === plain(text) ? { value: text } : readAs(bare);
};

/** `1 234,5` → 1234.5; what is no figure stays as it is, for the checks to say so. */
const figure: Read = (text, { kind, yearsAhead }) => {
  const year = yearsAhead === undefined ? undefined : yearOfDate(text);
  return year === undefined ? { value: readFigure(text, kind) ?? text } : readAs(year);
};

/** The days whose numbers in a spreadsheet are years: 1985 in a cell for dates is 7 June 1905 there. */
const serialYears = /^1905-0[4-9]-/;

/** The year that a date stands for in a column of years. Undefined: the text is no date. */
const yearOfDate = (text: string): number | undefined => {
  const day = /^\d{4}-\d\d-\d\d(?=T|$)/.exec(text)?.[0];
  if (day === undefined) return undefined;
  return serialYears.test(day) ? daySerial(day) : Number(day.slice(0, 4));
};

const yes = [yesNo.yes.ru, yesNo.yes.en, 'true', 'истина', '1', '+', 'x', 'х', 'y', 'д'];
const no = [yesNo.no.ru, yesNo.no.en, 'false', 'ложь', '0', '-', 'n', 'н'];
const boolean = take(text => {
  const word = text.toLowerCase();
  return yes.includes(word) ? true : no.includes(word) ? false : text;
});

/**
 * The calendar day of a moment: midnight in the file or in its zone was meant as a day. Any other time of the day must be on
 * the same day in both.
 */
const dayOfZoned = ({ day, time = '', offsetMinutes = 0 }: WrittenDate, zone: string): readonly string[] => {
  const midnight = '00:00:00';
  if (time === midnight) return [day];
  const moment = new Date(Date.parse(`${day}T${time}Z`) - offsetMinutes * 60_000);
  const clock = wallClock(moment, zone);
  const there = clock.slice(0, 10);
  return clock.endsWith(midnight) ? [there] : [...new Set([day, there])];
};

const ambiguous = (days: readonly string[]): Fault => {
  const daysIn = (locale: Locale) => days.map(day => formatDay(day, locale)).join(' / ');
  return { message: 'ambiguousDate', values: { days: { ru: daysIn('ru'), en: daysIn('en') } } };
};

/** Spreadsheets' numbers of days from 1927 to 2173. Fewer digits are a year or a month, more are a day without separators. */
const serialShape = /^[1-9]\d{4}(?:[.,]\d+)?$/;

const readDate: Read = (cellText, field, { zone, now, since1904 = false }) => {
  const text = serialShape.test(cellText) ? serialDate(Number(cellText.replace(',', '.')), since1904) : cellText;
  const read = readDateText(text, { now, past: field.past ?? false });
  if ('fault' in read) return { value: text, ...(read.fault === 'ambiguous' && { fault: ambiguous(read.days) }) };
  const { day, time = '00:00:00', offsetMinutes, otherYear } = read;
  const values = { year: day.slice(0, 4), otherYear };
  const doubt: Pick<CellReading, 'doubt'> = otherYear === undefined ? {} : { doubt: { message: 'shortYear', values } };
  if (field.kind === 'dateTime') {
    if (offsetMinutes === undefined) return { value: momentAt(`${day}T${time}`, zone).toISOString(), ...doubt };
    return { value: new Date(Date.parse(`${day}T${time}Z`) - offsetMinutes * 60_000).toISOString(), ...doubt };
  }
  if (offsetMinutes === undefined) return { value: day, ...doubt };
  const days = dayOfZoned(read, zone);
  return days.length > 1 ? { value: text, fault: ambiguous(days) } : { value: days[0], ...doubt };
};

/** How a value of each kind is read from a file; a missing kind does not compile. What is chosen is found by its title. */
const reads: { readonly [Kind in FieldKind]: Read } = {
  text: words,
  number: figure,
  money: figure,
  date: readDate,
  dateTime: readDate,
  duration: figure,
  distance: figure,
  speed: figure,
  acceleration: figure,
  option: asIs,
  reference: asIs,
  plate: asIs,
  vin: asIs,
  imei: digits,
  phone: digits,
  email: asIs,
  boolean,
  score: figure,
  status: asIs,
  position: asIs,
};

/** Returns the value of a cell in the wire type of its field. Undefined if the cell is empty. */
export const readCell = (cell: FileCell | undefined, field: Field, reader: FileReader): CellReading | undefined => {
  const text = cellText(cell);
  return text === '' ? undefined : reads[field.kind](text, field, reader);
};
