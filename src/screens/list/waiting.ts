import { serverNow } from '../../api/clock.ts';
import { useCurrentMinute } from '../../components/useCurrentMinute.ts';
import type { Resource } from '../../schema/define.ts';
import { hourMs } from '../../schema/kinds/time.ts';
import { momentOf, type Row } from '../../schema/kinds/value.ts';

/**
 * How long a row has waited for a person: overdue, old or very old. Undefined: a short time, or the row waits for
 * nobody.
 */
export type WaitState = 'overdue' | 'old' | 'veryOld' | undefined;

const returnNoWaitState = () => undefined;

/**
 * Returns a function that returns the wait state of a row. In lists without waiting rows the state is always undefined.
 */
export const useWaitState = ({ list }: Resource, split: string | undefined): ((row: Row) => WaitState) => {
  const nowMs = useCurrentMinute();
  const { overdue } = list;
  if (!overdue || overdue.splitValue !== split) return returnNoWaitState;
  const { sinceField: since, dueField: due, oldAfterHours } = overdue;
  return row => {
    const dueAt = momentOf(row, due)?.getTime();
    if (dueAt !== undefined && dueAt <= serverNow()) return 'overdue';
    const waitedHours = (nowMs - (momentOf(row, since)?.getTime() ?? nowMs)) / hourMs;
    return waitedHours >= oldAfterHours[1] ? 'veryOld' : waitedHours >= oldAfterHours[0] ? 'old' : undefined;
  };
};
