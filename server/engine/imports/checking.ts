import type { Field } from '../../../src/schema/kinds/field.ts';
import { parsed } from '../../../src/schema/kinds/rules.ts';
import type { Context } from '../../context.ts';
import { readBy } from '../../db/read.ts';
import type { Finish, JobControls } from '../jobs/define.ts';
import { keyOf, lookAlikeKey } from '../search/matching/keys.ts';
import { columnOf, type Table } from '../table/define.ts';
import type { ImportRow, RowFault } from '../table/importer.ts';
import { companyRows } from '../table/query.ts';
import { isOneOf, rowsStatement } from '../table/statement.ts';
import { emitImport } from './events.ts';
import { changeImport, dropFaults, type ImportKey, insertFaults, readChunks } from './repository.ts';
import { faultWithTexts, type RowReader, type WordedFault } from './rows.ts';

/** Maximum number of stored faults. Further ones are only counted, because the columns are probably mapped wrongly. */
const faultsKeptMax = 100_000;
const sliceRows = 5000;
const insertRows = 500;

/** Rows by their value in a field that must be unique. */
interface Key {
  readonly field: string;
  readonly grave: boolean;
  /** Whether the value is also compared with stored records. */
  readonly onFile: boolean;
  /** Whether the field is a document number. Numbers that only look the same are then reported. */
  readonly isNumber: boolean;
  readonly rows: Map<string, number>;
  /** First number of the file by look-alike key. Numbers with the same key look the same. */
  readonly alike: Map<string, string>;
}

const keysOf = ({ table, importer }: RowReader): readonly Key[] => {
  const { fields, imports } = table.resource;
  const key = (field: string, grave: boolean, onFile: boolean): Key => {
    const isNumber = grave && onFile && Boolean(fields[field]?.documentNumber);
    return { field, grave, onFile, isNumber, rows: new Map(), alike: new Map() };
  };
  const unique = Object.entries<Field>(fields).filter(([, { unique }]) => unique);
  return [
    ...unique.map(([name]) => key(name, true, true)),
    ...(imports?.alike ?? []).map(name => key(name, false, true)),
    ...importer.distinct.map(name => key(name, true, false)),
  ];
};

const valueAt = ({ values }: ImportRow, field: string, { resource }: Table): string => {
  const described = resource.fields[field];
  return described ? String(parsed(values[field], described) ?? '') : '';
};

/** Faults of rows with the same value as an earlier row. */
const sameInFile = (keys: readonly Key[], rows: readonly ImportRow[], table: Table): readonly RowFault[] =>
  rows.flatMap(each =>
    keys.flatMap(({ field, grave, isNumber, rows: known, alike }): readonly RowFault[] => {
      const value = valueAt(each, field, table);
      if (value === '') return [];
      const { row } = each;
      const sameRow = known.get(value);
      if (sameRow !== undefined)
        return [{ row, field, message: 'sameInFile', values: { row: sameRow }, grave, otherRow: sameRow }];
      known.set(value, row);
      if (!isNumber) return [];
      const title = alike.get(lookAlikeKey(value));
      const otherRow = known.get(title ?? '');
      if (title === undefined || otherRow === undefined) alike.set(lookAlikeKey(value), value);
      else return [{ row, field, message: 'alikeInFile', values: { row: otherRow, title }, grave: false, otherRow }];
      return [];
    }),
  );

/** Faults of rows with the same value as a stored record. */
async function* sameOnFile(context: Context, companyId: number, table: Table, { field, grave, rows }: Key) {
  const column = columnOf(table, field, table.resource.fields[field] as Field);
  const { title } = table.resource;
  const titleColumn = columnOf(table, title, table.resource.fields[title] as Field);
  const values = [...rows.keys()];
  for (let from = 0; from < values.length; from += sliceRows) {
    const slice = values.slice(from, from + sliceRows);
    const select = `id, ${titleColumn} as title, ${column} as value`;
    const where = [...companyRows(table, companyId), isOneOf(column, slice, 'text')];
    const statement = rowsStatement({ select, from: table.source, where });
    const found = await readBy(context.db)<{ id: number; title: string; value: string }>(statement);
    const first = new Map(found.map(each => [each.value, each]));
    yield [...first.values()].map(({ id, title: known, value }): readonly [RowFault, string] => [
      { row: rows.get(value) ?? 0, field, message: 'sameOnFile', values: { title: known }, grave, recordId: id },
      value,
    ]);
  }
}

