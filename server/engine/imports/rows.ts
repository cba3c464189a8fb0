import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Call } from '../../../src/contract/call.ts';
import type { Values } from '../../../src/contract/describedTypes.ts';
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
import type { FieldFault } from '../../errors.ts';
import { forEachInPieces } from '../../process/pieces.ts';
import { faultsOf, normalisedBody } from '../table/checks.ts';
import type { Registry, RequestContext, Table } from '../table/define.ts';
import type { Importer, ImportRow, RowFault } from '../table/importer.ts';
import { resolveCall } from '../table/shapes.ts';
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
  /** Name of the field that each column fills. Null: the column is not imported. */
  readonly mapping: readonly (string | null)[];
  readonly zone: string;
}

const unpack = promisify(gunzip);
export const unpackRows = async (bytes: Uint8Array): Promise<readonly FileRow[]> =>
  JSON.parse((await unpack(bytes)).toString('utf8')) as readonly FileRow[];

/** `8,60277E+14`: how Excel displays and saves a long number. */
const shortened = /^\d(?:[.,]\d+)?E\+\d{2}$/i;
/** Excel keeps 15 digits of a number. The digits after them are zeros. */
const exactMax = 1e15;
const isCut = (text: string): boolean => shortened.test(text) && digitsOfFloat(text) === undefined;
const isShortened = (cell: FileCell | undefined, { kind }: Field): boolean =>
  kinds[kind].value === 'text' && (typeof cell === 'number' ? Math.abs(cell) >= exactMax : isCut(cellText(cell)));

/** Returns all cells of a row as one text. */
const wholeText = (cells: FileRow['cells']): string => cells.map(cellText).join(' · ');

/** A column of the file that fills a field. */
interface Column {
  /** Index of the column in the file, from 0. */
  readonly at: number;
  readonly name: string;
  readonly field: Field;
}

const columnsOf = (resource: Resource, mapping: Matching['mapping']): readonly Column[] =>
  mapping.flatMap((name, at) => {
    const field = name === null ? undefined : resource.fields[name];
    return name !== null && field ? [{ at, name, field: field as Field }] : [];
  });

/** Whether the value of an empty cell stays absent, so that the check reports a required field. */
const isNeeded = ({ required, unless, kind, many, madeOf }: Field): boolean =>
  (required && !unless) || kind === 'boolean' || many === true || madeOf !== undefined;

/** Divides the words of a whole name among its parts: the last part takes the rest. */
const nameParts = (text: string, parts: readonly string[]) => {
  const [words, last] = [nameWords(text), parts.length - 1];
  return Object.fromEntries(
    parts.map((part, at) => [part, (at < last ? words[at] : words.slice(last).join(' ')) || null]),
  );
};

type FoundChoices = ReadonlyMap<string, ReadonlyMap<string, Choice>>;

/** Values of a row by name on the wire, and the faults of cells that have none. */
const readValues = (
  { row, cells, since1904 }: FileRow,
  columns: readonly Column[],
  choices: FoundChoices,
  zone: string,
  now: Date,
) => {
  const values: Record<string, unknown> = {};
  const faults: RowFault[] = [];
  for (const { at, name, field } of columns) {
    const cell = cells[at];
    const [wireName = name] = writtenNames(name, field);
    const fault = (problem: Pick<RowFault, 'message' | 'values'>, grave = true, of = wireName) =>
      void faults.push({ row, field: of, ...problem, grave });
    const mayBeNull = !isNeeded(field) && !(wireName in values);
    const reading = readCell(cell, field, { zone, now, since1904 });
    const choice = isChosen(field) ? choices.get(name)?.get(cellText(cell)) : undefined;
    if (reading === undefined) {
      if (mayBeNull) values[wireName] = null;
    } else if (!isNeeded(field) && field.kind !== 'text' && saysNothing(cell) && !(choice && 'value' in choice)) {
      if (mayBeNull) values[wireName] = null;
      fault({ message: 'readAsEmpty' }, false);
    } else if (isFormulaError(cell)) fault({ message: 'formulaError', values: { value: cellText(cell) } }, true, name);
    else if (reading.fault) fault(reading.fault);
    else if (field.madeOf) {
      if (field.madeOf.some(part => values[part])) fault({ message: 'once' }, true, name);
      else Object.assign(values, nameParts(String(reading.value), field.madeOf));
    } else if (isChosen(field)) {
      if (choice && 'value' in choice) values[wireName] = choice.value;
      else fault({ message: choice?.message ?? 'unknownTitle', values: { value: cellText(cell) } });
    } else if (values[wireName] && columns.some(other => other.field.madeOf?.includes(name)))
      fault({ message: 'once' });
    else {
      values[wireName] = reading.value;
      if (reading.doubt) fault(reading.doubt, false);
    }
  }
  return { values, faults };
};

