import type { Locale } from '../../contract/messages/index.ts';
import type { Bilingual, Field } from './field.ts';
import { formatDay, formatDuration, formatMoment, formatNumber, formatPosition } from './format.ts';
import type { ValueType } from './kind.ts';
import { kinds, rulesOf } from './kinds.ts';
import { daySerial, momentSerial, serialOfMarch1900 } from './serial.ts';
import { dayOf, idName, momentOf, numberOf, positionOf, type Row, textOf } from './value.ts';

/**
 * The person or program for which a value is formatted: language, time zone and source of texts. An empty zone is the
 * zone of the machine.
 */
export interface DisplayContext {
  readonly locale: Locale;
  readonly zone: string;
  /** Returns the title of a dictionary entry in the reader's language. Absent: the rows contain the titles. */
  readonly titleOf?: TitleOf;
  /**
   * Returns the text of the catalogue of texts for a key, or the option `_` if the catalogue has none. Absent: there is
   * no catalogue.
   */
  readonly translate?: (key: string, options: { readonly _: string }) => string;
}

/**
 * Returns the catalogue's text for a key in the reader's language. If the catalogue has none, returns the given text.
 */
export const catalogueText = (
  { locale, translate }: Pick<DisplayContext, 'locale' | 'translate'>,
  key: string,
  text: Bilingual,
): string => translate?.(key, { _: text[locale] }) ?? text[locale];

export type TitleOf = (field: Field, id: string) => string | undefined;

/** Returns the text for a dictionary entry whose title is unknown, because the entry no longer exists: `№ 7`. */
export const missingTitleText = (id: string): string => `№ ${id}`;

/** A field together with a row that has a value for it. */
export interface RowField {
  readonly name: string;
  readonly field: Field;
  readonly row: Row;
  /**
   * Resource that the field belongs to. Without it, choices have the texts of the description, not those of the
   * catalogue.
   */
  readonly resource?: { readonly name: string } | undefined;
}

/** A value for an exported file. It has a type for file formats with types, and the text that is shown on screen. */
export type ExportCell =
  | { readonly type: 'empty' }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'number'; readonly value: number; readonly decimals: number; readonly text: string }
  | { readonly type: 'boolean'; readonly value: boolean; readonly text: string }
  /**
   * Export cell of a date, time or duration. `serial` is the day number of spreadsheets, `format` a spreadsheet number
   * format.
   */
  | { readonly type: 'time'; readonly serial: number; readonly format: string; readonly text: string };

type CellMaker = (rowField: RowField, displayContext: DisplayContext) => ExportCell;

const emptyCell: ExportCell = { type: 'empty' };
// Every line end in an exported text becomes a line feed, because LibreOffice shows a carriage return as `_x000d_`.
const textCell = (text: string | undefined): ExportCell =>
  text === undefined ? emptyCell : { type: 'text', text: text.replace(/\r\n?/g, '\n') };
/**
 * Returns the export cell of a date or time. A day before March 1900 is exported as text, because Excel and LibreOffice
 * show different days for its number.
 */
const timeCell = (serial: number, format: string, text: string): ExportCell =>
  serial < serialOfMarch1900 ? textCell(text) : { type: 'time', serial, format, text };

export const yesNo: { readonly yes: Bilingual; readonly no: Bilingual } = {
  yes: { ru: 'да', en: 'yes' },
  no: { ru: 'нет', en: 'no' },
};

/**
 * Returns the text of the row's choice. For a field with a dictionary it is the entry's title. For a field with own
 * choices the description has the text.
 */
export const choiceText = (
  { row, name, field, resource }: RowField,
  displayContext: Pick<DisplayContext, 'locale' | 'titleOf' | 'translate'>,
): string | undefined => {
  const { locale, titleOf } = displayContext;
  if (field.dictionary && titleOf) {
    const titles = [row[idName(name, field)] || []].flat().map(id => titleOf(field, String(id)));
    const knownTitles = titles.filter(title => title !== undefined);
    if (knownTitles.length > 0) return knownTitles.join(', ');
  }
  const textOfChoice = (value: string) => {
    const ownLabel =
      field.choiceLabels && Object.hasOwn(field.choiceLabels, value) ? field.choiceLabels[value] : undefined;
    if (!ownLabel) return value;
    return resource
      ? catalogueText(displayContext, `resources.${resource.name}.choices.${name}.${value}`, ownLabel)
      : ownLabel[locale];
  };
  const values = row[name];
  if (Array.isArray(values)) return values.map(textOfChoice).join(', ') || undefined;
  const value = textOf(row, name);
  return value === undefined ? undefined : textOfChoice(value);
};

