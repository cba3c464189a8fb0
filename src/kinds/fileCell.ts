import { yesNo } from './cell.ts';
import { unguarded } from './csv.ts';
import type { Field, FieldKind } from './field.ts';
import { formatDay } from './format.ts';
import { momentAt } from './zone.ts';

/** A cell of a file that is read: text as it stands there, or typed where the file has types; a date as ISO text without a zone. */
export type FileCell = string | number | boolean | null;

/** Whose file it is. */
interface FileReader {
  /** Zone of moments that do not say theirs. */
  readonly zone: string;
}

type Take = (text: string, reader: FileReader) => unknown;

export const cellText = (cell: FileCell | undefined): string =>
  cell === null || cell === undefined ? '' : unguarded(String(cell)).trim();

/** What a spreadsheet shows instead of a value, in English and in Russian. */
const formulaErrors =
  /^#(?:REF!|VALUE!|NAME\?|DIV\/0!|N\/A|NUM!|NULL!|ССЫЛКА!|ЗНАЧ!|ИМЯ\?|ДЕЛ\/0!|Н\/Д|ЧИСЛО!|ПУСТО!)$/i;
export const isFormulaError = (cell: FileCell | undefined): boolean => formulaErrors.test(cellText(cell));

const figureShape = /^[+-]?\d+(\.\d+)?$/;

/** `1 234,5` → 1234.5; what is no figure stays as it is, for the checks to say so. */
const figure: Take = text => {
  const plain = text.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.');
  return figureShape.test(plain) ? Number(plain) : text;
};

const yes = [yesNo.yes.ru, yesNo.yes.en, 'true', 'истина', '1', '+', 'x', 'х', 'y', 'д'];
const no = [yesNo.no.ru, yesNo.no.en, 'false', 'ложь', '0', '-', 'n', 'н'];
const boolean: Take = text => {
  const word = text.toLowerCase();
  return yes.includes(word) ? true : no.includes(word) ? false : text;
};

const monthNames = Array.from({ length: 12 }, (_, month) =>
  formatDay(`2026-${String(month + 1).padStart(2, '0')}-01`, 'en')
    .slice(3, 6)
    .toLowerCase(),
);
const clock = '(?:[ T](\\d{1,2}):(\\d{2})(?::(\\d{2})(?:\\.\\d+)?)?)?';
const yearFirst = new RegExp(`^(\\d{4})-(\\d{1,2})-(\\d{1,2})${clock}$`);
const dayFirst = new RegExp(`^(\\d{1,2})[./-](\\d{1,2})[./-](\\d{4})${clock}$`);
const named = new RegExp(`^(\\d{1,2}) ([a-z]{3})[a-z]* (\\d{4})${clock}$`, 'i');

const two = (value: number): string => String(value).padStart(2, '0');

/** Day and time of the day as they are written in either language; undefined: it is no date. */
const writtenTime = (text: string): { readonly day: string; readonly time: string } | undefined => {
  const [, y, m, d, ...first] = yearFirst.exec(text) ?? [];
  const [, d2, m2, y2, ...second] = dayFirst.exec(text) ?? [];
  const [, d3, m3, y3, ...third] = named.exec(text) ?? [];
  const year = Number(y ?? y2 ?? y3);
  const month = m3 === undefined ? Number(m ?? m2) : monthNames.indexOf(m3.toLowerCase()) + 1;
  const date = Number(d ?? d2 ?? d3);
  const at = new Date(Date.UTC(year, month - 1, date));
  // The 31st of April is no day.
  if (at.getUTCFullYear() !== year || at.getUTCMonth() !== month - 1 || at.getUTCDate() !== date) return undefined;
  const [hours = 0, minutes = 0, seconds = 0] = (y ? first : d2 ? second : third).map(part => Number(part ?? 0));
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined;
  return { day: `${year}-${two(month)}-${two(date)}`, time: `${two(hours)}:${two(minutes)}:${two(seconds)}` };
};

const date: Take = text => writtenTime(text)?.day ?? text;
const dateTime: Take = (text, { zone }) => {
  const found = writtenTime(text);
  return found ? momentAt(`${found.day}T${found.time}`, zone).toISOString() : text;
};

const asIs: Take = text => text;

/** How a value of each kind is read from a file; a missing kind does not compile. What is chosen is found by its title. */
const takes: { readonly [Kind in FieldKind]: Take } = {
  text: asIs,
  number: figure,
  money: figure,
  date,
  dateTime,
  duration: figure,
  distance: figure,
  speed: figure,
  acceleration: figure,
  option: asIs,
  reference: asIs,
  plate: asIs,
  vin: asIs,
  imei: asIs,
  phone: asIs,
  email: asIs,
  boolean,
  score: figure,
  status: asIs,
  position: asIs,
};

/** The value of a cell in the type it has on the wire; what cannot be one stays text. Undefined: the cell is empty. */
export const valueOfCell = (cell: FileCell | undefined, field: Field, reader: FileReader): unknown => {
  const text = cellText(cell);
  return text === '' ? undefined : takes[field.kind](text, reader);
};
