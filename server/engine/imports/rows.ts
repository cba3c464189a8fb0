import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Values } from '../../../src/contract/describedTypes.ts';
import { fieldMessage, type Locale } from '../../../src/contract/messages/index.ts';
import type { Resource } from '../../../src/schema/define.ts';
import {
  cellText,
  type FileCell,
  isFormulaError,
  isNoValueWord,
  readCell,
  restoreDigits,
} from '../../../src/schema/files/fileCell.ts';
import type { Field } from '../../../src/schema/kinds/field.ts';
import { maxLengthOf } from '../../../src/schema/kinds/kind.ts';
import { kinds } from '../../../src/schema/kinds/kinds.ts';
import { readFullName } from '../../../src/schema/kinds/personName.ts';
import { warningOf } from '../../../src/schema/kinds/rules.ts';
import { fieldByWireName, wireNamesForWriting } from '../../../src/schema/wire.ts';
import type { Db } from '../../db/connect.ts';
import type { FieldFault } from '../../errors.ts';
import { forEachInPieces } from '../../process/pieces.ts';
import { faultsOf, normalisedBody } from '../table/checks.ts';
import type { Registry, RequestContext, Table } from '../table/define.ts';
import type { Importer, ImportRow, RowFault } from '../table/importer.ts';
import { createCallOf } from '../table/shapes.ts';
import { makeBodyCheck } from '../validation.ts';
import type { Choice, Choices } from './choices.ts';
import { hasChoices } from './choices.ts';
import type { FileRow } from './file/table.ts';
import { hasLostLetters, restoreText } from './garbled.ts';

export interface WordedFault extends Pick<RowFault, 'row' | 'field' | 'grave' | 'recordId' | 'otherRow'> {
  readonly value: string;
  readonly message: { readonly [L in Locale]: string };
}

export interface ReadRows {
  readonly rows: readonly ImportRow[];
  readonly faults: readonly WordedFault[];
}

interface ColumnMatching {
  /** Name of the field that each column fills. Null: the column is not imported. */
  readonly mapping: readonly (string | null)[];
  readonly zone: string;
}

const gunzipAsync = promisify(gunzip);
export const unpackRows = async (bytes: Uint8Array): Promise<readonly FileRow[]> =>
  JSON.parse((await gunzipAsync(bytes)).toString('utf8')) as readonly FileRow[];

/**
 * Matches `8,60277E+14`: how Excel displays and saves a long number. Digits may be lost. Some programs leave out the
 * plus. Without plus and decimals the text may be a code such as `5E12`.
 */
const shortenedNumber = /^\d(?:(?:[.,]\d+)?E\+|[.,]\d+E)\d{2}$/i;
/** Matches `####`, which a spreadsheet shows and saves as text instead of a value that is wider than its column. */
const narrowColumn = /^#{3,}$/;
/**
 * Smallest whole number that Excel may have changed. Excel keeps 15 digits of a number and replaces further ones with
 * zeros.
 */
const exactNumberMax = 1e15;
const isCutText = (text: string): boolean => shortenedNumber.test(text) && restoreDigits(text) === undefined;
const isShortened = (cell: FileCell | undefined, { kind }: Field): boolean =>
  kinds[kind].valueType === 'text' &&
  (typeof cell === 'number' ? Math.abs(cell) >= exactNumberMax : isCutText(cellText(cell)));

/** Texts up to this length are always examined, characters: blanks and remarks around a value may be removed. */
const examinedLengthMin = 1000;
/**
 * Returns true for a text so long that no rule for its kind of value can make it valid. Such texts are refused unread,
 * because reading them would block the server.
 */
const isFarTooLong = (text: string, field: Field): boolean =>
  text.length > Math.max(examinedLengthMin, 4 * maxLengthOf(field));

const wholeText = (cells: FileRow['cells']): string => cells.map(cellText).join(' · ');

interface Column {
  /** Index of the column in the file, from 0. */
  readonly index: number;
  readonly name: string;
  readonly field: Field;
}

const columnsOf = (resource: Resource, mapping: ColumnMatching['mapping']): readonly Column[] =>
  mapping.flatMap((name, at) => {
    const field = name === null ? undefined : resource.fields[name];
    return name !== null && field ? [{ index: at, name, field: field as Field }] : [];
  });

/** Whether an empty cell gives no value at all, so that the check reports a required field as missing. */
const staysAbsent = ({ required, replacedBy, kind, many, composedOf }: Field): boolean =>
  (required && !replacedBy) || kind === 'boolean' || many === true || composedOf !== undefined;

