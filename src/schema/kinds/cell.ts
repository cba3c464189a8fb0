import type { Locale } from '../../contract/messages/index.ts';
import type { Bilingual, Field } from './field.ts';
import { formatDay, formatDuration, formatMoment, formatNumber, formatPosition } from './format.ts';
import type { ValueType } from './kind.ts';
import { kinds, rulesOf } from './kinds.ts';
import { daySerial, momentSerial, serialOfMarch1900 } from './serial.ts';
import { dayOf, idName, momentOf, numberOf, positionOf, type Row, textOf } from './value.ts';

/**
 * The person or program that reads a value: language, zone and source of texts. An empty zone is the zone of the
 * machine.
 */
export interface Reader {
  readonly locale: Locale;
  readonly zone: string;
  /** Returns the title of a dictionary entry in the reader's language. Absent: the rows hold the titles. */
  readonly titleOf?: TitleOf;
  /**
   * Returns the catalogue's text for a key, or the text `_` if the catalogue has none. Absent: there is no catalogue.
   */
  readonly translate?: (key: string, options: { readonly _: string }) => string;
}

/** Returns a fixed text in the reader's language. A text of the catalogue under the key has priority. */
export const wordFor = (
  { locale, translate }: Pick<Reader, 'locale' | 'translate'>,
  key: string,
  text: Bilingual,
): string => translate?.(key, { _: text[locale] }) ?? text[locale];

export type TitleOf = (field: Field, id: string) => string | undefined;

/** Text for an entry that is no longer in its dictionary. */
export const untitled = (id: string): string => `№ ${id}`;

/** One field of one row. */
export interface ValueAt {
  readonly name: string;
  readonly field: Field;
  readonly row: Row;
  /** Resource that the field belongs to. Without it, choices have the texts of the description. */
  readonly resource?: { readonly name: string } | undefined;
}

/** An exported value. It is typed if the file format has types, and holds the text shown on screen. */
export type ExportCell =
  | { readonly type: 'empty' }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'number'; readonly value: number; readonly decimals: number; readonly text: string }
  | { readonly type: 'boolean'; readonly value: boolean; readonly text: string }
  /** A date, time or duration. `serial` is the day number of spreadsheets, `format` a spreadsheet format. */
  | { readonly type: 'time'; readonly serial: number; readonly format: string; readonly text: string };

type MakeCell = (at: ValueAt, reader: Reader) => ExportCell;

const empty: ExportCell = { type: 'empty' };
// Every line end becomes a line feed, because LibreOffice shows a carriage return as `_x000d_`.
const textCell = (text: string | undefined): ExportCell =>
  text === undefined ? empty : { type: 'text', text: text.replace(/\r\n?/g, '\n') };
/** A day before March 1900 is exported as text, because Excel and LibreOffice show different days for its number. */
const timeCell = (serial: number, format: string, text: string): ExportCell =>
  serial < serialOfMarch1900 ? textCell(text) : { type: 'time', serial, format, text };

export const yesNo: { readonly yes: Bilingual; readonly no: Bilingual } = {
  yes: { ru: 'да', en: 'yes' },
  no: { ru: 'нет', en: 'no' },
};

/** Returns the text of a choice. The description has texts for a field's own choices, a dictionary has titles. */
export const choiceText = (
  { row, name, field, resource }: ValueAt,
  reader: Pick<Reader, 'locale' | 'titleOf' | 'translate'>,
): string | undefined => {
  const { locale, titleOf } = reader;
  if (field.dictionary && titleOf) {
    const titles = [row[idName(name, field)] || []].flat().map(id => titleOf(field, String(id)));
    const known = titles.filter(title => title !== undefined);
    if (known.length > 0) return known.join(', ');
  }
  const textOfChoice = (value: string) => {
    const own = field.choiceLabels && Object.hasOwn(field.choiceLabels, value) ? field.choiceLabels[value] : undefined;
    if (!own) return value;
    return resource ? wordFor(reader, `resources.${resource.name}.choices.${name}.${value}`, own) : own[locale];
  };
  const several = row[name];
  if (Array.isArray(several)) return several.map(textOfChoice).join(', ') || undefined;
  const value = textOf(row, name);
  return value === undefined ? undefined : textOfChoice(value);
};

/** Formats a number, for example `61,7`. Digits of identifiers are not grouped. */
export const figureText = ({ row, name, field }: ValueAt, locale: Locale): string | undefined => {
  const value = numberOf(row, name);
  if (value === undefined) return undefined;
  return field.identifier ? String(value) : formatNumber(value, rulesOf(field.kind).decimals ?? 0, locale);
};

const text: MakeCell = ({ row, name }) => textCell(textOf(row, name));
const choice: MakeCell = (at, reader) => textCell(choiceText(at, reader));

/**
 * Returns true for quantities, which columns align at the end. Identifiers are aligned at the start, although they are
 * numbers.
 */
export const isFigure = ({ kind, identifier }: Field): boolean => {
  const { value } = kinds[kind];
  return !identifier && (value === 'number' || value === 'duration');
};

const figure: MakeCell = (at, { locale }) => {
  const value = numberOf(at.row, at.name);
  const text = figureText(at, locale);
  const { decimals = 0 } = rulesOf(at.field.kind);
  return value === undefined || text === undefined ? empty : { type: 'number', value, decimals, text };
};

const date: MakeCell = ({ row, name }, { locale }) => {
  const day = dayOf(row, name);
  if (!day) return empty;
  const format = locale === 'ru' ? 'dd.mm.yyyy' : 'dd mmm yyyy';
  return timeCell(daySerial(day), format, formatDay(day, locale));
};

const dateTime: MakeCell = ({ row, name }, { locale, zone }) => {
  const moment = momentOf(row, name);
  if (!moment) return empty;
  const format = locale === 'ru' ? 'dd.mm.yyyy hh:mm' : 'dd mmm yyyy hh:mm';
  return timeCell(momentSerial(moment, zone), format, formatMoment(moment, locale, zone));
};

const secondsPerDay = 86_400;
const duration: MakeCell = ({ row, name }) => {
  const seconds = numberOf(row, name);
  if (seconds === undefined) return empty;
  return { type: 'time', serial: seconds / secondsPerDay, format: '[h]:mm:ss', text: formatDuration(seconds) };
};

/** Returns the word for a boolean. */
export const yesNoText = (value: boolean, reader: Pick<Reader, 'locale' | 'translate'>): string => {
  const word = value ? 'yes' : 'no';
  return wordFor(reader, `lists.${word}`, yesNo[word]);
};

const boolean: MakeCell = ({ row, name }, reader) => {
  const value = row[name];
  return typeof value === 'boolean' ? { type: 'boolean', value, text: yesNoText(value, reader) } : empty;
};

// Files hold plain decimal degrees, because maps can read them.
const position: MakeCell = ({ row, field }) => {
  const at = positionOf(row, field);
  return at ? { type: 'text', text: `${at.latitude}, ${at.longitude}` } : empty;
};

/** Exported cell of each type of values. */
const cells: { readonly [Value in ValueType]: MakeCell } = {
  text,
  choice,
  record: text,
  number: figure,
  duration,
  day: date,
  moment: dateTime,
  boolean,
  position,
};

/** Returns the exported cell of a value. Browser and server use the same function. */
export const cellOf: MakeCell = (at, reader) => cells[kinds[at.field.kind].value](at, reader);

/** Returns a position as displayed: `55.75583° N  37.61730° E`. */
export const positionText = ({ row, field }: ValueAt, locale: Locale): string | undefined => {
  const at = positionOf(row, field);
  return at && formatPosition(at.latitude, at.longitude, locale);
};
