import { withinTime } from '../fetchChunk.ts';
import type { ExportFormat, Sheet } from './sheet.ts';

type WriterLoader = () => Promise<{ write: (sheet: Sheet) => Promise<Uint8Array> }>;

/**
 * Loaders of the file writers. The library of a format (CSV, Excel or PDF) is loaded only when a file of that format is
 * written.
 */
const writerLoaders: { readonly [Format in ExportFormat]: WriterLoader } = {
  csv: () => import('./csv.ts'),
  xlsx: () => import('./xlsx.ts'),
  pdf: () => import('./pdf.ts'),
};

export const writeFile = async (format: ExportFormat, sheet: Sheet): Promise<Uint8Array> =>
  (await withinTime(writerLoaders[format])).write(sheet);
