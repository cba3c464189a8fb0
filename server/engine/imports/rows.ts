import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Call } from '../../../src/contract/call.ts';
import type { Values } from '../../../src/contract/described.ts';
import { fieldMessage, type Locale } from '../../../src/contract/messages/index.ts';
import type { Resource } from '../../../src/schema/define.ts';
import {
  cellText,
  digitsOfFloat,
  type FileCell,
  isFormulaError,
  readCell,
  saysNothing,
} from '../../../src/schema/files/fileCell.ts';
import type { Field } from '../../../src/schema/kinds/field.ts';
import { kinds } from '../../../src/schema/kinds/kinds.ts';
import { nameWords } from '../../../src/schema/kinds/personName.ts';
import { doubtOf, parsed } from '../../../src/schema/kinds/rules.ts';
import { fieldBehind, writtenNames } from '../../../src/schema/wire.ts';
import type { Db } from '../../db/connect.ts';
import { forEachInPieces } from '../../process/pieces.ts';
import { faultsOf, normalisedBody } from '../table/checks.ts';
import type { Registry, RequestContext } from '../table/define.ts';
import type { Importer, ImportRow, RowFault } from '../table/importer.ts';
import { completed } from '../table/shapes.ts';
import { bodyCheck } from '../validation.ts';
import type { Choice, Choices } from './choices.ts';
import { isChosen } from './choices.ts';
import type { FileRow } from './file/table.ts';
import { hasLostLetters, ungarbled } from './garbled.ts';

/** A fault with texts in both languages and the value in the file. */
export interface WordedFault extends Pick<RowFault, 'row' | 'field' | 'grave' | 'recordId' | 'otherRow'> {
  readonly value: string;
  readonly message: { readonly [L in Locale]: string };
}

export interface ReadRows {
  readonly rows: readonly ImportRow[];
  readonly faults: readonly WordedFault[];
}

interface Matching {
  /** Field of each column. Null: none. */
  readonly mapping: readonly (string | null)[];
  readonly zone: string;
}

const unpack = promisify(gunzip);
export const unpackRows = async (bytes: Uint8Array): Promise<readonly FileRow[]> =>
  JSON.parse((await unpack(bytes)).toString('utf8')) as readonly FileRow[];

const inBoth = (word: (locale: Locale) => string): WordedFault['message'] => ({ ru: word('ru'), en: word('en') });

/** `8,60277E+14`: how Excel displays and saves a long number. */
const shortened = /^\d(?:[.,]\d+)?E\+\d{2}$/i;
/** Excel keeps 15 digits of a number. The digits after them are zeros. */
const exactMax = 1e15;
const isCut = (text: string): boolean => shortened.test(text) && digitsOfFloat(text) === undefined;
const isShortened = (cell: FileCell | undefined, { kind }: Field): boolean =>
  kinds[kind].value === 'text' && (typeof cell === 'number' ? Math.abs(cell) >= exactMax : isCut(cellText(cell)));

/** A row in one line. */
const wholeText = (cells: FileRow['cells']): string => cells.map(cellText).join(' · ');

/** Sets the value of a cell under its name on the wire, or records why it has none. */
type Put = (name: string, value: unknown) => void;

