/**
 * Entries of dictionaries that rules know by their ids; their titles may be changed. Entries that were added since are as free
 * as any other: an added work status is a final one.
 */

/** How far the work on an accident is. */
export const workStatus = {
  fresh: 1,
  inProgress: 2,
  callBack: 3,
  confirmed: 4,
  notConfirmed: 5,
  unreachable: 6,
  passedToInsurer: 7,
  finished: 8,
} as const;

const unfinished: readonly number[] = [workStatus.fresh, workStatus.inProgress, workStatus.callBack];

/** Whether a case can be closed with it. */
export const isFinalStatus = (id: number): boolean => !unfinished.includes(id);

/** What came of a call. */
export const callResult = {
  reached: 1,
  noAnswer: 2,
  busy: 3,
  unavailable: 4,
  callBack: 5,
  wrongNumber: 6,
} as const;
