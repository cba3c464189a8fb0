import type { Locale } from '../../contract/messages/index.ts';
import { yesNo } from '../kinds/cell.ts';
import { type ParsedDate, parseDateText } from '../kinds/dateText.ts';
import { normaliseNumber } from '../kinds/documentNumber.ts';
import type { Field } from '../kinds/field.ts';
import { parseNumber } from '../kinds/figureText.ts';
import { formatDay } from '../kinds/format.ts';
import type { Fault, ValueType } from '../kinds/kind.ts';
import { rulesOf } from '../kinds/kinds.ts';
import { tidy, uniformSpelling } from '../kinds/plain.ts';

import { daySerial, serialDate, shownDayOfExcelAlone } from '../kinds/serial.ts';
import { momentAt, wallClock } from '../kinds/zone.ts';
import { unescapeFormula } from './csv.ts';

/**
 * A cell of an imported file. The value is a text as in the file, or has a type if the file format has types. A date is
 * ISO text without a zone.
 */
export type FileCell = string | number | boolean | null;

interface FileContext {
  /** Time zone for times in the imported file that name no zone of their own. */
  readonly zone: string;
  readonly now: Date;
  /** True: numbers that stand for days count from 1904, as in workbooks of old Macs. */
  readonly since1904?: boolean | undefined;
}

export interface CellReading {
  /** Value for the field. If the text in the cell is no value of the field's kind, this is the text itself. */
  readonly value: unknown;
  /**
   * Reason why the text in the cell is no value of the field. Present only if the later validation of the field cannot
   * find this reason.
   */
  readonly fault?: Fault;
  /** Warning about a value of the cell that looks wrong but may be right. */
  readonly warning?: Fault;
}

type CellParser = (text: string, field: Field, context: FileContext) => CellReading;

export const cellText = (cell: FileCell | undefined): string =>
  cell === null || cell === undefined ? '' : tidy(unescapeFormula(String(cell)));

/** Matches the error values of spreadsheets, in English and in Russian, such as `#REF!`. */
const formulaErrors =
  /^#(?:REF!|VALUE!|NAME\?|DIV\/0!|N\/A|NUM!|NULL!|ССЫЛКА!|ЗНАЧ!|ИМЯ\?|ДЕЛ\/0!|Н\/Д|ЧИСЛО!|ПУСТО!)$/i;
export const isFormulaError = (cell: FileCell | undefined): boolean => formulaErrors.test(cellText(cell));

/** Matches words that people write in a cell instead of leaving it empty, such as `н/д`. */
const noValueWords =
  /^(?:-+|–|—|\.|нет|нет данных|н\/д|н\.д\.|отсутствует|не указан[оаы]?|неизвестн[оа]|б\/н|n\/a|none|nan|\\n|(?:null|пусто|[(<[](?:null|пусто|не указан[оаы]?)[)>\]]))$/i;
/**
 * Returns true if the cell of an import file holds a word such as `н/д` for "no value". Use it only for fields that may
 * be empty.
 */
export const isNoValueWord = (cell: FileCell | undefined): boolean => noValueWords.test(cellText(cell));

const parserOf =
  (parse: (text: string) => unknown): CellParser =>
  text => ({ value: parse(text) });
const keepText = parserOf(text => text);

/** Matches digits, such as a phone number, that a program changed to a number with decimals: `79161234567.0`. */
const floatDigitsPattern = /^(\+?\d{4,20})[.,]0+$/;
/**
 * Matches digits that a program changed to a number with an exponent: `7.9161234567E+10`. No digit is lost if the
 * number has as many decimals as the exponent says.
 */
const exponentDigitsPattern = /^(\d)[.,](\d{4,14})e\+?(\d{1,2})$/i;

/**
 * Returns the original digits of a text such as a phone number that a program changed to `79161234567.0` or
 * `7.9161234567E+10`. Undefined: the text does not look like this, or digits are lost.
 */
export const restoreDigits = (text: string): string | undefined => {
  const [, digits] = floatDigitsPattern.exec(text) ?? [];
  if (digits !== undefined) return digits;
  const [, first = '', others = '', power] = exponentDigitsPattern.exec(text) ?? [];
  return others !== '' && others.length === Number(power) ? first + others : undefined;
};

/** Matches a short number with the decimals of a spreadsheet. Unlike in a long one, they may belong to the text. */
const floatPattern = /^\d+[.,]0+$/;

/** Returns a text unchanged, with a warning if it looks like a number with the decimals of a spreadsheet. */
const keptReading = (text: string): CellReading => ({
  value: text,
  ...(floatPattern.test(text) && { warning: { message: 'looksLikeFloat' } }),
});

/** Returns a value that was guessed from a different text in the file, with a warning that names the value. */
const guessedReading = (value: string | number): CellReading => ({
  value,
  warning: { message: 'readAs', values: { value } },
});

/**
 * Reads the text of a cell. A document number that ends in `.0` gets a warning, because the ending may be part of the
 * number.
 */
const parseText: CellParser = (text, { kind, documentNumber }) => {
  if (rulesOf(kind).digitsOnly) return { value: restoreDigits(text) ?? text };
  if (!documentNumber) return keptReading(text);
  const value = restoreDigits(text);
  if (value !== undefined) return { value, warning: { message: 'floatNumber', values: { value } } };
  const withoutSign = normaliseNumber(text);
  return withoutSign === uniformSpelling(text) ? keptReading(text) : guessedReading(withoutSign);
};

/**
 * Reads a number: `1 234,5` → 1234.5. A text that is no number stays unchanged, and the later validation rejects it.
 */
