import type { Fields, NameOf } from './forms.ts';

/** Rows that wait for a person, in one list of a split resource. The longer a row waits, the more it stands out. */
export interface Overdue<F extends Fields> {
  readonly in: string;
  readonly since: NameOf<F>;
  /** Time after which the row is overdue, whatever its age. */
  readonly due: NameOf<F>;
  /** Hours after which a row is old, and very old. */
  readonly oldAfterHours: readonly [old: number, veryOld: number];
}
