import type { Locale } from '../../src/contract/messages/index.ts';
import type { Resource } from '../../src/resources/define.ts';

export interface Presenting {
  readonly locale: Locale;
  readonly nowIso: string;
  readonly companyName: string;
}

/** Where the fields of a resource lie in the database. */
export interface Table {
  readonly resource: Resource;
  /** SQL of the rows, each column named as on the wire. */
  readonly select: string;
  readonly from: string;
  /** SQL that a row must satisfy beside its company, if any. */
  readonly where?: string;
  /** Column of the split value (the bucket), if the resource is split. */
  readonly bucket?: string;
  /** SQL expression of each field that can be sorted or filtered by. */
  readonly columns: Readonly<Record<string, string>>;
  /** Fields that may be empty: their empty rows come last either way. The others are read straight off an index. */
  readonly nullable?: readonly string[];
  /** Columns by the name of the parameter's field, where filters compare another one (an id instead of a title). */
  readonly filterColumns?: Readonly<Record<string, string>>;
  /** Last step from a row to the wire: what only the caller's language or the clock decides. */
  readonly present?: (row: Record<string, unknown>, how: Presenting) => void;
}

type FieldOf<R extends Resource> = keyof R['fields'] & string;

/** The table of a resource that does not lie as described (see plain.ts); the compiler asks for every field. */
export const defineTable = <R extends Resource>(
  resource: R,
  table: Omit<Table, 'resource' | 'columns' | 'nullable'> & {
    readonly columns: { readonly [Field in FieldOf<R>]: string };
    readonly nullable?: readonly FieldOf<R>[];
  },
): Table => ({ resource, ...table });
