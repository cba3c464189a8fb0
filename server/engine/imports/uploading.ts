import { createHash } from 'node:crypto';
import { MessageChannel } from 'node:worker_threads';
import { importColumnsMax, importRowsMax, openImportsMax, unfinishedImportDays } from '../../../src/contract/limits.ts';
import type { Locale } from '../../../src/contract/messages/index.ts';
import type { StoredFileReading } from '../../../src/contract/shapes/imports.ts';
import type { Resource } from '../../../src/schema/define.ts';
import { headingKey, type KnownHeadings } from '../../../src/schema/headingText.ts';
import { importableFields, knownHeadings, type MatchedColumn, matchHeadings } from '../../../src/schema/importing.ts';
import { formatNumber } from '../../../src/schema/kinds/format.ts';
import { dayMs } from '../../../src/schema/kinds/time.ts';
import type { Context, UploadedFile } from '../../context.ts';
import { advisoryLock } from '../../db/advisoryLock.ts';
import type { Db } from '../../db/connect.ts';
import { DomainError } from '../../errors.ts';
import type { Workers } from '../../threads/workers.ts';
import type { Caller, Tx } from '../../transaction.ts';
import { textLettersMax } from './file/encoding.ts';
import { isOldWorkbook } from './file/fileType.ts';
import type { FileTable, ReadingChoice } from './file/table.ts';
import { cellLettersMax } from './file/texts.ts';
import { changeImport, dropChunks, type ImportKey } from './repository.ts';
import type { FileResult, readImport } from './thread.ts';
import { processorMs } from './threadTime.ts';

const clockIntervalMs = 250;
/**
 * Multiple of the time limit after which the thread is ended, however little processor time it has used.
 * On a busy machine this frees a thread that gets no processor. The file is then not blamed.
 */
const wallTimeFactor = 15;

/** Seconds after which a file may be sent again to a machine that was too busy to read it. */
const overloadedS = 60;

/**
 * Reads a file in a thread, and ends the thread after the time limit, whatever it does. Waiting for a thread or a core
 * does not count. Throws OVERLOADED if the machine was too busy for the file.
 */
export const readInThread = async (
  fileReaders: Pick<Workers, 'run'>,
  task: Omit<Parameters<typeof readImport>[0], 'begun'>,
  signal: AbortSignal,
): Promise<FileResult> => {
  const { port1, port2 } = new MessageChannel();
  const timeoutController = new AbortController();
  let isStarved = false;
  let timer: NodeJS.Timeout | undefined;
  port1.once('message', (clock: string | undefined) => {
    const [startMs, startedAt] = [processorMs(clock), performance.now()];
    const wallMaxMs = startMs === undefined ? task.limitMs : task.limitMs * wallTimeFactor;
    timer = setInterval(() => {
      const used = (processorMs(clock) ?? 0) - (startMs ?? 0);
      if (used <= task.limitMs && performance.now() - startedAt <= wallMaxMs) return;
      isStarved = startMs !== undefined && used <= task.limitMs;
      timeoutController.abort();
    }, clockIntervalMs);
  });
  const bytes = new Uint8Array(task.bytes);
  const anySignal = AbortSignal.any([signal, timeoutController.signal]);
  try {
    return await fileReaders.run<typeof readImport>(
      'engine/imports/readImport',
      { ...task, bytes, begun: port2 },
      [bytes.buffer, port2],
      anySignal,
    );
  } catch (error) {
    if (isStarved) throw new DomainError('OVERLOADED', { retryAfterS: overloadedS });
    if (timeoutController.signal.aborted) return { fault: 'TABLE_TOO_SLOW' };
    // The worker thread ran out of memory. Old workbooks need ten times as much as newer ones with the same rows.
    if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY')
      return { fault: isOldWorkbook(task.bytes) ? 'OLD_WORKBOOK_TOO_LARGE' : 'TABLE_TOO_LARGE' };
    throw error;
  } finally {
    clearInterval(timer);
    port1.close();
  }
};

/** Time limit of reading, ms. The largest permitted file takes a quarter of it, so a longer one is an attack. */
const readingMaxMs = 20_000;

type Mapping = readonly (string | null)[];
/** Size of the stored pieces of the file, bytes. */
const pieceBytes = 1024 * 1024;

export const headingsOf = async (resource: Resource): Promise<KnownHeadings> =>
  knownHeadings(resource, await resource.imports?.headings?.());

/** Hash of the headings and their order. Files of the same program have the same hash. */
export const headingsHash = (headings: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(headings.map(headingKey)))
    .digest('base64url');

/** Promise of the last reading of a file, by company. The next reading of the company waits for it. */
const lastReadings = new Map<number, Promise<unknown>>();

/** Reads one file of a company at a time, so that other companies find a free thread. */
const runInTurn = async <T>(companyId: number, read: () => Promise<T>): Promise<T> => {
  const previous = lastReadings.get(companyId);
  const current = previous === undefined ? read() : previous.then(read, read);
  lastReadings.set(companyId, current);
  try {
    return await current;
  } finally {
    if (lastReadings.get(companyId) === current) lastReadings.delete(companyId);
  }
};

