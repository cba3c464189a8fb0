import type { MessagePort } from 'node:worker_threads';
import Type from 'typebox';
import type { Role } from '../../../src/contract/access.ts';
import { ExportOrder } from '../../../src/contract/shapes/jobs.ts';
import type { Static } from '../../../src/contract/static.ts';

export const ExportInput = Type.Object({
  ...ExportOrder.properties,
  Locale: Type.Enum(['ru', 'en']),
  /** The list, its filters and its sort order in words, in the author's language. */
  List: Type.String(),
  Filter: Type.String(),
  Sort: Type.String(),
  FileName: Type.String(),
  /** Titles of the records that the filters refer to. The first key is the resource, the second the record's id. */
  Titles: Type.Optional(Type.Record(Type.String(), Type.Record(Type.String(), Type.String()))),
});
export type ExportInput = Static<typeof ExportInput>;

/** Titles of entries. The first key is the dictionary, the second the entry's id. */
export type EntryTitles = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface ExportTask {
  readonly databaseUrl: string;
  readonly input: ExportInput;
  readonly reader: { readonly companyId: number; readonly accountId: number; readonly roles: readonly Role[] };
  readonly companyName: string;
  readonly authorName: string;
  readonly nowIso: string;
  readonly entryTitles: EntryTitles;
  /** Port to the main thread, which stores each part of the file and then confirms it. */
  readonly port: MessagePort;
}

export type ExportResult = { readonly rows: number; readonly sizeBytes: number } | { readonly tooMany: number };
