import type { Role } from '../contract/access.ts';
import type { CallName } from '../contract/index.ts';
import type { NewsType } from '../contract/shapes/live.ts';
import type { Field } from './fields.ts';

export type Fields = { readonly [name: string]: Field };
type NameOf<F extends Fields> = keyof F & string;
type SortOf<F extends Fields> = `${NameOf<F>}-${'asc' | 'desc'}`;

/** What a card shows of a record, by the role a field plays on it. */
export interface Card<F extends Fields> {
  readonly title: NameOf<F>;
  readonly subtitle?: NameOf<F>;
  /** The figure that decides, drawn large. */
  readonly figure?: NameOf<F>;
  readonly badge?: NameOf<F>;
  readonly lines: readonly NameOf<F>[];
}

/** News that keep a list up to date: they hold `Id`, `Version` and fields of the row by the row's own names. */
export interface Live {
  readonly news: NewsType;
  /** Of a split resource: the news' field with the split value, and the one with the value before it moved, or null. */
  readonly split?: { readonly now: string; readonly before: string };
}

/**
 * A resource, described once. Columns, sort keys, cards, filters, search, export, permissions, the parameters the
 * server takes and the texts that must exist are read off this; nothing else says what the resource is.
 */
export interface Resource<F extends Fields = Fields> {
  readonly name: string;
  readonly fields: F;
  /** Field that names a record to a person. */
  readonly title: NameOf<F>;
  /** `one` and `update` take the record's id as `{id}`; an update carries the changed fields and `Version`. */
  readonly calls: { readonly list: CallName; readonly one?: CallName; readonly update?: CallName };
  /**
   * The resource is split by a path parameter of its list call; each value is a list of its own, with its own state.
   */
  readonly split?: { readonly parameter: string; readonly values: readonly string[] };
  readonly list: {
    readonly columns: readonly NameOf<F>[];
    readonly sort: SortOf<F>;
    readonly card?: Card<F>;
    /** The server can look for a text in it. Which fields are looked at is told to the user by these. */
    readonly search?: readonly NameOf<F>[];
    /** Its rows change by other people's hands and by devices, and are kept up to date by these news. */
    readonly live?: Live;
    /** Public address of a row's own page; `{Field}` is filled from the row, `{split}` with the split value. */
    readonly rowPath?: string;
  };
  readonly access: { readonly read: readonly Role[] };
}

export const defineResource = <const F extends Fields, const R extends Omit<Resource<F>, 'fields'>>(
  resource: R & { readonly fields: F },
): R & { readonly fields: F } => resource;
