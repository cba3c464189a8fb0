/** Values of a statement in the order they stand in its text; adding one answers its place, `$1`. */
export class Values {
  readonly list: unknown[] = [];
  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

/** A text to be found with `like` as it stands, its `%`, `_` and `\` included. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