/** Faults of cells in columns that fill a field. Faults in other columns are ignored. */
const cellFaults = ({ row, cells, faults = [] }: FileRow, columns: readonly Column[]): readonly RowFault[] =>
  columns.flatMap(({ at, name, field }) => {
    const [wireName = name] = writtenNames(name, field);
    const found = faults.filter(({ column }) => column === at).map(fault => ({ ...fault, row, field: wireName }));
    if (isShortened(cells[at], field))
      return [...found, { row, field: wireName, message: 'shortenedNumber', grave: true }];
    const text = cellText(cells[at]);
    const was = ungarbled(text);
    if (was !== undefined)
      return [...found, { row, field: wireName, message: 'garbled', values: { value: was }, grave: false }];
    return hasLostLetters(text) ? [...found, { row, field: wireName, message: 'lostLetters', grave: false }] : found;
  });

const doubtsOf = ({ writes }: Table, row: number, values: Values): readonly RowFault[] =>
  Object.entries(values).flatMap(([field, value]) => {
    const described = writes[field]?.field;
    const doubt = described && doubtOf(parsed(value, described), described);
    return doubt ? [{ row, field, ...doubt, grave: false }] : [];
  });

/** Replaces the fault of a text that is no date, because the text of `notDate` shows how files write dates. */
const inWordsOfFiles = (fault: FieldFault): FieldFault =>
  fault.message === 'type' && fault.values?.type === 'date' ? { field: fault.field, message: 'notDate' } : fault;

/** The first fault of each field. */
const firstOfEach = (faults: readonly WordedFault[]): readonly WordedFault[] =>
  [...new Map([...faults].reverse().map(fault => [`${fault.row} ${fault.field}`, fault])).values()].reverse();

/** A fault with its texts, and the value in the file. */
export const faultWithTexts = (
  { row, field, message, values, grave, recordId, otherRow }: RowFault,
  value: string,
): WordedFault => ({
  row,
  field,
  value,
  grave,
  message: { ru: fieldMessage('ru', message, values), en: fieldMessage('en', message, values) },
  ...(recordId !== undefined && { recordId }),
  ...(otherRow !== undefined && { otherRow }),
});

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
  const columns = columnsOf(resource, mapping);
  const { body: schema, fields } = resolveCall(registry, registry.calls[importer.call] as Call);
  const checkBody = bodyCheck(schema as object as Readonly<Record<string, unknown>>, fields);

  /** Text of the cell that fills the field. */
  const textOf = (cells: FileRow['cells'] | undefined, wireName: string): string => {
    const [name] = fieldBehind(resource, wireName) ?? [wireName];
    const column = columns.find(each => each.name === name || each.field.madeOf?.includes(name));
    return cellText(cells?.[column?.at ?? -1]);
  };

  const findChoices = async (db: Db, rows: readonly FileRow[]): Promise<FoundChoices> => {
    const found = new Map<string, ReadonlyMap<string, Choice>>();
    for (const { at, name, field } of columns) {
      if (!isChosen(field)) continue;
      const texts = [...new Set(rows.map(({ cells }) => cellText(cells[at])).filter(text => text !== ''))];
      found.set(name, await choices.choicesOf(db, requestContext.caller.companyId, field, texts));
    }
    return found;
  };

  /** Returns the values of one row, and its faults. Values undefined: it is unclear where each value ends. */
  const readRow = (
    fileRow: FileRow,
    found: FoundChoices,
    now: Date,
  ): { readonly values?: Values; readonly faults: readonly WordedFault[] } => {
    const { row, cells } = fileRow;
    const unreadable = (fileRow.faults ?? [])
      .filter(({ column }) => column === undefined)
      .sort((a, b) => Number(b.grave) - Number(a.grave));
    const ofRow = firstOfEach(unreadable.map(fault => faultWithTexts({ ...fault, row, field: '' }, wholeText(cells))));
    if (unreadable.some(({ grave }) => grave)) return { faults: ofRow };
    const { values, faults: unread } = readValues(fileRow, columns, found, zone, now);
    const inCells = [...cellFaults(fileRow, columns), ...unread];
    const body = normalisedBody(table, values);
    const ofBody = [...checkBody(values), ...faultsOf(table, body, body, requestContext.presentContext)].map(
      inWordsOfFiles,
    );
    const inOrder = [
      ...inCells.filter(({ grave }) => grave),
      ...ofBody.map(fault => ({ row, ...fault, grave: true })),
      ...inCells.filter(({ grave }) => !grave),
      ...doubtsOf(table, row, values),
    ];
    return {
      values,
      faults: [...ofRow, ...firstOfEach(inOrder.map(fault => faultWithTexts(fault, textOf(cells, fault.field))))],
    };
  };

  /** Rows of one chunk with all their faults, except duplicates with other rows. */
  const read = async (db: Db, rows: readonly FileRow[], now: Date): Promise<ReadRows> => {
    const found = await findChoices(db, rows);
    const faults: WordedFault[] = [];
    const good: ImportRow[] = [];
    await forEachInPieces(rows, fileRow => {
      const { values, faults: ofRow } = readRow(fileRow, found, now);
      faults.push(...ofRow);
      if (values) good.push({ row: fileRow.row, values });
    });
    const compared = await importer.compare(db, requestContext, good, now);
    const cellsOf = new Map(rows.map(({ row, cells }) => [row, cells]));
    faults.push(...compared.map(fault => faultWithTexts(fault, textOf(cellsOf.get(fault.row), fault.field))));
    return { rows: good, faults: firstOfEach(faults) };
  };
  return { read, table, importer };
};

export type RowReader = ReturnType<typeof makeRowReader>;
