import type { Fields, NameOf } from './forms.ts';

/**
 * Highlighting of rows that wait for a person, in one list of a split resource. Rows that wait longer are highlighted
 * more.
 */
export interface OverdueHighlight<F extends Fields> {
  readonly splitValue: string;
  readonly sinceField: NameOf<F>;
  /** Field with the moment after which a row is overdue, even if the row has not waited long. */
  readonly dueField: NameOf<F>;
  /** Hours of waiting after which a row is old, and after which it is very old. */
  readonly oldAfterHours: readonly [old: number, veryOld: number];
}
