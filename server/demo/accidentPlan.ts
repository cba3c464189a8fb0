import type { AccidentStatus } from '../../src/contract/shapes/accident.ts';
import { workStatus } from '../../src/contract/workStatuses.ts';
import type { ImpactKind } from './impacts.ts';
import type { Random } from './random.ts';

export type AccidentPlan = {
  company: 0 | 1;
  status: AccidentStatus;
  workStatusId: number;
  kind: ImpactKind;
  peakG: number;
  /** Samples per second of the device's curve. Undefined: the usual rate. */
  rateHz?: number;
  ageHours: number;
  /** Hours from today to the agreed call. Negative: overdue. */
  nextCallInHours: number | null;
  vip: boolean;
  /** Moved to its bucket by an operator, not by classification. */
  movedByOperator: boolean;
};

const peaksG: Record<ImpactKind, readonly [number, number]> = {
  front: [3, 12.5],
  rear: [2.8, 8],
  left: [2.9, 8.5],
  right: [2.9, 8.5],
  kerb: [2.7, 3.6],
  pothole: [2.6, 3.3],
  slam: [1.1, 2],
};
const weakPeaksG: readonly [number, number] = [1.1, 2.15];

const kindsOfOpened: readonly ImpactKind[] = [
  'front',
  'rear',
  'left',
  'front',
  'kerb',
  'rear',
  'right',
  'front',
  'pothole',
  'rear',
  'front',
  'left',
  'front',
  'rear',
  'right',
  'front',
  'kerb',
  'front',
  'left',
  'rear',
  'pothole',
  'front',
  'right',
  'rear',
  'front',
];
const kindsOfClosed: readonly ImpactKind[] = [
  'front',
  'rear',
  'pothole',
  'left',
  'kerb',
  'front',
  'rear',
  'right',
  'pothole',
  'front',
  'kerb',
  'left',
  'rear',
  'front',
  'pothole',
];
const kindsOfMini: readonly ImpactKind[] = [
  'pothole',
  'slam',
  'kerb',
  'pothole',
  'slam',
  'kerb',
  'pothole',
  'kerb',
  'slam',
  'pothole',
  'pothole',
  'kerb',
];

export const accidentsPerCopy = 60;

/** Sampling rate below which a bump is not classified as a mini-loss, so that an operator looks at it. */
const coarseHz = 40;

const isCrash = (kind: ImpactKind) => kind !== 'kerb' && kind !== 'pothole' && kind !== 'slam';

const openedPlan = (company: 0 | 1, kind: ImpactKind, at: number, random: Random): AccidentPlan => {
  // The newest cases are untouched. Older ones have been worked on and wait for a next step.
  const ageHours = 0.15 + at ** 1.55 * 1.05 + random.between(0, 0.4);
  const worked = at >= 9;
  // No case is in progress, because a lease ends within a minute and no demo operator has an open browser.
  const reached = [workStatus.callBack, workStatus.confirmed, workStatus.unreachable, workStatus.confirmed];
  const workStatusId = (worked && reached[at % 4]) || workStatus.fresh;
  const waits = workStatusId === workStatus.callBack || workStatusId === workStatus.unreachable;
  return {
    company,
    status: 'opened',
    workStatusId,
    kind,
    peakG: random.between(...peaksG[kind]),
    ...(!isCrash(kind) && { rateHz: coarseHz }),
    ageHours,
    nextCallInHours: waits
      ? [-1.4, 0.6, 15, 3.5, -0.3, 1.2][Math.floor(at / 2) % 6]! + random.between(-0.25, 0.25)
      : null,
    vip: at % 7 === 3,
    movedByOperator: false,
  };
};

/**
 * Number of a company's closed accidents that came and were closed today, so that its control room shows a day's work.
 */
const closedToday = { 0: 6, 1: 1 } as const;
const shiftHours = 8;

const closedAgeHours = (company: 0 | 1, at: number, hoursToday: number, random: Random): number =>
  at < closedToday[company]
    ? Math.min(shiftHours, hoursToday) * random.between(0.2, 0.9)
    : random.between(4 * 24, 86 * 24);

const closedPlan = (
  company: 0 | 1,
  kind: ImpactKind,
  at: number,
  hoursToday: number,
  random: Random,
): AccidentPlan => ({
  company,
  status: 'closed',
  workStatusId: isCrash(kind)
    ? random.pick([workStatus.passedToInsurer, workStatus.finished])
    : workStatus.notConfirmed,
  kind,
  peakG: random.between(...peaksG[kind]),
  ...(!isCrash(kind) && { rateHz: coarseHz }),
  ageHours: closedAgeHours(company, at, hoursToday, random),
  nextCallInHours: null,
  vip: false,
  movedByOperator: true,
});

const miniPlan = (company: 0 | 1, kind: ImpactKind, at: number, random: Random): AccidentPlan => {
  const movedByOperator = at % 6 === 3;
  return {
    company,
    status: 'notvalid',
    workStatusId: movedByOperator ? workStatus.notConfirmed : workStatus.fresh,
    kind,
    peakG: movedByOperator ? random.between(...peaksG[kind]) : random.between(...weakPeaksG),
    ageHours: random.between(3, 80 * 24),
    nextCallInHours: null,
    vip: false,
    // A case that an operator moved to the mini-losses had not been classified as one.
    ...(movedByOperator && { rateHz: coarseHz }),
    movedByOperator,
  };
};

/**
 * The sixty impacts of the demo: 25, 15 and 12 in the first company, a handful in the second. `hoursToday`: since
 * midnight.
 */
export const planAccidents = (random: Random, hoursToday: number): AccidentPlan[] => [
  ...kindsOfOpened.map((kind, at) => openedPlan(0, kind, at, random)),
  ...kindsOfClosed.map((kind, at) => closedPlan(0, kind, at, hoursToday, random)),
  ...kindsOfMini.map((kind, at) => miniPlan(0, kind, at, random)),
  ...(['rear', 'front', 'right', 'front'] as const).map((kind, at) => openedPlan(1, kind, at * 4 + 1, random)),
  ...(['front', 'pothole'] as const).map((kind, at) => closedPlan(1, kind, at, hoursToday, random)),
  ...(['slam', 'pothole'] as const).map((kind, at) => miniPlan(1, kind, at, random)),
];
