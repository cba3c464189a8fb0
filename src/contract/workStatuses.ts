/**
 * Ids of dictionary entries that have special rules. People can change the titles of these entries. An entry that was
 * added later has no special rule. For example, an added work status counts as final.
 */

/** Ids of the work statuses of an accident. */
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

/** Ids of the work statuses of cases that operators still work on. */
export const unfinishedStatuses: readonly number[] = [workStatus.fresh, workStatus.inProgress, workStatus.callBack];

/**
 * Ids of the work statuses that mean a crash: confirmed, passed to the insurer, finished. The ids are literals, because
 * a bundler keeps unused lists that read properties.
 */
export const confirmedStatuses: readonly number[] = [4, 7, 8];

/** Returns true if a case can be closed with this work status. */
export const isFinalStatus = (id: number): boolean => !unfinishedStatuses.includes(id);

/** Ids of the results of a phone call. */
export const callResult = {
  reached: 1,
  noAnswer: 2,
  busy: 3,
  unavailable: 4,
  callBack: 5,
  wrongNumber: 6,
} as const;
