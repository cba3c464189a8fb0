import type { AccidentStatus } from '../../src/contract/shapes/accident.ts';
import { workStatus } from '../../src/contract/workStatuses.ts';
import type { Random } from './random.ts';
import { type ImpactKind, type RecordedImpact, recordings } from './recordings.ts';

export type AccidentPlan = {
  recording: RecordedImpact;
  company: 0 | 1;
  status: AccidentStatus;
  workStatusId: number;
  kind: ImpactKind;
  ageHours: number;
  /** Hours from the demo's date to the agreed phone call. Negative: the call is overdue. */
  nextCallInHours: number | null;
  vip: boolean;
  /**
   * True: an operator moved the accident to its bucket (new, processed or mini-loss). False: the classification chose
   * the bucket.
   */
  movedByOperator: boolean;
};

export const accidentsPerCopy = 60;

const isCrash = (kind: ImpactKind) => kind !== 'kerb' && kind !== 'pothole' && kind !== 'slam';

type ProcessingPlan = Omit<AccidentPlan, 'recording' | 'company' | 'status' | 'kind'>;

const openedPlan = (position: number, random: Random): ProcessingPlan => {
  // The newest cases are untouched. Older ones have been worked on and wait for a next step.
  const ageHours = 0.15 + position ** 1.55 * 1.05 + random.between(0, 0.4);
  const isWorkedOn = position >= 9;
  // No case has the work status "in progress". It needs a lease, which ends within a minute, and no demo operator has
  // an open browser.
  const possibleStatuses = [workStatus.callBack, workStatus.confirmed, workStatus.unreachable, workStatus.confirmed];
  const workStatusId = (isWorkedOn && possibleStatuses[position % 4]) || workStatus.fresh;
  const awaitsCall = workStatusId === workStatus.callBack || workStatusId === workStatus.unreachable;
  return {
    workStatusId,
    ageHours,
    nextCallInHours: awaitsCall
      ? [-1.4, 0.6, 15, 3.5, -0.3, 1.2][Math.floor(position / 2) % 6]! + random.between(-0.25, 0.25)
      : null,
    vip: position % 7 === 3,
    movedByOperator: false,
  };
};

/**
 * By company: number of accidents that came and were closed today, so that the manager's control room shows a day's
 * work.
 */
const closedTodayByCompany = { 0: 6, 1: 1 } as const;
const shiftHours = 8;

const closedPlan = (
  { company, kind }: RecordedImpact,
  position: number,
  hoursToday: number,
  random: Random,
): ProcessingPlan => ({
  workStatusId: isCrash(kind)
    ? random.pick([workStatus.passedToInsurer, workStatus.finished])
    : workStatus.notConfirmed,
  ageHours:
    position < closedTodayByCompany[company]
      ? Math.min(shiftHours, hoursToday) * random.between(0.2, 0.9)
      : random.between(4 * 24, 86 * 24),
  nextCallInHours: null,
  vip: false,
  movedByOperator: true,
});

/**
 * Plan of a mini-loss. Every sixth one was not recognised by the classification, and an operator moved it to the bucket
 * of mini-losses.
 */
const miniPlan = (position: number, random: Random): ProcessingPlan => {
  const movedByOperator = position % 6 === 3;
  return {
    workStatusId: movedByOperator ? workStatus.notConfirmed : workStatus.fresh,
    ageHours: random.between(3, 80 * 24),
    nextCallInHours: null,
    vip: false,
    movedByOperator,
  };
};

/**
 * The sixty impacts of the demo: 52 in the first company, 8 in the second. `hoursToday`: hours since midnight of the
 * demo's date.
 */
export const planAccidents = (random: Random, hoursToday: number): AccidentPlan[] => {
  const countByGroup = new Map<string, number>();
  return recordings().impacts.map(recording => {
    const { company, status, kind } = recording;
    const group = `${company} ${status}`;
    const position = countByGroup.get(group) ?? 0;
    countByGroup.set(group, position + 1);
    // The second company has few cases. Its cases take every fourth of the first company's ages.
    if (status === 'opened')
      return { recording, company, status, kind, ...openedPlan(company === 0 ? position : position * 4 + 1, random) };
    if (status === 'closed')
      return { recording, company, status, kind, ...closedPlan(recording, position, hoursToday, random) };
    return { recording, company, status, kind, ...miniPlan(position, random) };
  });
};
