import type { ColumnType } from 'kysely';

/** Moments are read as ISO 8601 text in UTC, as on the wire; they are written as text or Date. */
export type Moment = ColumnType<string, string | Date, string | Date>;

/** JSON is read as what it holds and written as text. */
export type Json<Value> = ColumnType<Value, string, string>;
/** The same of a column that has something by itself. */
export type DefaultedJson<Value> = ColumnType<Value, string | undefined, string>;
