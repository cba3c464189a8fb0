import Type from 'typebox';
import { importColumnsMax } from '../limits.ts';
import type { Static } from '../static.ts';
import { Id, nullable } from './common.ts';

/** A column of the file: its heading, some of its values, and the field that receives its values. Null: no field. */
const ImportColumn = Type.Object({
  Heading: Type.String(),
  Samples: Type.Array(Type.String()),
  Field: nullable(Type.String()),
  /** True if the heading only resembles the field's name ("Тел."). A person should check the match. */
  Proposed: Type.Boolean(),
});

/** Encodings of text files. */
const importEncodings = ['utf-8', 'windows-1251', 'utf-16le', 'utf-16be', 'cp866', 'koi8-r', 'mac-cyrillic'] as const;
const ImportEncoding = Type.Enum(importEncodings);
export type ImportEncoding = Static<typeof ImportEncoding>;

/** How the server read the file. */
const ImportReading = Type.Object({
  /** Null for a workbook, which has no encoding. */
  Encoding: nullable(ImportEncoding),
  /** Number of rows in another encoding than the rest of the file. Each row was read in its own encoding. */
  OtherEncodings: Type.Array(Type.Object({ Encoding: ImportEncoding, Rows: Type.Integer() })),
  /** Row number of the headings, as a spreadsheet numbers rows. Rows above are not imported. 0: each row is data. */
  HeadingRow: Type.Integer(),
  /** The first rows that are not empty. One of them holds the headings. Long rows and texts are cut. */
  FirstRows: Type.Array(Type.Object({ Row: Type.Integer(), Cells: Type.Array(Type.String()) })),
  /** Name of the worksheet. Null: the file has no worksheets. */
  Sheet: nullable(Type.String()),
  Sheets: Type.Array(Type.String()),
  /**
   * Rows that look like totals, a signature or another part of a printed form. `Imported`: the row is imported because
   * the user wants it. Long rows and texts are shortened.
   */
  LeftOut: Type.Optional(
    Type.Array(Type.Object({ Row: Type.Integer(), Cells: Type.Array(Type.String()), Imported: Type.Boolean() })),
  ),
});
export type ImportReading = Static<typeof ImportReading>;
/** Parts of the file that are hidden or are not imported. */
export interface ImportNotes {
  /** Other visible worksheets with rows. They are not imported. `Rows` stops at 1000. Null: unknown. */
  readonly LeftSheets: readonly { readonly Name: string; readonly Rows: number | null }[];
  /** Names of hidden sheets; they are not imported. */
  readonly HiddenSheets: readonly string[];
  /** Indexes of hidden columns, from 0. Hidden columns are imported. */
  readonly HiddenColumns: readonly number[];
  /**
   * Result of the search for headings. `none`: no headings, the first row is data. `unknown`: a row was used as
   * headings, but none of its headings is known. Null: no remark.
   */
  readonly Headings: 'none' | 'unknown' | null;
  /**
   * Rows of a printed form between the data: repeated headings, column numbers, lines. They are not imported. `Rows`
   * has the numbers of the first rows, `Count` the number of all.
   */
  readonly LeftRows: readonly {
    readonly Reason: 'headings' | 'numbering' | 'line';
    readonly Rows: readonly number[];
    readonly Count: number;
  }[];
  /**
   * Row of totals or of a signature at the end of the data: its number and first text. `LastRow` is the last row below
   * it. None of these rows is imported.
   */
  readonly Totals: { readonly Row: number; readonly Text: string; readonly LastRow?: number } | null;
}
/**
 * Result of reading a file, as the database stores it. `Proposed` lists the numbers of columns with a proposed field.
 * Results of an earlier release have no `ImportNotes`.
 */
export type StoredFileReading = ImportReading & Partial<ImportNotes> & { readonly Proposed: readonly number[] };

export const ImportColumns = Type.Object({
  Columns: Type.Array(ImportColumn),
  /** Names of the fields that a column can fill, in the order of the form. */
  Fields: Type.Array(Type.String()),
  /** How the server read the file. Null: the file is deleted, so it cannot be read again. */
  Reading: nullable(ImportReading),
  /** Sentences about hidden or left-out parts of the file, in the language of the request. */
  Remarks: Type.Array(Type.String()),
});
export type ImportColumns = Static<typeof ImportColumns>;

/** How to read the file. The server detects absent properties from the file. */
export const ImportReadAgain = Type.Object(
  {
    Encoding: Type.Optional(ImportEncoding),
    HeadingRow: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_000_000 })),
    Sheet: Type.Optional(Type.String({ maxLength: 200 })),
    /** Numbers of rows to import although they look like totals, a signature or another part of a printed form. */
    KeepRows: Type.Optional(Type.Array(Type.Integer({ minimum: 1, maximum: 2_000_000 }), { maxItems: 100 })),
  },
  { additionalProperties: false },
);
export type ImportReadAgain = Static<typeof ImportReadAgain>;

/** Field of each column, in the order of the file. */
export const ImportMatching = Type.Object(
  {
    Columns: Type.Array(nullable(Type.String({ maxLength: 60 })), { minItems: 1, maxItems: importColumnsMax }),
    /** IANA time zone for times without a zone. Absent: UTC. */
    TimeZone: Type.Optional(Type.String({ maxLength: 60 })),
  },
  { additionalProperties: false },
);
export type ImportMatching = Static<typeof ImportMatching>;

/** A fault of a row, in the language of the request. */
export const ImportFault = Type.Object({
  /** Row number as in a spreadsheet. 0: the whole file. */
  Row: Type.Integer({ minimum: 0 }),
  /** Name of the field. Empty: the fault concerns the whole row. */
  Field: Type.String(),
  /** Value in the file. */
  Value: Type.String(),
  Message: Type.String(),
  /** True: the fault prevents the import. False: the fault is only a warning. */
  Grave: Type.Boolean(),
  /** The existing record, or the other row of the file, that is a duplicate of this row. */
  RecordId: nullable(Id),
  OtherRow: nullable(Type.Integer()),
});
export type ImportFault = Static<typeof ImportFault>;

/** A record of an import that was changed or used after the import. Such a record prevents undoing the import. */
export const TouchedRecord = Type.Object({
  Id,
  Title: Type.String(),
  Row: Type.Integer(),
  /**
   * The record was changed or deleted, or is referenced: by an accident, by another voucher of its client, by
   * telemetry.
   */
  Why: Type.Enum(['changed', 'removed', 'accidents', 'client', 'telemetry']),
});
export type TouchedRecord = Static<typeof TouchedRecord>;
