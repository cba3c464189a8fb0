import type { Fields, NameOf } from './forms.ts';

/** Rows that wait for a person, in one list of a split resource. Rows that wait longer are highlighted more. */
export interface OverdueHighlight<F extends Fields> {
  readonly splitValue: string;
  readonly sinceField: NameOf<F>;
  /** Field with the time after which the row is overdue, even if it has not waited long. */
  readonly dueField: NameOf<F>;
  /** Hours after which a row is old, and very old. */
  readonly oldAfterHours: readonly [old: number, veryOld: number];
}
