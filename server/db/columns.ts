import type { ColumnType } from 'kysely';

/** Timestamps are read as ISO 8601 UTC text, as on the wire. They are written as text or Date. */
export type Moment = ColumnType<string, string | Date, string | Date>;

/** JSON is read parsed and written as text. */
export type Json<Value> = ColumnType<Value, string, string>;
/** Type `Json` for a column with a default, whose value an insert may leave out. */
export type DefaultedJson<Value> = ColumnType<Value, string | undefined, string>;
