import type { Field } from '../search/matching/rank.ts';

/** Ways to look up a value in a B-tree index: a key, a name prefix, a reversed suffix, a phone. */
export type KeyKind = 'key' | 'name' | 'tail' | 'phone' | 'phoneTail' | 'number';

export type SearchRow = Readonly<Record<string, string | number | null>> & { readonly id: string | number };

interface DisplayedHit {
  readonly Title: string;
  readonly about: readonly string[];
  readonly At?: string;
}

/**
 * How the global search finds rows of a table. PostgreSQL uses an index only if the SQL expression here equals that of
 * the index.
 */
export interface SearchIndex {
  /** Column of the hit's id. */
  readonly id: string;
  readonly columns: string;
  /** Column of the record's own id, if it differs from the hit's id. */
  readonly recordId?: string;
  /** True if the newest of equally good hits comes first. Default: the oldest. */
  readonly newestFirst?: true;
  /** True if a company has only tens of rows. The search then reads all of them and compares each. */
  readonly readsAllRows?: true;
  readonly keys: readonly { readonly keyKind: KeyKind; readonly expression: string; readonly where?: string }[];
  /** Columns of the two GIN indexes: words (`lexemes`) and trigrams of a text (`text`). */
  readonly lexemes?: string;
  readonly text?: string;
  /** Role of each column, which decides how it is compared with the query. */
  readonly columnRoles: Readonly<Record<string, Field['role']>>;
  readonly display: (row: SearchRow) => DisplayedHit;
}

export const columnText = (row: SearchRow, column: string): string => String(row[column] ?? '').trim();
export const joinColumns = (row: SearchRow, firstColumn: string, secondColumn: string): string =>
  `${columnText(row, firstColumn)} ${columnText(row, secondColumn)}`.trim();
