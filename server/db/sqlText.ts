/** SQL with its parameters. */
export interface Statement {
  /** For the few statements with one good plan for all parameters: prepared once per connection. */
  readonly name?: string;
  /** Of tens of thousands of small rows: starting further processes takes longer than they save, most of all when all work. */
  readonly oneProcess?: boolean;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Names that rows get beside those of the columns, without a value. */
  readonly beside?: readonly string[];
}

/** Parameters of a statement in order; `add` returns the placeholder, `$1`. */
export class Values {
  readonly list: unknown[] = [];
  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

/** Escapes `%`, `_` and `\` for `like`. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
