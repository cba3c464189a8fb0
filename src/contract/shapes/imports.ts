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

/** Encodings of text files that an import can read. */
const importEncodings = ['utf-8', 'windows-1251', 'utf-16le', 'utf-16be', 'cp866', 'koi8-r', 'mac-cyrillic'] as const;
const ImportEncoding = Type.Enum(importEncodings);
export type ImportEncoding = Static<typeof ImportEncoding>;

/** How the server read the imported file: encoding, worksheet, row of the headings, left-out rows. */
const ImportReading = Type.Object({
  /** Encoding of the file. Null: the file is an Excel workbook, which has no encoding. */
  Encoding: nullable(ImportEncoding),
  /** Number of rows in another encoding than the rest of the file. Each row was read in its own encoding. */
  OtherEncodings: Type.Array(Type.Object({ Encoding: ImportEncoding, Rows: Type.Integer() })),
  /** Row number of the headings, as a spreadsheet numbers rows. Rows above are not imported. 0: each row is data. */
  HeadingRow: Type.Integer(),
  /** The first rows that are not empty. One of them holds the headings. Long rows and texts are cut. */
  FirstRows: Type.Array(Type.Object({ Row: Type.Integer(), Cells: Type.Array(Type.String()) })),
  /** Name of the worksheet that is imported. Null: the file has no worksheets. */
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
/** Parts of an imported file that are hidden or are not imported. */
export interface ImportNotes {
  /**
   * Visible worksheets with rows that are not the imported one. `Rows`: number of rows, counted up to 1000. Null:
   * unknown.
   */
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
   * Rows of a printed form between the data: repeated headings, column numbers, ruled lines. They are not imported.
   * `Rows` has the row numbers of the first of them. `Count` is the number of all of them.
   */
  readonly LeftRows: readonly {
    readonly Reason: 'headings' | 'numbering' | 'line';
    readonly Rows: readonly number[];
    readonly Count: number;
  }[];
  /**
   * Row of totals or of a signature at the end of the data: its number and first text. Rows from `Row` to `LastRow` are
   * not imported. If `LastRow` is absent, only `Row` is left out.
   */
  readonly Totals: { readonly Row: number; readonly Text: string; readonly LastRow?: number } | null;
  /** True: the file has so few letters that they may be Russian in another encoding, too. */
  readonly IsEncodingUnsure?: boolean;
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

/** Options for reading an uploaded file again. If a property is absent, the server detects its value from the file. */
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

/** Fields that the columns of the file fill. `Columns` has the field of each column, in the order of the file. */
export const ImportMatching = Type.Object(
  {
    Columns: Type.Array(nullable(Type.String({ maxLength: 60 })), { minItems: 1, maxItems: importColumnsMax }),
    /** IANA time zone for times in the file that have no zone. Absent: UTC. */
    TimeZone: Type.Optional(Type.String({ maxLength: 60 })),
  },
  { additionalProperties: false },
);
export type ImportMatching = Static<typeof ImportMatching>;

/** A fault of a row of an imported file. The message is in the language of the request. */
export const ImportFault = Type.Object({
  /** Number of the faulty row, as a spreadsheet numbers rows. 0: the fault concerns the whole file. */
  Row: Type.Integer({ minimum: 0 }),
  /** Name of the field with the fault. Empty: the fault concerns the whole row. */
  Field: Type.String(),
  /** The faulty value, as it stands in the file. */
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
   * Use of the record since its import. It was changed or removed. `referenced`: a record of another
   * resource refers to it. The others are for vouchers: an accident, another voucher of the client, telemetry.
   */
  Why: Type.Enum(['changed', 'removed', 'referenced', 'accidents', 'client', 'telemetry']),
});
export type TouchedRecord = Static<typeof TouchedRecord>;
