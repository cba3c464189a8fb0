import { ApiError } from '../api/client.ts';

/** Argument that a query gives to its `refetchInterval`: its last answer and its last error. */
interface JobQuery<Job> {
  readonly state: { readonly data: Job | undefined; readonly error: Error | null };
}

/**
 * Returns the `refetchInterval` of a query for a job: `intervalMs` until the job has ended, then false. Also false once
 * the server says that the job may not be read (403) or does not exist (404), because it has been deleted.
 */
export const pollJob =
  <Job>(intervalMs: number, isUnfinished: (job: Job) => boolean) =>
  ({ state: { data, error } }: JobQuery<Job>): number | false => {
    const isGone = error instanceof ApiError && [403, 404].includes(error.status);
    return isGone || (data !== undefined && !isUnfinished(data)) ? false : intervalMs;
  };
