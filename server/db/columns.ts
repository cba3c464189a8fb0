import type { ColumnType } from 'kysely';

/** Column type of a timestamp. It is read as ISO 8601 text in UTC, as in the API. It is written as text or Date. */
export type Moment = ColumnType<string, string | Date, string | Date>;

/** Column type of a JSON value. It is read as a parsed value and written as text. */
export type Json<Value> = ColumnType<Value, string, string>;
/** Column type of a JSON value with a default, so an insert may omit it. */
export type DefaultedJson<Value> = ColumnType<Value, string | undefined, string>;
