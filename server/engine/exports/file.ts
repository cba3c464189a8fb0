import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { ExportFormat } from '../../../src/contract/states.ts';
import type { Binary, Context } from '../../context.ts';
import { readParts } from '../jobs/parts.ts';

const unpack = promisify(gunzip);

const contentTypes: { readonly [Format in ExportFormat]: string } = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

interface ExportFile {
  readonly companyId: number;
  readonly id: number;
  readonly fileName: string;
  readonly format: ExportFormat;
}

/** Yields a stored file in parts, as fast as the client reads. */
async function* parts({ db }: Context, { companyId, id, format }: ExportFile): AsyncGenerator<Buffer> {
  for await (const part of readParts(db, { companyId, id })) yield format === 'csv' ? await unpack(part) : part;
}

export const readFile = (context: Context, file: ExportFile): Binary => ({
  contentType: contentTypes[file.format],
  fileName: file.fileName,
  bytes: Readable.from(parts(context, file), { objectMode: false, highWaterMark: 1 }),
});
