import type { MessagePort } from 'node:worker_threads';
import { openArchive } from './file/archive.ts';
import { readCsv } from './file/csv.ts';
import { isArchive, isOldWorkbook, isPdf } from './file/fileType.ts';
import { odsContentPath, readOds } from './file/ods.ts';
import { type FileFault, FileRefused, type FileTable, type ReadingChoice, type RequireTime } from './file/table.ts';
import { readXls } from './file/xls.ts';
import { readXlsx } from './file/xlsx.ts';
import { processorMs, threadClockPath } from './threadTime.ts';

/*
 * Code of a worker thread (server/threads/workers.ts): splits a file into rows. If the thread runs out of memory, the
 * thread ends and the server continues.
 */

export type FileResult = { readonly table: FileTable } | { readonly fault: FileFault };

/**
 * Minimum time between two reads of the thread's processor time, ms. Each read opens a file, and the time limit is
 * checked for millions of rows.
 */
const clockIntervalMs = 10;

/**
 * Returns a function that throws after the time limit. The limit is on processor time, so waiting for a thread or a
 * core does not count.
 */
const makeDeadline = (limitMs: number): RequireTime => {
  const clock = threadClockPath();
  const elapsedMs = () => processorMs(clock) ?? performance.now();
  const startMs = elapsedMs();
  let nextCheckAt = 0;
  return () => {
    const now = performance.now();
    if (now < nextCheckAt) return;
    nextCheckAt = now + clockIntervalMs;
    if (elapsedMs() - startMs > limitMs) throw new FileRefused('TABLE_TOO_SLOW');
  };
};

const readTable = async (bytes: Uint8Array, requireTime: RequireTime, choice: ReadingChoice): Promise<FileTable> => {
  if (isOldWorkbook(bytes)) return readXls(bytes, requireTime, choice);
  if (!isArchive(bytes)) return readCsv(bytes, requireTime, choice);
  const archive = await openArchive(bytes, requireTime);
  return archive.has(odsContentPath) ? readOds(archive, choice) : readXlsx(archive, choice);
};

/**
 * Reads the rows of a CSV, XLSX, ODS or XLS file. The content decides which format the file has.
 * Reading stops after `limitMs` of processor time.
 * At the start, a message on `begun` sends the path of the thread's clock. The thread's owner needs this to end the
 * thread when the time is over.
 */
export const readImport = async ({
  bytes,
  limitMs,
  choice,
  begun,
}: {
  readonly bytes: Uint8Array;
  readonly limitMs: number;
  readonly choice: ReadingChoice;
  readonly begun?: MessagePort;
}): Promise<FileResult> => {
  begun?.postMessage(threadClockPath());
  const requireTime = makeDeadline(limitMs);
  try {
    if (isPdf(bytes)) return { fault: 'NOT_A_TABLE' };
    return { table: await readTable(bytes, requireTime, choice) };
  } catch (error) {
    if (error instanceof FileRefused) return { fault: error.code };
    // For an archive, any other error means that a library could not read the archive or its XML.
    if (isArchive(bytes)) return { fault: 'TABLE_BROKEN' };
    throw error;
  }
};
