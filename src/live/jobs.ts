import type { EventOf } from '../contract/shapes/live.ts';
import { createSignal } from '../store.ts';

type Job = EventOf<'job'>;

const jobEnded = createSignal<[Job]>();
const jobShown = createSignal<[id: number]>();
/** Number of components that show the end of a job themselves, by the job's id. */
const watchCounts = new Map<number, number>();

/** Notifies listeners that a background job of the user has ended, unless a page shows this itself. */
export const notifyJobEnd = (job: Job): void => {
  if (job.State !== 'done' && job.State !== 'failed') return;
  if (!watchCounts.has(job.Id)) jobEnded.notify(job);
};

export const onJobEnd = jobEnded.subscribe;
/** Subscribes to the moment when a page begins to show a job. The job may have ended before the page knew its id. */
export const onJobShown = jobShown.subscribe;

/** Registers that a page shows the end of a job itself. Returns the function that removes the registration. */
export const watchJob = (id: number): (() => void) => {
  watchCounts.set(id, (watchCounts.get(id) ?? 0) + 1);
  jobShown.notify(id);
  return () => {
    const remaining = (watchCounts.get(id) ?? 1) - 1;
    if (remaining > 0) watchCounts.set(id, remaining);
    else watchCounts.delete(id);
  };
};
