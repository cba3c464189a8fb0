import type { Field } from '../domain/search/rank.ts';

/** What is looked up in a B-tree: a key, a name prefix, a reversed suffix, a phone. */
export type Ask = 'key' | 'name' | 'tail' | 'phone' | 'phoneTail' | 'number';

/** A row as the search reads it. */
export type FoundRow = Readonly<Record<string, string | number | null>> & { readonly id: string | number };

/** How a hit is shown: its title, and the parts of its second line. */
interface Shown {
  readonly Title: string;
  readonly about: readonly string[];
  readonly At?: string;
}

/** How the search of the whole cabinet finds rows of a table. The expressions must equal those of its indexes. */
export interface Found {
  /** Column that is the id of a hit. */
  readonly id: string;
  readonly columns: string;
  /** Name among the columns of the record's own id, where a hit has another one. */
  readonly recordId?: string;
  /** Of equal matches the newest comes first, not the oldest. */
  readonly newestFirst?: true;
  /** A company has tens of them, so they are read and compared one by one. */
  readonly few?: true;
  readonly keys: readonly { readonly ask: Ask; readonly expression: string; readonly where?: string }[];
  /** Words in one GIN index, and the trigrams of a text in another. */
  readonly lexemes?: string;
  readonly text?: string;
  /** How each column is matched. */
  readonly matched: Readonly<Record<string, Field['role']>>;
  readonly shown: (row: FoundRow) => Shown;
}

export const textOf = (row: FoundRow, column: string): string => String(row[column] ?? '').trim();
/** Two columns as one text: make and model. */
export const joined = (row: FoundRow, one: string, other: string): string =>
  `${textOf(row, one)} ${textOf(row, other)}`.trim();
