import Type from 'typebox';
import { importColumnsMax } from '../limits.ts';
import type { Static } from '../static.ts';
import { Id, nullable } from './common.ts';

/** A column of the file: its heading, a few of its values, and the field it fills; null: none. */
const ImportColumn = Type.Object({
  Heading: Type.String(),
  Samples: Type.Array(Type.String()),
  Field: nullable(Type.String()),
});

export const ImportColumns = Type.Object({
  Columns: Type.Array(ImportColumn),
  /** Fields that may be filled, by name, in the order of the form. */
  Fields: Type.Array(Type.String()),
});
export type ImportColumns = Static<typeof ImportColumns>;

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
  /** Name of the field. */
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
