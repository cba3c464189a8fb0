import type { MessagePort } from 'node:worker_threads';
import Type from 'typebox';
import type { Role } from '../../../src/contract/access.ts';
import { ExportOrder } from '../../../src/contract/shapes/jobs.ts';
import type { Static } from '../../../src/contract/static.ts';

/** What an export is made of: what was asked for, and how it was put to whoever asked. */
export const ExportInput = Type.Object({
  ...ExportOrder.properties,
  Locale: Type.Enum(['ru', 'en']),
  /** Title of the list, its filters and its order in words. */
  List: Type.String(),
  Filter: Type.String(),
  Sort: Type.String(),
  FileName: Type.String(),
  /** Titles of the records that filters name, by resource and id. */
  Titles: Type.Optional(Type.Record(Type.String(), Type.Record(Type.String(), Type.String()))),
});
export type ExportInput = Static<typeof ExportInput>;

/** Titles of a dictionary's entries, by id. */
export type EntryTitles = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** An export as the thread that writes it is given it. */
export interface ExportTask {
  readonly databaseUrl: string;
  readonly input: ExportInput;
  readonly reader: { readonly companyId: number; readonly accountId: number; readonly roles: readonly Role[] };
  readonly companyName: string;
  readonly authorName: string;
  readonly nowIso: string;
  readonly entries: EntryTitles;
  /** Takes the file a part at a time, and answers each when it is kept. */
  readonly port: MessagePort;
}

/** The file is written, or has more rows than it may. */
export type Written = { readonly rows: number; readonly sizeBytes: number } | { readonly tooMany: number };
