import type { TouchedRecord } from '../../../src/contract/shapes/imports.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import { DomainError } from '../../errors.ts';
import type { Finish, JobControls } from '../jobs/define.ts';
import type { ImportedRecord, Importer } from '../table/importer.ts';
import { emitImport, emitRecords } from './events.ts';
import { changeImport, type ImportKey, readImport, readRecords } from './repository.ts';
import { importExpiresAt } from './running.ts';

/** Maximum number of records that the answer names. Further records are only counted. */
const namedRecordsMax = 100;

export const touchedRecords = async (db: Db, importKey: ImportKey, { touched }: Importer) => {
  const Items: TouchedRecord[] = [];
  let Total = 0;
  for await (const records of readRecords(db, importKey)) {
    const touchedRows = await touched(db, importKey.companyId, records);
    Total += touchedRows.length;
    const rows = new Map(records.map(({ id, row }) => [id, row]));
    for (const each of touchedRows.slice(0, namedRecordsMax - Items.length))
      Items.push({ ...each, Row: rows.get(each.Id) ?? 0 });
  }
  return { Items, Total };
};

const requireUntouched = (count: number): void => {
  if (count > 0) throw new DomainError('IMPORT_TOUCHED', { values: { count } });
};

/**
 * Removes everything that an import created, in one transaction. If users have worked with one of the records, nothing
 * is removed.
 */
export const undoImport =
  (context: Context, importKey: ImportKey, importer: Importer, { signal, progress }: JobControls): Finish =>
  async tx => {
    const before = await readImport(tx.db, importKey, true);
    if (before.stage !== 'done') throw new DomainError('IMPORT_STATE', { values: { state: before.stage } });
    const allRecords: ImportedRecord[] = [];
    for await (const records of readRecords(tx.db, importKey)) allRecords.push(...records);
    await importer.lock(tx, importKey.companyId, allRecords);
    requireUntouched((await touchedRecords(tx.db, importKey, importer)).Total);
    let [done, firstId] = [0, 0];
    for await (const records of readRecords(tx.db, importKey)) {
      signal.throwIfAborted();
      await importer.remove(tx, importKey.companyId, records);
      firstId ||= records[0]?.id ?? 0;
      done += records.length;
      progress(done, before.row_count);
    }
    await tx.db
      .deleteFrom('import_record')
      .where('company_id', '=', importKey.companyId)
      .where('import_id', '=', importKey.id)
      .execute();
    const now = context.now();
    await changeImport(tx.db, importKey, { stage: 'undone', finished_at: now, expires_at: importExpiresAt(now) });
    await tx.audit({
      entity: 'import',
      entityId: importKey.id,
      action: 'undo',
      changes: [{ field: 'Rows', before: done, after: 0 }],
    });
    emitRecords(tx, before.resource, firstId, 'remove');
    emitImport(tx, importKey.id, 'undo');
    return { Rows: done };
  };