export const readTable = async (
  { fileReaders }: Pick<Context, 'fileReaders'>,
  { name, bytes }: Pick<UploadedFile, 'name' | 'bytes'>,
  choice: ReadingChoice,
  { caller, locale, signal }: { readonly caller: Caller; readonly locale: Locale; readonly signal: AbortSignal },
): Promise<FileTable> => {
  const task = { bytes, limitMs: readingMaxMs, choice };
  const result = await runInTurn(caller.companyId, () => readInThread(fileReaders, task, signal));
  if ('table' in result) return result.table;
  const values = {
    name,
    seconds: readingMaxMs / 1000,
    rows: formatNumber(importRowsMax, 0, locale),
    columns: importColumnsMax,
    letters: formatNumber(cellLettersMax, 0, locale),
    textLetters: formatNumber(textLettersMax, 0, locale),
  };
  throw new DomainError(result.fault, { values });
};

/**
 * Returns the field for each column, as the user last chose it for the same headings. If there is no such choice, finds
 * the fields by the texts of the headings.
 */
export const matchColumns = async (
  db: Db,
  caller: Caller,
  resource: Resource,
  headings: readonly string[],
  known: KnownHeadings,
): Promise<readonly MatchedColumn[]> => {
  const stored = await db
    .selectFrom('import_mapping')
    .select('mapping')
    .where('company_id', '=', caller.companyId)
    .where('account_id', '=', caller.accountId)
    .where('resource', '=', resource.name)
    .where('headings_hash', '=', headingsHash(headings))
    .executeTakeFirst();
  if (!stored) return matchHeadings(resource, headings, known);
  const fields = importableFields(resource);
  // Files without headings have the same hash if they have as many columns. So the fields of the last such file are
  // only proposed.
  const isNamed = headings.some(heading => heading !== '');
  return stored.mapping.map(fieldName => {
    const field = fieldName !== null && fields.includes(fieldName) ? fieldName : null;
    return { field, proposed: field !== null && !isNamed };
  });
};

export const rememberMatching = async (
  tx: Tx,
  { companyId, accountId }: Caller,
  { resource, headings }: { readonly resource: string; readonly headings: readonly string[] },
  mapping: Mapping,
  now: Date,
): Promise<void> => {
  const values = { mapping: JSON.stringify(mapping), used_at: now };
  const row = { company_id: companyId, account_id: accountId, resource, headings_hash: headingsHash(headings) };
  await tx.db
    .insertInto('import_mapping')
    .values({ ...row, ...values })
    .onConflict(conflict =>
      conflict.columns(['company_id', 'account_id', 'resource', 'headings_hash']).doUpdateSet(values),
    )
    .execute();
};

const tableColumns = (table: FileTable, matched: readonly MatchedColumn[]) => {
  const Proposed = matched.flatMap(({ proposed }, at) => (proposed ? [at] : []));
  const reading: StoredFileReading = { ...table.reading, Proposed };
  return {
    row_count: table.rows,
    headings: JSON.stringify(table.headings),
    samples: JSON.stringify(table.samples),
    mapping: JSON.stringify(matched.map(({ field }) => field)),
    reading: JSON.stringify(reading),
  };
};

const insertRows = async ({ db }: Tx, { companyId, id }: ImportKey, { chunks }: FileTable): Promise<void> => {
  for (const [ordinal, bytes] of chunks.entries())
    await db
      .insertInto('import_chunk')
      .values({ company_id: companyId, import_id: id, ordinal, bytes: Buffer.from(bytes) })
      .execute();
};

export const replaceTable = async (
  tx: Tx,
  importKey: ImportKey,
  table: FileTable,
  matched: readonly MatchedColumn[],
): Promise<void> => {
  await dropChunks(tx.db, importKey);
  await insertRows(tx, importKey, table);
  await changeImport(tx.db, importKey, {
    ...tableColumns(table, matched),
    stage: 'uploaded',
    check_id: null,
    wrong_rows: null,
    doubtful_rows: null,
  });
};

/** Creates an import with its file and rows. Both are kept until the import is run. */
export const insertImport = async (
  tx: Tx,
  { companyId, accountId, fullName }: Caller,
  newImport: {
    readonly resource: string;
    readonly file: UploadedFile;
    readonly table: FileTable;
    readonly matched: readonly MatchedColumn[];
  },
  now: Date,
): Promise<number> => {
  // Concurrent uploads of the company wait here, so that each counts all imports before it.
  await advisoryLock(tx.db, `imports-${companyId}`);
  const { open } = await tx.db
    .selectFrom('import')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('company_id', '=', companyId)
    .where('stage', 'in', ['uploaded', 'checked'])
    .executeTakeFirstOrThrow();
  if (open >= openImportsMax) throw new DomainError('TOO_MANY_IMPORTS', { values: { max: openImportsMax } });
  const { resource, file, table, matched } = newImport;
  const { id } = await tx.db
    .insertInto('import')
    .values({
      company_id: companyId,
      resource,
      author_id: accountId,
      author_name: fullName,
      file_name: file.name,
      size_bytes: file.bytes.length,
      ...tableColumns(table, matched),
      created_at: now,
      expires_at: new Date(now.getTime() + unfinishedImportDays * dayMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertRows(tx, { companyId, id }, table);
  for (let ordinal = 0; ordinal * pieceBytes < file.bytes.length; ordinal += 1)
    await tx.db
      .insertInto('import_file')
      .values({
        company_id: companyId,
        import_id: id,
        ordinal,
        bytes: file.bytes.subarray(ordinal * pieceBytes, (ordinal + 1) * pieceBytes),
      })
      .execute();
  return id;
};
