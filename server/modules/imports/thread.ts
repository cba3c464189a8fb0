import { readCsv } from './file/csv.ts';
import { type FileFault, FileRefused, type FileTable } from './file/table.ts';
import { readXlsx } from './file/xlsx.ts';

/*
 * What runs in a thread of its own (server/workers.ts): a file is taken apart into rows. A thread that runs out of memory
 * ends, and the server goes on.
 */

const beginsWith = (bytes: Uint8Array, ...start: number[]): boolean => start.every((byte, at) => bytes[at] === byte);
const isArchive = (bytes: Uint8Array): boolean => beginsWith(bytes, 0x50, 0x4b);
/** Workbooks of Excel before 2007, and encrypted ones. */
const isOldWorkbook = (bytes: Uint8Array): boolean => beginsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0);
const isPdf = (bytes: Uint8Array): boolean => beginsWith(bytes, 0x25, 0x50, 0x44, 0x46);

export type ReadFile = { readonly table: FileTable } | { readonly fault: FileFault };

/** Rows of a CSV or XLSX file; what it is, its content says. */
export const readImport = async ({ bytes }: { readonly bytes: Uint8Array }): Promise<ReadFile> => {
  try {
    if (isOldWorkbook(bytes) || isPdf(bytes)) return { fault: 'NOT_A_TABLE' };
    return { table: await (isArchive(bytes) ? readXlsx(bytes) : readCsv(bytes)) };
  } catch (error) {
    if (error instanceof FileRefused) return { fault: error.code };
    // Whatever the libraries say of an archive or XML that they cannot read.
    if (isArchive(bytes)) return { fault: 'TABLE_BROKEN' };
    throw error;
  }
};
