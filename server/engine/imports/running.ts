import { sql } from 'kysely';
import { importRetentionDays } from '../../../src/contract/limits.ts';
import { dayMs } from '../../../src/schema/kinds/time.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import { DomainError } from '../../errors.ts';
import type { Tx } from '../../transaction.ts';
import type { Finish, JobControls } from '../jobs/define.ts';
import type { RequestContext } from '../table/define.ts';
import type { Importer } from '../table/importer.ts';
import { emitImport, emitRecords } from './events.ts';
import {
  changeImport,
  dropRows,
  type ImportKey,
  insertRecords,
  readChunks,
  readImport,
  readRecords,
} from './repository.ts';
import type { RowReader } from './rows.ts';

export const importExpiresAt = (now: Date): Date => new Date(now.getTime() + importRetentionDays * dayMs);

/**
 * Returns the error that stored data changed between check and import. `row`: number of the row in question. Absent:
 * the error names no row.
 */
const changedError = (row?: number): DomainError =>
  new DomainError('IMPORT_CHANGED', { values: { where: row === undefined ? '' : ` (${row})` } });

/**
 * Codes of errors of the API call that creates a record. They show that stored data changed since the check, because
 * the check would have reported them.
 */
const conflictCodes = ['TAKEN', 'DEVICE_AT_WORK', 'DEVICE_TAKEN'];

const toChangedError = (error: unknown): unknown => {
  if (error instanceof DomainError && conflictCodes.includes(error.code)) return changedError();
  return (error as { code?: string }).code === '23505' ? changedError() : error;
};

interface ImportRun {
  readonly importKey: ImportKey;
  readonly rowReader: RowReader;
  readonly requestContext: RequestContext;
  readonly total: number;
  readonly startSettling: (tx: Tx) => Promise<void>;
}

/** Creates all records in one transaction, together with the end of the job: both are committed or neither. */
export const runImport =
  (
    context: Context,
    { importKey, rowReader, requestContext, total, startSettling }: ImportRun,
    { signal, progress }: JobControls,
  ): Finish =>
  async tx => {
    const now = context.now();
    const before = await readImport(tx.db, importKey, true);
    if (before.stage !== 'checked' || before.wrong_rows !== 0) throw changedError();
    let [done, firstId] = [0, 0];
    try {
      for await (const fileRows of readChunks(tx.db, importKey)) {
        signal.throwIfAborted();
        const { rows, faults } = await rowReader.read(tx.db, fileRows, now);
        const fault = faults.find(({ grave }) => grave);
        if (fault) throw changedError(fault.row);
        const bodies = rows.map(({ values }) => values);
        const created = await rowReader.importer.create(tx, requestContext, bodies, now);
        await insertRecords(
          tx.db,
          importKey,
          created.map((record, at) => ({ ...record, row: rows[at]?.row ?? 0 })),
        );
        firstId ||= created[0]?.id ?? 0;
        done += created.length;
        progress(done, total);
      }
    } catch (error) {
      throw toChangedError(error);
    }
    signal.throwIfAborted();
    await dropRows(tx.db, importKey);
    await changeImport(tx.db, importKey, { stage: 'done', finished_at: now, expires_at: importExpiresAt(now) });
    await tx.audit({
      entity: 'import',
      entityId: importKey.id,
      action: 'import',
      changes: [
        { field: 'FileName', before: null, after: before.file_name },
        { field: 'Rows', before: null, after: done },
      ],
    });
    emitRecords(tx, before.resource, firstId, 'create');
    emitImport(tx, importKey.id, 'import');
    await startSettling(tx);
    return { Rows: done };
  };

/**
 * Lets PostgreSQL count the rows of the tables anew. With the numbers from before an import it searches a whole table
 * for each record, and an undo of 20,000 records takes minutes.
 */
export const analyzeTables = async (db: Db, { tables }: Pick<Importer, 'tables'>): Promise<void> => {
  await sql`analyze ${sql.join(tables.map(name => sql.table(name)))}`.execute(db);
};

/**
 * Runs the work that the importer does after an import (`settle`), for some records at a time. It may safely run twice.
 */
export const settleImport = async (
  context: Context,
  importKey: ImportKey,
  { importer }: Pick<RowReader, 'importer'>,
  runInTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  { signal }: JobControls,
): Promise<Finish> => {
  await analyzeTables(context.db, importer);
  for await (const records of readRecords(context.db, importKey)) {
    signal.throwIfAborted();
    const ids = records.map(({ id }) => id);
    for (let from = 0; from < ids.length; from += settleBatchRecords)
      await runInTransaction(async tx =>
        importer.settle?.(context, tx, importKey.companyId, ids.slice(from, from + settleBatchRecords)),
      );
  }
  return async () => ({});
};

/**
 * Maximum number of records per transaction. A record may need a lock, and the database has room for some thousands of
 * locks.
 */
const settleBatchRecords = 100;
