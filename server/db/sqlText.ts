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
  /** Names of further properties of the row objects. Their values are null until the caller sets them. */
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

/** Escapes `%`, `_` and `\` in a value, so that SQL's `like` takes them literally. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
