import type { Field } from '../../../src/schema/kinds/field.ts';
import { parseValue } from '../../../src/schema/kinds/rules.ts';
import type { Context } from '../../context.ts';
import { queryRunnerOf } from '../../db/read.ts';
import type { Finish, JobControls } from '../jobs/define.ts';
import { lookAlikeKey, searchKeyOf } from '../search/matching/keys.ts';
import { columnOf, type Table } from '../table/define.ts';
import type { ImportRow, RowFault } from '../table/importer.ts';
import { companyRows } from '../table/query.ts';
import { isOneOf, rowsStatement } from '../table/statement.ts';
import { emitImport } from './events.ts';
import { changeImport, dropFaults, type ImportKey, insertFaults, readChunks } from './repository.ts';
import { faultWithTexts, type RowReader, type WordedFault } from './rows.ts';

/**
 * Maximum number of stored faults of an import. Further faults are only counted, because the columns are probably
 * mapped wrongly.
 */
const storedFaultsMax = 100_000;
const queryBatchRows = 5000;
const insertBatchRows = 500;

/** A field whose values must be unique, with the first row of the file for each value. */
interface UniqueKey {
  readonly field: string;
  readonly grave: boolean;
  /** Whether the value is also compared with stored records. */
  readonly comparesStored: boolean;
  /** Whether the field is a document number. Numbers that only look the same are then reported. */
  readonly isNumber: boolean;
  readonly rows: Map<string, number>;
  /**
   * First document number of the file by look-alike key. Numbers that look the same have the same key, for example with
   * Latin or Russian letters.
   */
  readonly numbersByLookAlikeKey: Map<string, string>;
}

const uniqueKeysOf = ({ table, importer }: RowReader): readonly UniqueKey[] => {
  const { fields, imports } = table.resource;
  const makeKey = (field: string, grave: boolean, comparesStored: boolean): UniqueKey => {
    const isNumber = grave && comparesStored && Boolean(fields[field]?.documentNumber);
    return { field, grave, comparesStored, isNumber, rows: new Map(), numbersByLookAlikeKey: new Map() };
  };
  const uniqueFields = Object.entries<Field>(fields).filter(([, { unique }]) => unique);
  return [
    ...uniqueFields.map(([name]) => makeKey(name, true, true)),
    ...(imports?.duplicateFields ?? []).map(name => makeKey(name, false, true)),
    ...importer.uniqueInFile.map(name => makeKey(name, true, false)),
  ];
};

const valueAt = ({ values }: ImportRow, field: string, { resource }: Table): string => {
  const fieldDescription = resource.fields[field];
  return fieldDescription ? String(parseValue(values[field], fieldDescription) ?? '') : '';
};

/** Returns the faults of rows whose value of a unique field stands in an earlier row of the file too. */
const duplicatesInFile = (keys: readonly UniqueKey[], rows: readonly ImportRow[], table: Table): readonly RowFault[] =>
  rows.flatMap(importRow =>
    keys.flatMap(({ field, grave, isNumber, rows: known, numbersByLookAlikeKey }): readonly RowFault[] => {
      const value = valueAt(importRow, field, table);
      if (value === '') return [];
      const { row } = importRow;
      const sameRow = known.get(value);
      if (sameRow !== undefined)
        return [{ row, field, message: 'sameInFile', values: { row: sameRow }, grave, otherRow: sameRow }];
      known.set(value, row);
      if (!isNumber) return [];
      const title = numbersByLookAlikeKey.get(lookAlikeKey(value));
      const otherRow = known.get(title ?? '');
      if (title === undefined || otherRow === undefined) numbersByLookAlikeKey.set(lookAlikeKey(value), value);
      else return [{ row, field, message: 'alikeInFile', values: { row: otherRow, title }, grave: false, otherRow }];
      return [];
    }),
  );

/** Returns the faults of rows whose value of a unique field a stored record has already. */
async function* storedDuplicates(context: Context, companyId: number, table: Table, { field, grave, rows }: UniqueKey) {
  // Values of the file are compared as texts, and a field such as a number has another type.
  const column = `(${columnOf(table, field, table.resource.fields[field] as Field)})::text`;
  const { title } = table.resource;
  const titleColumn = columnOf(table, title, table.resource.fields[title] as Field);
  const values = [...rows.keys()];
  for (let from = 0; from < values.length; from += queryBatchRows) {
    const batch = values.slice(from, from + queryBatchRows);
    const select = `id, ${titleColumn} as title, ${column} as value`;
    const where = [...companyRows(table, companyId), isOneOf(column, batch, 'text')];
    const statement = rowsStatement({ select, from: table.source, where });
    const storedRows = await queryRunnerOf(context.db)<{ id: number; title: string; value: string }>(statement);
    const firstByValue = new Map(storedRows.map(each => [each.value, each]));
    yield [...firstByValue.values()].map(({ id, title: known, value }): readonly [RowFault, string] => [
      { row: rows.get(value) ?? 0, field, message: 'sameOnFile', values: { title: known }, grave, recordId: id },
      value,
    ]);
  }
}

