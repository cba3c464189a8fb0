import { importKeptDays } from '../../../src/contract/limits.ts';
import { dayMs } from '../../../src/schema/kinds/time.ts';
import type { Context } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import type { Tx } from '../../transaction.ts';
import type { Finish, JobControls } from '../jobs/define.ts';
import type { RequestContext } from '../table/define.ts';
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

export const keptUntil = (now: Date): Date => new Date(now.getTime() + importKeptDays * dayMs);

/**
 * Returns the error that stored data changed since the check. `row`: the number of the row in question. Absent: the
 * error names no row.
 */
const changed = (row?: number): DomainError =>
  new DomainError('IMPORT_CHANGED', { values: { where: row === undefined ? '' : ` (${row})` } });

/**
 * Codes of errors of the creating call that show a change since the check. The check would have found an older cause.
 */
const conflicts = ['TAKEN', 'DEVICE_AT_WORK', 'DEVICE_TAKEN'];

/** Turns a conflict with a concurrent write into an error of the import. */
const asChanged = (error: unknown): unknown => {
  if (error instanceof DomainError && conflicts.includes(error.code)) return changed();
  return (error as { code?: string }).code === '23505' ? changed() : error;
};

interface Running {
  readonly place: ImportKey;
  readonly reader: RowReader;
  readonly requestContext: RequestContext;
  readonly total: number;
  /** Starts the `settle` step in the same transaction. */
  readonly settle: (tx: Tx) => Promise<void>;
}

/** Creates all records in one transaction, together with the end of the job: both or neither. */
export const runImport =
  (
    context: Context,
    { place, reader, requestContext, total, settle }: Running,
    { signal, progress }: JobControls,
  ): Finish =>
  async tx => {
    const now = context.now();
    const before = await readImport(tx.db, place, true);
    if (before.stage !== 'checked' || before.wrong_rows !== 0) throw changed();
    let [done, firstId] = [0, 0];
    try {
      for await (const fileRows of readChunks(tx.db, place)) {
        signal.throwIfAborted();
        const { rows, faults } = await reader.read(tx.db, fileRows, now);
        const fault = faults.find(({ grave }) => grave);
        if (fault) throw changed(fault.row);
        const bodies = rows.map(({ values }) => values);
        const made = await reader.importer.create(tx, requestContext, bodies, now);
        await insertRecords(
          tx.db,
          place,
          made.map((record, at) => ({ ...record, row: rows[at]?.row ?? 0 })),
        );
        firstId ||= made[0]?.id ?? 0;
        done += made.length;
        progress(done, total);
      }
    } catch (error) {
      throw asChanged(error);
    }
    signal.throwIfAborted();
    await dropRows(tx.db, place);
    await changeImport(tx.db, place, { stage: 'done', finished_at: now, expires_at: keptUntil(now) });
    await tx.audit({
      entity: 'import',
      entityId: place.id,
      action: 'import',
      changes: [
        { field: 'FileName', before: null, after: before.file_name },
        { field: 'Rows', before: null, after: done },
      ],
    });
    emitRecords(tx, before.resource, firstId, 'create');
    emitImport(tx, place.id, 'import');
    await settle(tx);
    return { Rows: done };
  };

/** Runs the work after an import for some records at a time. Safe to run twice. */
export const settleImport = async (
  context: Context,
  place: ImportKey,
  { importer }: Pick<RowReader, 'importer'>,
  inTurn: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  { signal }: JobControls,
): Promise<Finish> => {
  for await (const records of readRecords(context.db, place)) {
    signal.throwIfAborted();
    const ids = records.map(({ id }) => id);
    for (let from = 0; from < ids.length; from += settledAtOnce)
      await inTurn(async tx => importer.settle?.(context, tx, place.companyId, ids.slice(from, from + settledAtOnce)));
  }
  return async () => ({});
};

/**
 * Maximum number of records per transaction. Each may need a lock, and a database has room for some thousands of locks.
 */
const settledAtOnce = 100;
