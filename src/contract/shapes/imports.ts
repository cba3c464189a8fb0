import Type from 'typebox';
import { importColumnsMax } from '../limits.ts';
import type { Static } from '../static.ts';
import { Id, nullable } from './common.ts';

/** A column of the file: its heading, a few of its values, and the field it fills; null: none. */
const ImportColumn = Type.Object({
  Heading: Type.String(),
  Samples: Type.Array(Type.String()),
  Field: nullable(Type.String()),
  /** The heading only resembles the field's ("Тел."): somebody should look whether the field is right. */
  Proposed: Type.Boolean(),
});

/** Encodings of text files. */
const importEncodings = ['utf-8', 'windows-1251', 'utf-16le', 'utf-16be', 'cp866', 'koi8-r', 'mac-cyrillic'] as const;
const ImportEncoding = Type.Enum(importEncodings);
export type ImportEncoding = Static<typeof ImportEncoding>;

/** How the file was read. */
const ImportReading = Type.Object({
  /** Null: a workbook has none. */
  Encoding: nullable(ImportEncoding),
  /** Rows that are written in another encoding than the rest of the file; each was read in its own. */
  OtherEncodings: Type.Array(Type.Object({ Encoding: ImportEncoding, Rows: Type.Integer() })),
  /** Row of the headings, as a spreadsheet numbers it. Rows above it are not imported. 0: each row is data. */
  HeadingRow: Type.Integer(),
  /** The first rows that hold anything: the headings are in one of them. Long rows and texts are cut. */
  FirstRows: Type.Array(Type.Object({ Row: Type.Integer(), Cells: Type.Array(Type.String()) })),
  /** Name of the sheet of a workbook; null: the file has no sheets. */
  Sheet: nullable(Type.String()),
  Sheets: Type.Array(Type.String()),
});
export type ImportReading = Static<typeof ImportReading>;
/** Parts of the file that are hidden in it or left out of the import. */
export interface ImportNotes {
  /** Other visible sheets that hold rows; they are not imported. `Rows`: 1000 at most are counted; null: unknown. */
  readonly LeftSheets: readonly { readonly Name: string; readonly Rows: number | null }[];
  /** Names of hidden sheets; they are not imported. */
  readonly HiddenSheets: readonly string[];
  /** Places of hidden columns, from 0; they are imported as others are. */
  readonly HiddenColumns: readonly number[];
  /** No heading is known: the first row is data (`none`), or is taken for headings all the same (`unknown`). */
  readonly Headings: 'none' | 'unknown' | null;
  /** Number of the last row and its first text, if it is a row of totals; it is not imported. */
  readonly Totals: { readonly Row: number; readonly Text: string } | null;
}
/**
 * Reading as the database stores it. `Proposed` lists the numbers of the columns whose field was proposed. Files that were read
 * by an earlier release have no notes.
 */
export type KeptReading = ImportReading & Partial<ImportNotes> & { readonly Proposed: readonly number[] };

export const ImportColumns = Type.Object({
  Columns: Type.Array(ImportColumn),
  /** Fields that may be filled, by name, in the order of the form. */
  Fields: Type.Array(Type.String()),
  /** Null: the file is not kept any more, so that it cannot be read in another way. */
  Reading: nullable(ImportReading),
  /** Sentences about what is hidden in the file or left out of the import, in the language of the request. */
  Remarks: Type.Array(Type.String()),
});
export type ImportColumns = Static<typeof ImportColumns>;

/** How the file is to be read; what is absent is found out from the file. */
export const ImportReadAgain = Type.Object(
  {
    Encoding: Type.Optional(ImportEncoding),
    HeadingRow: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_000_000 })),
    Sheet: Type.Optional(Type.String({ maxLength: 200 })),
  },
  { additionalProperties: false },
);
export type ImportReadAgain = Static<typeof ImportReadAgain>;

/** The field of each column, in the order of the file. */
export const ImportMatching = Type.Object(
  {
    Columns: Type.Array(nullable(Type.String({ maxLength: 60 })), { minItems: 1, maxItems: importColumnsMax }),
    /** IANA zone of moments that do not say theirs; absent: UTC. */
    TimeZone: Type.Optional(Type.String({ maxLength: 60 })),
  },
  { additionalProperties: false },
);
export type ImportMatching = Static<typeof ImportMatching>;

/** What is wrong with a row, in the language of whoever asks. */
export const ImportFault = Type.Object({
  /** As a spreadsheet numbers it; 0: the whole file. */
  Row: Type.Integer({ minimum: 0 }),
  /** Name of the field; empty: the fault is of the row as a whole. */
  Field: Type.String(),
  /** What stands in the file. */
  Value: Type.String(),
  Message: Type.String(),
  /** Nothing is imported while there is one of these; others are only pointed out. */
  Grave: Type.Boolean(),
  /** The record, or the row of the file, that it is the same as. */
  RecordId: nullable(Id),
  OtherRow: nullable(Type.Integer()),
});
export type ImportFault = Static<typeof ImportFault>;

/** A record of an import that somebody has worked with since. */
export const TouchedRecord = Type.Object({
  Id,
  Title: Type.String(),
  Row: Type.Integer(),
  /** Changed, or something refers to it: an accident, another voucher of its client, telemetry. */
  Why: Type.Enum(['changed', 'removed', 'accidents', 'client', 'telemetry']),
});
export type TouchedRecord = Static<typeof TouchedRecord>;
