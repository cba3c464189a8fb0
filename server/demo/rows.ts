/** What a column can take; `json` marks a value for a jsonb column, a list one for an array column. */
export type Cell =
  | string
  | number
  | boolean
  | null
  | Date
  | Uint8Array
  | readonly (string | number)[]
  | { json: unknown };

/** A stretch of rows for one table, in the order in which they may be written. */
export type TableRows = { table: string; columns: readonly string[]; rows: Iterable<readonly Cell[]> };

/** First free identifiers, one less: an empty database has zeros. */
export type LastIds = {
  company: number;
  account: number;
  client: number;
  vehicle: number;
  voucher: number;
  accident: number;
  installation_center: number;
};

export const noIds: LastIds = {
  company: 0,
  account: 0,
  client: 0,
  vehicle: 0,
  voucher: 0,
  accident: 0,
  installation_center: 0,
};

/** Calendar date of a moment, for `date` columns. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
