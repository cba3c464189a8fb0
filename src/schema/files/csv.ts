import type { Locale } from '../../contract/messages/index.ts';
import { type DisplayContext, type ExportCell, exportCellOf, type RowField } from '../kinds/cell.ts';
import type { Field } from '../kinds/field.ts';
import { formatDay, formatDuration, twoDigits } from '../kinds/format.ts';
import type { ValueType } from '../kinds/kind.ts';
import { kinds, rulesOf } from '../kinds/kinds.ts';
import { dayMs } from '../kinds/time.ts';
import { dayOf, momentOf, numberOf, type Row } from '../kinds/value.ts';
import { offsetMinutes } from '../kinds/zone.ts';

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
    return `${dayText(day, locale)} ${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
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

/**
 * Matches a text that spreadsheets run as a formula because of its first character (OWASP, CSV injection). Apostrophes
 * before that character match too, so that a text which looks escaped is escaped again and is imported unchanged.
 */
const formulaStart = /^'*[=+\-@\t\r\n]/;

/**
 * Matches a phone number with its country code, which is harmless although it begins with a plus. A number with hyphens
 * must also have a space or a parenthesis between digits, because a spreadsheet would calculate `+7-916-123-45-67`.
 */
const phonePattern = /^(?=\+(?:\D*\d){10,15}$)\+(?=\d)(?:[\d ()]+|[\d ()-]*(?:\d \d|\d ?\(\d)[\d ()-]*)$/;

/**
 * Matches a number, also after apostrophes, which people type so that a spreadsheet keeps the leading zeros: `'007`. Two
 * digits alone do not match, because `'90` may be a year in a name.
 */
const apostropheNumber = /^'*\d[\d ().-]{2,}$/;

/**
 * Returns a text that spreadsheets do not run as a formula. An apostrophe at the start tells a spreadsheet that the
 * cell is text. A text with an apostrophe that an import would remove gets another one.
 */
export const escapeFormula = (text: string): string =>
  (formulaStart.test(text) && !phonePattern.test(text)) || (text.startsWith("'") && apostropheNumber.test(text))
    ? `'${text}`
    : text;

/**
 * Removes the apostrophe that `escapeFormula` added or that a person typed before a number. An exported text is
 * therefore imported unchanged.
 */
export const unescapeFormula = (text: string): string =>
  text.startsWith("'") && (formulaStart.test(text.slice(1)) || apostropheNumber.test(text.slice(1)))
    ? text.slice(1)
    : text;

/** List separator and decimal mark of CSV files by language, because Excel expects those of its own language. */
const csvDialects = {
  ru: { separator: ';', decimal: ',', special: /["\r\n;]/ },
  en: { separator: ',', decimal: '.', special: /["\r\n,]/ },
} as const;

/** Byte order mark. At the start of a file, it tells Excel that the text is UTF-8. */
export const byteOrderMark = '\uFEFF';

/**
 * Returns a number as text for a CSV cell, rounded as on the screen. Digits are not grouped, because a spreadsheet does
 * not read grouped digits as a number.
 */
const csvNumber = (value: number, decimals: number, locale: Locale): string =>
  String(Number(value.toFixed(decimals))).replace('.', csvDialects[locale].decimal);

const csvCellText = (cell: ExportCell, locale: Locale): string => {
  if (cell.type === 'empty') return '';
  return cell.type === 'number' ? csvNumber(cell.value, cell.decimals, locale) : escapeFormula(cell.text);
};

/** Returns one CSV line with its line end. `textOf` returns the text of each of the items. */
const csvLineOf = <T>(items: readonly T[], textOf: (item: T) => string, locale: Locale): string => {
  const { separator, special } = csvDialects[locale];
  let line = '';
  for (let index = 0; index < items.length; index++) {
    if (index > 0) line += separator;
    const text = textOf(items[index] as T);
    line += special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  }
  return `${line}\r\n`;
};

/** Returns one CSV line with its line end, from cells of an export. */
export const csvLine = (cells: readonly ExportCell[], locale: Locale): string =>
  csvLineOf(cells, cell => csvCellText(cell, locale), locale);

export const csvHeaderLine = (labels: readonly string[], locale: Locale): string =>
  byteOrderMark +
  csvLine(
    labels.map(text => ({ type: 'text', text })),
    locale,
  );
