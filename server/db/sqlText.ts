/** SQL with its parameters. */
export interface Statement {
  /**
   * Name of a prepared statement, for the few statements with one good plan for all parameters. Prepared once per
   * connection.
   */
  readonly name?: string;
  /**
   * True: PostgreSQL uses no parallel workers. For tens of thousands of small rows their start takes longer than they
   * save.
   */
  readonly withoutParallelWorkers?: boolean;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Further properties of the row objects. They are null until the caller sets their values. */
  readonly extraColumns?: readonly string[];
}

/** Parameters of a statement in order. `add` returns the placeholder, `$1`. */
export class Values {
  readonly list: unknown[] = [];
  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

/** Escapes `%`, `_` and `\` for `like`. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
