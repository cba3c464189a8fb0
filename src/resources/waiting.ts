import type { Fields, NameOf } from './forms.ts';

/** Rows that wait for somebody, in one list of a split resource: the longer, the more they stand out. */
export interface Waiting<F extends Fields> {
  readonly in: string;
  readonly since: NameOf<F>;
  /** A moment after which the row is overdue, whatever its age. */
  readonly due: NameOf<F>;
  /** Hours from which on a row is old, and very old. */
  readonly oldAfterHours: readonly [old: number, veryOld: number];
}
