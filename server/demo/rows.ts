/** Value of a column in a generated row. `json` marks a value for a jsonb column. A list is for an array column. */
export type Cell =
  | string
  | number
  | boolean
  | null
  | Date
  | Uint8Array
  | readonly (string | number)[]
  | { json: unknown };

/** Values of a generated row by column. All rows of a table name the same columns in the same order. */
export type Row = Readonly<Record<string, Cell>>;

export type TableRows = { table: string; rows: Iterable<Row> };

/** Highest ids that the tables have already. All are zero in an empty database. */
export type LastIds = {
  company: number;
  account: number;
  client: number;
  vehicle: number;
  voucher: number;
  accident: number;
  installation_center: number;
  trip: number;
};

export const noIds: LastIds = {
  company: 0,
  account: 0,
  client: 0,
  vehicle: 0,
  voucher: 0,
  accident: 0,
  installation_center: 0,
  trip: 0,
};

/** Returns the calendar date of a moment, for columns of the type `date`. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