/** Converts rows of a file to bodies of the call that creates one record, and checks them as that call does. */
export const makeRowReader = (
  registry: Registry,
  resource: Resource,
  importer: Importer,
  requestContext: RequestContext,
  choices: Choices,
  { mapping, zone }: Matching,
) => {
  const table = registry.table(resource.name);
  const columns = mapping.flatMap((name, at) => {
    const field = name === null ? undefined : resource.fields[name];
    return name !== null && field ? [{ at, name, field: field as Field }] : [];
  });
  const columnOfWire = (wireName: string): number | undefined => {
    const [name] = fieldBehind(resource, wireName) ?? [wireName];
    const column = columns.find(each => each.name === name || each.field.madeOf?.includes(name));
    return column?.at;
  };
  const { body: schema, fields: bodyFields } = completed(registry, registry.calls[importer.call] as Call);
  const checkBody = bodyCheck(schema as object as Readonly<Record<string, unknown>>, bodyFields);

  const wholeName = (text: string, parts: readonly string[], put: Put): void => {
    const [words, last] = [nameWords(text), parts.length - 1];
    for (const [at, part] of parts.entries()) put(part, (at < last ? words[at] : words.slice(last).join(' ')) || null);
  };

  /** Values of a row. Choices are looked up in `found`. */
  const bodyOf = (
    { row, cells, since1904 }: FileRow,
    found: ReadonlyMap<string, ReadonlyMap<string, Choice>>,
    now: Date,
  ) => {
    const values: Record<string, unknown> = {};
    const faults: RowFault[] = [];
    for (const { at, name, field } of columns) {
      const [wireName = name] = writtenNames(name, field);
      const reading = readCell(cells[at], field, { zone, now, since1904 });
      const needed = (field.required && !field.unless) || field.kind === 'boolean' || field.many || field.madeOf;
      const choice = isChosen(field) ? found.get(name)?.get(cellText(cells[at])) : undefined;
      if (reading === undefined) {
        // The cell is empty. The check reports an empty value of a required field.
        if (!needed && !(wireName in values)) values[wireName] = null;
      } else if (!needed && field.kind !== 'text' && saysNothing(cells[at]) && !(choice && 'value' in choice)) {
        if (!(wireName in values)) values[wireName] = null;
        faults.push({ row, field: wireName, message: 'readAsEmpty', grave: false });
      } else if (isFormulaError(cells[at])) {
        faults.push({ row, field: name, message: 'formulaError', values: { value: cellText(cells[at]) }, grave: true });
      } else if (reading.fault) {
        faults.push({ row, field: wireName, ...reading.fault, grave: true });
      } else if (field.madeOf) {
        const twice = field.madeOf.some(part => values[part]);
        if (twice) faults.push({ row, field: name, message: 'once', grave: true });
        else
          wholeName(String(reading.value), field.madeOf, (part, text) => {
            values[part] = text;
          });
      } else if (isChosen(field)) {
        if (choice && 'value' in choice) values[wireName] = choice.value;
        else {
          const { message } = choice ?? { message: 'unknownTitle' as const };
          faults.push({ row, field: wireName, message, values: { value: cellText(cells[at]) }, grave: true });
        }
      } else if (values[wireName] && columns.some(other => other.field.madeOf?.includes(name)))
        faults.push({ row, field: wireName, message: 'once', grave: true });
      else {
        values[wireName] = reading.value;
        if (reading.doubt) faults.push({ row, field: wireName, ...reading.doubt, grave: false });
      }
    }
    return { values, faults };
  };

  const doubtsOf = (row: number, values: Values): readonly RowFault[] =>
    Object.entries(values).flatMap(([field, value]) => {
      const described = table.writes[field]?.field;
      const doubt = described && doubtOf(parsed(value, described), described);
      return doubt ? [{ row, field, ...doubt, grave: false }] : [];
    });

  const lookUp = async (db: Db, rows: readonly FileRow[]) => {
    const found = new Map<string, ReadonlyMap<string, Choice>>();
    for (const { at, name, field } of columns) {
      if (!isChosen(field)) continue;
      const texts = [...new Set(rows.map(({ cells }) => cellText(cells[at])).filter(text => text !== ''))];
      found.set(name, await choices.choicesOf(db, requestContext.caller.companyId, field, texts));
    }
    return found;
  };

  /** The first fault of each field. */
  const firstOfEach = (faults: readonly WordedFault[]): readonly WordedFault[] =>
    [...new Map([...faults].reverse().map(fault => [`${fault.row} ${fault.field}`, fault])).values()].reverse();

  const worded = (
    { row, field, message, values, grave, recordId, otherRow }: RowFault,
    value: string,
  ): WordedFault => ({
    row,
    field,
    value,
    grave,
    message: inBoth(locale => fieldMessage(locale, message, values)),
    ...(recordId !== undefined && { recordId }),
    ...(otherRow !== undefined && { otherRow }),
  });

  /** Faults of cells in columns that fill a field. Faults in other columns are ignored. */
  const ofCells = ({ row, cells, faults = [] }: FileRow): readonly RowFault[] =>
    columns.flatMap(({ at, name, field }) => {
      const [wireName = name] = writtenNames(name, field);
      const found = faults.filter(({ column }) => column === at).map(fault => ({ ...fault, row, field: wireName }));
      if (isShortened(cells[at], field))
        return [...found, { row, field: wireName, message: 'shortenedNumber', grave: true }];
      const text = cellText(cells[at]);
      const was = ungarbled(text);
      if (was === undefined)
        return hasLostLetters(text)
          ? [...found, { row, field: wireName, message: 'lostLetters', grave: false }]
          : found;
      return [...found, { row, field: wireName, message: 'garbled', values: { value: was }, grave: false }];
    });

  /** Rows of one chunk with all their faults, except duplicates with other rows. */
  const read = async (db: Db, rows: readonly FileRow[], now: Date): Promise<ReadRows> => {
    const found = await lookUp(db, rows);
    const faults: WordedFault[] = [];
    const good: ImportRow[] = [];
    await forEachInPieces(rows, fileRow => {
      const { row, cells } = fileRow;
      const unreadable = (fileRow.faults ?? [])
        .filter(({ column }) => column === undefined)
        .sort((a, b) => Number(b.grave) - Number(a.grave));
      faults.push(...firstOfEach(unreadable.map(fault => worded({ ...fault, row, field: '' }, wholeText(cells)))));
      // The limits of the row's values are unclear, so its values prove nothing.
      if (unreadable.some(({ grave }) => grave)) return;
      const { values, faults: unread } = bodyOf(fileRow, found, now);
      const inRow = [...ofCells(fileRow), ...unread];
      const wrong = inRow.filter(({ grave }) => grave);
      const doubtful = inRow.filter(({ grave }) => !grave);
      const textOf = (field: string) => cellText(cells[columnOfWire(field) ?? -1]);
      const body = normalisedBody(table, values);
      faults.push(
        ...firstOfEach([
          ...wrong.map(fault => worded(fault, textOf(fault.field))),
          ...[...checkBody(values), ...faultsOf(table, body, body, requestContext.presentContext)].map(fault =>
            worded({ row, ...fault, grave: true }, textOf(fault.field)),
          ),
          ...[...doubtful, ...doubtsOf(row, values)].map(fault => worded(fault, textOf(fault.field))),
        ]),
      );
      good.push({ row, values });
    });
    const compared = await importer.compare(db, requestContext, good, now);
    const cellsOf = new Map(rows.map(({ row, cells }) => [row, cells]));
    faults.push(
      ...compared.map(fault => worded(fault, cellText(cellsOf.get(fault.row)?.[columnOfWire(fault.field) ?? -1]))),
    );
    return { rows: good, faults: firstOfEach(faults) };
  };
  return { read, worded, table, importer };
};

export type RowReader = ReturnType<typeof makeRowReader>;