/** Divides the words of a whole name among the name's parts, one word each. The last part takes all remaining words. */
const divideName = (words: readonly string[], parts: readonly string[]): Readonly<Record<string, string | null>> => {
  const last = parts.length - 1;
  return Object.fromEntries(
    parts.map((part, at) => [part, (at < last ? words[at] : words.slice(last).join(' ')) || null]),
  );
};

/**
 * Whether a word such as `н/д` in a cell stands for no value. A required field needs a value, and a text may consist of
 * such a word, but a whole name does not.
 */
const canBeNoValue = (field: Field): boolean =>
  field.composedOf !== undefined || (!staysAbsent(field) && field.kind !== 'text');

type ChoicesByField = ReadonlyMap<string, ReadonlyMap<string, Choice>>;

/** Returns the values of a row by the field's name in the API, and the faults of cells that give no value. */
const readValues = (
  { row, cells, since1904 }: FileRow,
  columns: readonly Column[],
  choices: ChoicesByField,
  zone: string,
  now: Date,
) => {
  const values: Record<string, unknown> = {};
  const faults: RowFault[] = [];
  for (const { index, name, field } of columns) {
    const cell = cells[index];
    const [wireName = name] = wireNamesForWriting(name, field);
    const addFault = (problem: Pick<RowFault, 'message' | 'values'>, grave = true, fieldName = wireName) =>
      void faults.push({ row, field: fieldName, ...problem, grave });
    if (isFarTooLong(cellText(cell), field)) {
      addFault({ message: 'tooLong', values: { max: maxLengthOf(field) } });
      continue;
    }
    const mayBeNull = !staysAbsent(field) && !(wireName in values);
    const parsedCell = readCell(cell, field, { zone, now, since1904 });
    const choice = hasChoices(field) ? choices.get(name)?.get(cellText(cell)) : undefined;
    if (parsedCell === undefined) {
      if (mayBeNull) values[wireName] = null;
    } else if (canBeNoValue(field) && isNoValueWord(cell) && !(choice && 'value' in choice)) {
      if (mayBeNull) values[wireName] = null;
      addFault({ message: 'readAsEmpty' }, false);
    } else if (isFormulaError(cell))
      addFault({ message: 'formulaError', values: { value: cellText(cell) } }, true, name);
    else if (parsedCell.fault) addFault(parsedCell.fault);
    else if (field.composedOf) {
      if (field.composedOf.some(part => values[part])) addFault({ message: 'once' }, true, name);
      else {
        const { words, isPlain } = readFullName(String(parsedCell.value));
        const parts = divideName(words, field.composedOf);
        Object.assign(values, parts);
        const value = Object.values(parts).filter(Boolean).join(' / ');
        if (!isPlain || parsedCell.warning) addFault({ message: 'readAs', values: { value } }, false);
      }
    } else if (hasChoices(field)) {
      if (choice && 'value' in choice) values[wireName] = choice.value;
      else addFault({ message: choice?.message ?? 'unknownTitle', values: { value: cellText(cell) } });
    } else if (values[wireName] && columns.some(other => other.field.composedOf?.includes(name)))
      addFault({ message: 'once' });
    else {
      values[wireName] = parsedCell.value;
      if (parsedCell.warning) addFault(parsedCell.warning, false);
      else if (typeof parsedCell.value === 'string' && isNoValueWord(cell))
        addFault({ message: 'noValueAsText' }, false);
    }
  }
  return { values, faults };
};

const cellFaults = ({ row, cells, faults = [] }: FileRow, columns: readonly Column[]): readonly RowFault[] =>
  columns.flatMap(({ index, name, field }) => {
    const [wireName = name] = wireNamesForWriting(name, field);
    const knownFaults = faults
      .filter(({ column }) => column === index)
      .map(fault => ({ ...fault, row, field: wireName }));
    if (isFarTooLong(cellText(cells[index]), field)) return knownFaults;
    if (isShortened(cells[index], field))
      return [...knownFaults, { row, field: wireName, message: 'shortenedNumber', grave: true }];
    const text = cellText(cells[index]);
    if (narrowColumn.test(text))
      return [...knownFaults, { row, field: wireName, message: 'narrowColumn', grave: true }];
    const originalText = restoreText(text);
    if (originalText !== undefined)
      return [
        ...knownFaults,
        { row, field: wireName, message: 'garbled', values: { value: originalText }, grave: false },
      ];
    return hasLostLetters(text)
      ? [...knownFaults, { row, field: wireName, message: 'lostLetters', grave: false }]
      : knownFaults;
  });

const warningsOf = ({ writes }: Table, row: number, values: Values): readonly RowFault[] =>
  Object.entries(values).flatMap(([field, value]) => {
    const fieldDescription = writes[field]?.field;
    const warning = fieldDescription && warningOf(value, fieldDescription);
    return warning ? [{ row, field, ...warning, grave: false }] : [];
  });

