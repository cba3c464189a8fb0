import type { Locale } from '../../contract/messages/index.ts';
import { type DisplayContext, exportCellOf, type RowField } from '../kinds/cell.ts';
import type { Field } from '../kinds/field.ts';
import { formatDay, formatDuration } from '../kinds/format.ts';
import type { ValueType } from '../kinds/kind.ts';
import { kinds, rulesOf } from '../kinds/kinds.ts';
import { dayMs } from '../kinds/time.ts';
import { dayOf, momentOf, numberOf, type Row } from '../kinds/value.ts';
import { offsetMinutes } from '../kinds/zone.ts';
import { csvCellText, csvLineOf, csvNumber } from './csv.ts';

type CellTextMaker = (rowField: RowField, displayContext: DisplayContext) => string;

/** Maximum number of cached texts of days per language, enough for about eleven years. */
const maxCachedDays = 4000;
const dayTextCaches: { readonly [L in Locale]: Map<number, string> } = { ru: new Map(), en: new Map() };

/**
 * Returns the text of a calendar day, given in days since 1970-01-01. The texts are cached, because most rows of a
 * large list share their days.
 */
const dayText = (day: number, locale: Locale): string => {
  const cache = dayTextCaches[locale];
  const cachedText = cache.get(day);
  if (cachedText !== undefined) return cachedText;
  const text = formatDay(new Date(day * dayMs).toISOString().slice(0, 10), locale);
  if (cache.size >= maxCachedDays) cache.clear();
  cache.set(day, text);
  return text;
};

/** First and last day of the years with four digits, in days since 1970-01-01. */
const [firstDay, lastDay] = [Date.UTC(1000, 0) / dayMs, Date.UTC(9999, 11, 31) / dayMs];
const hasFourDigitYear = (day: number): boolean => day >= firstDay && day <= lastDay;

const padTwoDigits = (value: number): string => (value < 10 ? `0${value}` : String(value));

const numberText: CellTextMaker = ({ row, name, field }, { locale }) => {
  const value = numberOf(row, name);
  return value === undefined ? '' : csvNumber(value, rulesOf(field.kind).decimals ?? 0, locale);
};

const exportCellText: CellTextMaker = (rowField, displayContext) =>
  csvCellText(exportCellOf(rowField, displayContext), displayContext.locale);

/**
 * Functions that make the CSV text of a value without its export cell. A cell also has data that only other formats
 * need, so this saves time. The texts equal those of the cells.
 */
const textMakers: { readonly [Value in ValueType]?: CellTextMaker } = {
  number: numberText,
  moment: (rowField, displayContext) => {
    const { locale, zone } = displayContext;
    const moment = momentOf(rowField.row, rowField.name);
    if (!moment) return '';
    const clockMs = moment.getTime() + offsetMinutes(moment, zone) * 60_000;
    const day = Math.floor(clockMs / dayMs);
    if (!hasFourDigitYear(day)) return exportCellText(rowField, displayContext);
    const minutes = Math.floor((clockMs - day * dayMs) / 60_000);
    return `${dayText(day, locale)} ${padTwoDigits(Math.floor(minutes / 60))}:${padTwoDigits(minutes % 60)}`;
  },
  day: (rowField, displayContext) => {
    const isoDay = dayOf(rowField.row, rowField.name);
    if (!isoDay) return '';
    const day = Date.parse(`${isoDay}T00:00:00Z`) / dayMs;
    return hasFourDigitYear(day) ? dayText(day, displayContext.locale) : exportCellText(rowField, displayContext);
  },
  duration: ({ row, name }) => {
    const seconds = numberOf(row, name);
    return seconds === undefined ? '' : formatDuration(seconds);
  },
};

/**
 * Returns a function that writes a row of these columns as a CSV line. The line equals that of `csvLine` for the row's
 * cells, but takes half the time.
 */
export const csvRowWriter = (
  columns: readonly { readonly name: string; readonly field: Field }[],
  displayContext: DisplayContext,
): ((row: Row) => string) => {
  const columnMakers = columns.map(({ name, field }) => ({
    name,
    field,
    text: textMakers[kinds[field.kind].valueType] ?? exportCellText,
  }));
  return row =>
    csvLineOf(
      columnMakers,
      ({ name, field, text }) => text({ name, field, row }, displayContext),
      displayContext.locale,
    );
};
