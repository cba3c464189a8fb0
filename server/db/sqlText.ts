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