/** Faults of rows whose number only looks like a stored one. */
async function* alikeOnFile(context: Context, companyId: number, table: Table, { field, rows }: Key) {
  const column = columnOf(table, field, table.resource.fields[field] as Field);
  const values = [...rows.keys()];
  for (let from = 0; from < values.length; from += sliceRows) {
    const slice = values.slice(from, from + sliceRows);
    const keys = [...new Set(slice.map(keyOf))].filter(key => key !== '');
    const select = `id, ${column} as value`;
    const where = [...companyRows(table, companyId), isOneOf(`search_plain(${column}) collate "C"`, keys, 'text')];
    const found = await readBy(context.db)<{ id: number; value: string }>(
      rowsStatement({ select, from: table.source, where }),
    );
    const same = new Set(found.map(each => each.value));
    const first = new Map(found.map(each => [lookAlikeKey(each.value), each]));
    yield slice.flatMap((value): readonly (readonly [RowFault, string])[] => {
      const other = first.get(lookAlikeKey(value));
      if (!other || same.has(value)) return [];
      const about = { values: { title: other.value }, grave: false, recordId: other.id };
      return [[{ row: rows.get(value) ?? 0, field, message: 'alikeOnFile', ...about }, value]];
    });
  }
}

/** Checks every row as if it were created by hand, and searches for duplicates. Writes only the faults. */
export const checkImport = async (
  context: Context,
  place: ImportKey,
  reader: RowReader,
  { job, signal, progress }: JobControls,
  total: number,
): Promise<Finish> => {
  const { table } = reader;
  const checkId = `${job.id}-${job.attempt}`;
  const keys = keysOf(reader);
  const [wrong, doubtful] = [new Set<number>(), new Set<number>()];
  let [kept, done] = [0, 0];
  const keep = async (faults: readonly WordedFault[]): Promise<void> => {
    for (const { row, grave } of faults) (grave ? wrong : doubtful).add(row);
    const room = faults.slice(0, Math.max(0, faultsKeptMax - kept));
    for (let from = 0; from < room.length; from += insertRows)
      await insertFaults(context.db, place, checkId, kept + from, room.slice(from, from + insertRows));
    kept += room.length;
  };
  for await (const fileRows of readChunks(context.db, place)) {
    signal.throwIfAborted();
    const { rows, faults } = await reader.read(context.db, fileRows, context.now());
    const twice = sameInFile(keys, rows, table).map(fault =>
      faultWithTexts(fault, valueAt(rows.find(({ row }) => row === fault.row) as ImportRow, fault.field, table)),
    );
    await keep([...faults, ...twice]);
    done += fileRows.length;
    progress(done, total);
  }
  for (const key of keys.filter(({ onFile }) => onFile))
    for (const look of key.isNumber ? [sameOnFile, alikeOnFile] : [sameOnFile])
      for await (const faults of look(context, place.companyId, table, key)) {
        signal.throwIfAborted();
        await keep(faults.map(([fault, value]) => faultWithTexts(fault, value)));
      }
  return async tx => {
    await changeImport(tx.db, place, {
      stage: 'checked',
      check_id: checkId,
      wrong_rows: wrong.size,
      doubtful_rows: [...doubtful].filter(row => !wrong.has(row)).length,
    });
    await dropFaults(tx.db, place, checkId);
    emitImport(tx, place.id, 'check');
    return { Wrong: wrong.size };
  };
};
