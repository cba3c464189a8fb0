import { serverNow } from '../../api/clock.ts';
import { useCurrentMinute } from '../../components/useCurrentMinute.ts';
import type { Resource } from '../../schema/define.ts';
import { hourMs } from '../../schema/kinds/time.ts';
import { momentOf, type Row } from '../../schema/kinds/value.ts';

/** How long a row has waited for a person: overdue, old or very old. Undefined: not long, or it does not wait. */
export type WaitState = 'overdue' | 'old' | 'veryOld' | undefined;

const idle = () => undefined;

/**
 * Returns a function that returns the wait state of a row. In lists without waiting rows the state is always undefined.
 */
export const useWaiting = ({ list }: Resource, split: string | undefined): ((row: Row) => WaitState) => {
  const minute = useCurrentMinute();
  const { waiting } = list;
  if (!waiting || waiting.in !== split) return idle;
  const { since, due, oldAfterHours } = waiting;
  return row => {
    const dueAt = momentOf(row, due)?.getTime();
    if (dueAt !== undefined && dueAt <= serverNow()) return 'overdue';
    const hours = (minute - (momentOf(row, since)?.getTime() ?? minute)) / hourMs;
    return hours >= oldAfterHours[1] ? 'veryOld' : hours >= oldAfterHours[0] ? 'old' : undefined;
  };
};