/** Returns the faults of rows whose document number only looks like a stored one. */
async function* storedLookAlikes(context: Context, companyId: number, table: Table, { field, rows }: UniqueKey) {
  const column = columnOf(table, field, table.resource.fields[field] as Field);
  const values = [...rows.keys()];
  for (let from = 0; from < values.length; from += queryBatchRows) {
    const batch = values.slice(from, from + queryBatchRows);
    const keys = [...new Set(batch.map(searchKeyOf))].filter(key => key !== '');
    const select = `id, ${column} as value`;
    const where = [...companyRows(table, companyId), isOneOf(`search_plain(${column}) collate "C"`, keys, 'text')];
    const storedRows = await queryRunnerOf(context.db)<{ id: number; value: string }>(
      rowsStatement({ select, from: table.source, where }),
    );
    const storedValues = new Set(storedRows.map(each => each.value));
    const firstByLookAlikeKey = new Map(storedRows.map(each => [lookAlikeKey(each.value), each]));
    yield batch.flatMap((value): readonly (readonly [RowFault, string])[] => {
      const lookAlike = firstByLookAlikeKey.get(lookAlikeKey(value));
      if (!lookAlike || storedValues.has(value)) return [];
      const faultDetails = { values: { title: lookAlike.value }, grave: false, recordId: lookAlike.id };
      return [[{ row: rows.get(value) ?? 0, field, message: 'alikeOnFile', ...faultDetails }, value]];
    });
  }
}

/** Checks every row as if a user created its record by hand, and searches for duplicates. Stores only the faults. */
export const checkImport = async (
  context: Context,
  importKey: ImportKey,
  rowReader: RowReader,
  { job, signal, progress }: JobControls,
  total: number,
): Promise<Finish> => {
  const { table } = rowReader;
  const checkId = `${job.id}-${job.attempt}`;
  const keys = uniqueKeysOf(rowReader);
  const [wrongRows, doubtfulRows] = [new Set<number>(), new Set<number>()];
  let [storedCount, done] = [0, 0];
  const storeFaults = async (faults: readonly WordedFault[]): Promise<void> => {
    for (const { row, grave } of faults) (grave ? wrongRows : doubtfulRows).add(row);
    const faultsToStore = faults.slice(0, Math.max(0, storedFaultsMax - storedCount));
    for (let from = 0; from < faultsToStore.length; from += insertBatchRows)
      await insertFaults(
        context.db,
        importKey,
        checkId,
        storedCount + from,
        faultsToStore.slice(from, from + insertBatchRows),
      );
    storedCount += faultsToStore.length;
  };
  for await (const fileRows of readChunks(context.db, importKey)) {
    signal.throwIfAborted();
    const { rows, faults } = await rowReader.read(context.db, fileRows, context.now());
    const duplicates = duplicatesInFile(keys, rows, table).map(fault =>
      faultWithTexts(fault, valueAt(rows.find(({ row }) => row === fault.row) as ImportRow, fault.field, table)),
    );
    await storeFaults([...faults, ...duplicates]);
    done += fileRows.length;
    progress(done, total);
  }
  for (const key of keys.filter(({ comparesStored }) => comparesStored))
    for (const findFaults of key.isNumber ? [storedDuplicates, storedLookAlikes] : [storedDuplicates])
      for await (const faults of findFaults(context, importKey.companyId, table, key)) {
        signal.throwIfAborted();
        await storeFaults(faults.map(([fault, value]) => faultWithTexts(fault, value)));
      }
  return async tx => {
    await changeImport(tx.db, importKey, {
      stage: 'checked',
      check_id: checkId,
      wrong_rows: wrongRows.size,
      doubtful_rows: [...doubtfulRows].filter(row => !wrongRows.has(row)).length,
    });
    await dropFaults(tx.db, importKey, checkId);
    emitImport(tx, importKey.id, 'check');
    return { Wrong: wrongRows.size };
  };
};