const parseNumberCell: CellParser = (text, { kind, yearsAhead }) => {
  const year = yearsAhead === undefined ? undefined : yearOfDate(text);
  return year === undefined ? { value: parseNumber(text, kind) ?? text } : guessedReading(year);
};

/** Matches the days that a spreadsheet makes of a year: 1985 in a cell with date format is 7 June 1905. */
const serialYears = /^1905-0[4-9]-/;

/** Returns the year that a date in a column of years stands for. Undefined: the text is no date. */
const yearOfDate = (text: string): number | undefined => {
  const day = /^\d{4}-\d\d-\d\d(?=T|$)/.exec(text)?.[0];
  if (day === undefined) return undefined;
  return serialYears.test(day) ? daySerial(day) : Number(day.slice(0, 4));
};

const yesWords = [
  yesNo.yes.ru,
  yesNo.yes.en,
  'true',
  'истина',
  'wahr',
  'vrai',
  '1',
  '1.0',
  '+',
  'x',
  'х',
  'v',
  'y',
  'д',
  '✓',
  '✔',
  '☑',
  '√',
];
const noWords = [yesNo.no.ru, yesNo.no.en, 'false', 'ложь', 'falsch', 'faux', '0', '0.0', '-', 'n', 'н', '☐'];
const parseBoolean = parserOf(text => {
  const word = text.toLowerCase().replace(/[.!]$/, '');
  return yesWords.includes(word) ? true : noWords.includes(word) ? false : text;
});

/**
 * Returns the calendar days that a time with an offset may stand for. Midnight, as written or in `zone`, stands for its
 * day alone. Any other time stands for its day as written and its day in `zone`, which may differ.
 */
const calendarDaysOf = ({ day, time = '', offsetMinutes = 0 }: ParsedDate, zone: string): readonly string[] => {
  const midnight = '00:00:00';
  if (time === midnight) return [day];
  const moment = new Date(Date.parse(`${day}T${time}Z`) - offsetMinutes * 60_000);
  const zonedTime = wallClock(moment, zone);
  const zonedDay = zonedTime.slice(0, 10);
  return zonedTime.endsWith(midnight) ? [zonedDay] : [...new Set([day, zonedDay])];
};

const ambiguousDateFault = (days: readonly string[]): Fault => {
  const daysIn = (locale: Locale) => days.map(day => formatDay(day, locale)).join(' / ');
  return { message: 'ambiguousDate', values: { days: { ru: daysIn('ru'), en: daysIn('en') } } };
};

/**
 * Matches the day numbers of spreadsheets with five digits, which stand for days from 1927 to 2173. A number with fewer
 * digits is a year or a month. A number with more digits is a date without separators.
 */
const serialPattern = /^[1-9]\d{4}(?:[.,]\d+)?$/;

/** Day that databases and spreadsheets write if there is no date. */
const emptyDay = '1900-01-01';

const parseDate: CellParser = (cellText, field, { zone, now, since1904 = false }) => {
  const text = serialPattern.test(cellText) ? serialDate(Number(cellText.replace(',', '.')), since1904) : cellText;
  const dayOfExcel = shownDayOfExcelAlone(text);
  if (dayOfExcel !== undefined) return { value: text, fault: { message: 'dayOfExcel', values: { day: dayOfExcel } } };
  const parsedDate = parseDateText(text, { now, mustBePast: field.mustBePast ?? false });
  if ('fault' in parsedDate)
    return { value: text, ...(parsedDate.fault === 'ambiguous' && { fault: ambiguousDateFault(parsedDate.days) }) };
  const { day, time = '00:00:00', offsetMinutes, otherYear } = parsedDate;
  const values = { year: day.slice(0, 4), otherYear };
  const warning: Pick<CellReading, 'warning'> =
    otherYear !== undefined
      ? { warning: { message: 'shortYear', values } }
      : day === emptyDay
        ? { warning: { message: 'emptyDate' } }
        : {};
  if (field.kind === 'dateTime') {
    if (offsetMinutes === undefined) return { value: momentAt(`${day}T${time}`, zone).toISOString(), ...warning };
    return { value: new Date(Date.parse(`${day}T${time}Z`) - offsetMinutes * 60_000).toISOString(), ...warning };
  }
  if (offsetMinutes === undefined) return { value: day, ...warning };
  const days = calendarDaysOf(parsedDate, zone);
  return days.length > 1 ? { value: text, fault: ambiguousDateFault(days) } : { value: days[0], ...warning };
};

/**
 * Functions that read a cell, by the type of the field's values. The texts of choices and references stay as they are,
 * because they are later found by title.
 */
const parsers: { readonly [Value in ValueType]: CellParser } = {
  text: parseText,
  choice: keepText,
  record: keepText,
  number: parseNumberCell,
  duration: parseNumberCell,
  day: parseDate,
  moment: parseDate,
  boolean: parseBoolean,
  position: keepText,
};

/** Returns the value that a cell has for its field, in the format of the API. Undefined if the cell is empty. */
export const readCell = (cell: FileCell | undefined, field: Field, context: FileContext): CellReading | undefined => {
  const text = cellText(cell);
  if (text === '') return undefined;
  const { valueType } = rulesOf(field.kind);
  // A workbook's number is no text, in which a point could separate thousands.
  if (typeof cell === 'number' && (valueType === 'number' || valueType === 'duration')) return { value: cell };
  const reading = parsers[valueType](text, field, context);
  // A spreadsheet shows such a cell differently, and may have made it of a text such as the model 9-3.
  const isConverted = valueType === 'text' && (typeof cell === 'boolean' || /^\d{4}-\d\d-\d\d(?=T|$)/.test(text));
  return isConverted && reading.value === text && !reading.fault ? guessedReading(text) : reading;
};