/** Replaces the fault of a text that is no date. The message `notDate` shows how a date is written in a file. */
const withFileWording = (fault: FieldFault): FieldFault =>
  fault.message === 'type' && fault.values?.type === 'date' ? { field: fault.field, message: 'notDate' } : fault;

const firstFaultByField = (faults: readonly WordedFault[]): readonly WordedFault[] =>
  [...new Map([...faults].reverse().map(fault => [`${fault.row} ${fault.field}`, fault])).values()].reverse();

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

/** Converts rows of a file to bodies of the API call that creates one record, and checks them as that call does. */
export const makeRowReader = (
  registry: Registry,
  resource: Resource,
  importer: Importer,
  requestContext: RequestContext,
  choices: Choices,
  { mapping, zone }: ColumnMatching,
) => {
  const table = registry.table(resource.name);
  const columns = columnsOf(resource, mapping);
  const { body: schema, fields } = createCallOf(registry, resource);
  const checkBody = makeBodyCheck(schema as object as Readonly<Record<string, unknown>>, fields);

  const textOf = (cells: FileRow['cells'] | undefined, wireName: string): string => {
    const [name] = fieldByWireName(resource, wireName) ?? [wireName];
    const column = columns.find(each => each.name === name || each.field.composedOf?.includes(name));
    return cellText(cells?.[column?.index ?? -1]);
  };

  const findChoices = async (db: Db, rows: readonly FileRow[]): Promise<ChoicesByField> => {
    const choicesByField = new Map<string, ReadonlyMap<string, Choice>>();
    for (const { index, name, field } of columns) {
      if (!hasChoices(field)) continue;
      const texts = [...new Set(rows.map(({ cells }) => cellText(cells[index])).filter(text => text !== ''))];
      choicesByField.set(name, await choices.choicesOf(db, requestContext.caller.companyId, field, texts));
    }
    return choicesByField;
  };

  /**
   * Returns the values of one row, and its faults. Values undefined: it is unclear where each value of the row ends.
   */
  const readRow = (
    fileRow: FileRow,
    choicesByField: ChoicesByField,
    now: Date,
  ): { readonly values?: Values; readonly faults: readonly WordedFault[] } => {
    const { row, cells } = fileRow;
    const wholeRowFaults = (fileRow.faults ?? [])
      .filter(({ column }) => column === undefined)
      .sort((a, b) => Number(b.grave) - Number(a.grave));
    const rowFaults = firstFaultByField(
      wholeRowFaults.map(fault => faultWithTexts({ ...fault, row, field: '' }, wholeText(cells))),
    );
    if (wholeRowFaults.some(({ grave }) => grave)) return { faults: rowFaults };
    const { values, faults: messagesByFault } = readValues(fileRow, columns, choicesByField, zone, now);
    const allCellFaults = [...cellFaults(fileRow, columns), ...messagesByFault];
    const body = normalisedBody(table, values);
    const bodyFaults = [...checkBody(values), ...faultsOf(table, body, body, requestContext.presentContext)].map(
      withFileWording,
    );
    const orderedFaults = [
      ...allCellFaults.filter(({ grave }) => grave),
      ...bodyFaults.map(fault => ({ row, ...fault, grave: true })),
      ...allCellFaults.filter(({ grave }) => !grave),
      ...warningsOf(table, row, values),
    ];
    return {
      values,
      faults: [
        ...rowFaults,
        ...firstFaultByField(orderedFaults.map(fault => faultWithTexts(fault, textOf(cells, fault.field)))),
      ],
    };
  };

  /** Returns the rows of one chunk with all their faults. Duplicates of other rows are not searched. */
  const readRows = async (db: Db, rows: readonly FileRow[], now: Date): Promise<ReadRows> => {
    const choicesByField = await findChoices(db, rows);
    const faults: WordedFault[] = [];
    const validRows: ImportRow[] = [];
    await forEachInPieces(rows, fileRow => {
      const { values, faults: rowFaults } = readRow(fileRow, choicesByField, now);
      faults.push(...rowFaults);
      if (values) validRows.push({ row: fileRow.row, values });
    });
    const comparisonFaults = await importer.compare(db, requestContext, validRows, now);
    const cellsOf = new Map(rows.map(({ row, cells }) => [row, cells]));
    faults.push(...comparisonFaults.map(fault => faultWithTexts(fault, textOf(cellsOf.get(fault.row), fault.field))));
    return { rows: validRows, faults: firstFaultByField(faults) };
  };
  return { read: readRows, table, importer };
};

export type RowReader = ReturnType<typeof makeRowReader>;