/** Formats a number with its field's decimals, for example `61,7`. Digits of identifiers are not grouped. */
export const quantityText = ({ row, name, field }: RowField, locale: Locale): string | undefined => {
  const value = numberOf(row, name);
  if (value === undefined) return undefined;
  return field.identifier ? String(value) : formatNumber(value, rulesOf(field.kind).decimals ?? 0, locale);
};

const makeTextCell: CellMaker = ({ row, name, field }, { locale }) => {
  const text = textOf(row, name);
  return textCell(text === undefined ? undefined : (rulesOf(field.kind).localText?.(text, locale) ?? text));
};
const makeChoiceCell: CellMaker = (rowField, displayContext) => textCell(choiceText(rowField, displayContext));

/**
 * Returns true for fields with quantities, whose columns are aligned at the end. Identifiers are numbers too, but are
 * aligned at the start.
 */
export const isQuantity = ({ kind, identifier }: Field): boolean => {
  const { valueType } = kinds[kind];
  return !identifier && (valueType === 'number' || valueType === 'duration');
};

const makeNumberCell: CellMaker = (rowField, { locale }) => {
  const value = numberOf(rowField.row, rowField.name);
  const text = quantityText(rowField, locale);
  const { decimals = 0 } = rulesOf(rowField.field.kind);
  return value === undefined || text === undefined ? emptyCell : { type: 'number', value, decimals, text };
};

const makeDayCell: CellMaker = ({ row, name }, { locale }) => {
  const day = dayOf(row, name);
  if (!day) return emptyCell;
  const format = locale === 'ru' ? 'dd.mm.yyyy' : 'dd mmm yyyy';
  return timeCell(daySerial(day), format, formatDay(day, locale));
};

const makeMomentCell: CellMaker = ({ row, name }, { locale, zone }) => {
  const moment = momentOf(row, name);
  if (!moment) return emptyCell;
  const format = locale === 'ru' ? 'dd.mm.yyyy hh:mm' : 'dd mmm yyyy hh:mm';
  return timeCell(momentSerial(moment, zone), format, formatMoment(moment, locale, zone));
};

const secondsPerDay = 86_400;
const makeDurationCell: CellMaker = ({ row, name }) => {
  const seconds = numberOf(row, name);
  if (seconds === undefined) return emptyCell;
  return { type: 'time', serial: seconds / secondsPerDay, format: '[h]:mm:ss', text: formatDuration(seconds) };
};

/** Returns the word "yes" or "no" in the reader's language. */
export const yesNoText = (value: boolean, displayContext: Pick<DisplayContext, 'locale' | 'translate'>): string => {
  const word = value ? 'yes' : 'no';
  return catalogueText(displayContext, `lists.${word}`, yesNo[word]);
};

const makeBooleanCell: CellMaker = ({ row, name }, displayContext) => {
  const value = row[name];
  return typeof value === 'boolean' ? { type: 'boolean', value, text: yesNoText(value, displayContext) } : emptyCell;
};

// Exported positions are plain decimal degrees, because map programs can read these.
const makePositionCell: CellMaker = ({ row, field }) => {
  const coordinates = positionOf(row, field);
  return coordinates ? { type: 'text', text: `${coordinates.latitude}, ${coordinates.longitude}` } : emptyCell;
};

/** Functions that make the export cell of a value, by the type of the values. */
const cellMakers: { readonly [Value in ValueType]: CellMaker } = {
  text: makeTextCell,
  choice: makeChoiceCell,
  record: makeTextCell,
  number: makeNumberCell,
  duration: makeDurationCell,
  day: makeDayCell,
  moment: makeMomentCell,
  boolean: makeBooleanCell,
  position: makePositionCell,
};

/** Returns the export cell of a value. Browser and server both use this function. */
export const exportCellOf: CellMaker = (rowField, displayContext) =>
  cellMakers[kinds[rowField.field.kind].valueType](rowField, displayContext);

/** Returns a position as the screens show it: `55.75583° N  37.61730° E`. */
export const positionText = ({ row, field }: RowField, locale: Locale): string | undefined => {
  const coordinates = positionOf(row, field);
  return coordinates && formatPosition(coordinates.latitude, coordinates.longitude, locale);
};
