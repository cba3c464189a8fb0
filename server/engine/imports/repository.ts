import type { Transaction } from 'kysely';
import { cutText } from '../../../src/schema/kinds/graphemes.ts';
import type { Db } from '../../db/connect.ts';
import type { Database } from '../../db/types.ts';
import { notFound } from '../../errors.ts';
import type { ImportedRecord } from '../table/importer.ts';
import { unpackRows, type WordedFault } from './rows.ts';

export interface ImportKey {
  readonly companyId: number;
  readonly id: number;
}

export const readImport = async (db: Db, { companyId, id }: ImportKey, lock = false) => {
  const row = await db
    .selectFrom('import')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .$if(lock, query => query.forUpdate())
    .executeTakeFirstOrThrow(notFound);
  const job =
    row.job_id === null
      ? undefined
      : await db
          .selectFrom('job')
          .select('state')
          .where('company_id', '=', companyId)
          .where('id', '=', row.job_id)
          .executeTakeFirst();
  return { ...row, isOpen: job?.state === 'queued' || job?.state === 'running' };
};
export type Import = Awaited<ReturnType<typeof readImport>>;

const selectChunks = (db: Db, { companyId, id }: ImportKey) =>
  db.selectFrom('import_chunk').where('company_id', '=', companyId).where('import_id', '=', id);

export async function* readChunks(db: Db, importKey: ImportKey) {
  for (let ordinal = 0; ; ordinal += 1) {
    const row = await selectChunks(db, importKey).select('bytes').where('ordinal', '=', ordinal).executeTakeFirst();
    if (!row) return;
    yield await unpackRows(row.bytes);
  }
}

/** Maximum length of a cell's value in a fault, in characters. */
const valueLengthMax = 500;

export const insertFaults = async (
  db: Db,
  { companyId, id }: ImportKey,
  checkId: string,
  firstOrdinal: number,
  faults: readonly WordedFault[],
): Promise<void> => {
  if (faults.length === 0) return;
  await db
    .insertInto('import_fault')
    .values(
      faults.map(({ row, field, value, grave, message, recordId, otherRow }, at) => ({
        company_id: companyId,
        import_id: id,
        check_id: checkId,
        ordinal: firstOrdinal + at,
        row_number: row,
        field,
        value: cutText(value, valueLengthMax),
        grave,
        message: JSON.stringify(message),
        record_id: recordId ?? null,
        other_row: otherRow ?? null,
      })),
    )
    .execute();
};

export const dropFaults = async (db: Db, { companyId, id }: ImportKey, exceptCheckId: string): Promise<void> => {
  await db
    .deleteFrom('import_fault')
    .where('company_id', '=', companyId)
    .where('import_id', '=', id)
    .where('check_id', '<>', exceptCheckId)
    .execute();
};

interface FaultQuery {
  readonly grave?: boolean | undefined;
  readonly limit: number;
  readonly offset: number;
}

export const readFaults = async (db: Db, { companyId, id }: ImportKey, { grave, limit, offset }: FaultQuery) => {
  const faults = db
    .selectFrom('import_fault')
    .innerJoin('import', join =>
      join
        .onRef('import.company_id', '=', 'import_fault.company_id')
        .onRef('import.id', '=', 'import_fault.import_id')
        .onRef('import.check_id', '=', 'import_fault.check_id'),
    )
    .where('import_fault.company_id', '=', companyId)
    .where('import_fault.import_id', '=', id)
    .$if(grave !== undefined, query => query.where('grave', '=', grave as boolean));
  const rows = await faults
    .select(['row_number', 'field', 'value', 'message', 'grave', 'record_id', 'other_row'])
    .orderBy('row_number')
    .orderBy('ordinal')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await faults.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total };
};

export const insertRecords = async (
  db: Transaction<Database>,
  { companyId, id }: ImportKey,
  records: readonly (ImportedRecord & { readonly row: number })[],
): Promise<void> => {
  await db
    .insertInto('import_record')
    .values(
      records.map(({ id: recordId, createdIds, row }) => ({
        company_id: companyId,
        import_id: id,
        record_id: recordId,
        row_number: row,
        written_values: JSON.stringify(createdIds),
      })),
    )
    .execute();
};

const batchRows = 500;

export async function* readRecords(db: Db, { companyId, id }: ImportKey) {
  for (let lastId = 0; ; ) {
    const rows = await db
      .selectFrom('import_record')
      .select(['record_id', 'row_number', 'written_values'])
      .where('company_id', '=', companyId)
      .where('import_id', '=', id)
      .where('record_id', '>', lastId)
      .orderBy('record_id')
      .limit(batchRows)
      .execute();
    if (rows.length === 0) return;
    lastId = rows[rows.length - 1]?.record_id ?? lastId;
    yield rows.map(({ record_id, row_number, written_values }) => ({
      id: record_id,
      row: row_number,
      createdIds: written_values as object,
    }));
  }
}

export const dropChunks = async (db: Transaction<Database>, { companyId, id }: ImportKey): Promise<void> => {
  await db.deleteFrom('import_chunk').where('company_id', '=', companyId).where('import_id', '=', id).execute();
};

export const dropRows = async (db: Transaction<Database>, importKey: ImportKey): Promise<void> => {
  await dropChunks(db, importKey);
  await db
    .deleteFrom('import_file')
    .where('company_id', '=', importKey.companyId)
    .where('import_id', '=', importKey.id)
    .execute();
};

/** Bytes of the file of an import. Empty: the file is not stored. */
export const readFile = async (db: Db, { companyId, id }: ImportKey): Promise<Buffer> => {
  const pieces = await db
    .selectFrom('import_file')
    .select('bytes')
    .where('company_id', '=', companyId)
    .where('import_id', '=', id)
    .orderBy('ordinal')
    .execute();
  return Buffer.concat(pieces.map(({ bytes }) => bytes));
};

export const changeImport = async (
  db: Transaction<Database>,
  { companyId, id }: ImportKey,
  values: Partial<{
    stage: Import['stage'];
    step: Import['step'];
    job_id: number;
    check_id: string | null;
    row_count: number;
    headings: string;
    samples: string;
    matched: string;
    reading: string;
    time_zone: string;
    wrong_rows: number | null;
    doubtful_rows: number | null;
    finished_at: Date;
    expires_at: Date;
  }>,
): Promise<void> => {
  await db
    .updateTable('import')
    .set(({ eb }) => ({ ...values, version: eb('version', '+', 1) }))
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
};
