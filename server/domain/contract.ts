import type { ContractState } from '../../src/contract/states.ts';
import { dayMs } from '../../src/schema/kinds/time.ts';

/** Number of days before the end of a contract in which its state is `ending`. */
const endingDays = 30;

interface Contract {
  /** First and last day of the contract, `yyyy-mm-dd`. The last day is still covered. */
  readonly begin: string | null;
  readonly end: string | null;
  /** Time at which the contract's voucher was closed. Null: it is not closed. */
  readonly closedAt: string | null;
}

/** State of a contract on a day. Null if its dates are unknown. */
export const contractStateOf = ({ begin, end, closedAt }: Contract, nowIso: string): ContractState | null => {
  if (begin === null && end === null) return null;
  const today = nowIso.slice(0, 10);
  if (closedAt !== null && (end === null || closedAt.slice(0, 10) < end)) return 'terminated';
  if (end !== null && today > end) return 'ended';
  if (begin !== null && today < begin) return 'draft';
  return end !== null && Date.parse(end) - Date.parse(today) <= endingDays * dayMs ? 'ending' : 'inForce';
};

/** Age in whole years of a person who was born on this day. Null: the day is unknown. */
export const fullYears = (birthDay: string | null, nowIso: string): number | null => {
  if (birthDay === null) return null;
  const years = Number(nowIso.slice(0, 4)) - Number(birthDay.slice(0, 4));
  return Math.max(0, years - (nowIso.slice(5, 10) < birthDay.slice(5, 10) ? 1 : 0));
};
