import type { EventOf } from '../contract/shapes/live.ts';
import { createSignal } from '../store.ts';

type Job = EventOf<'job'>;

const jobEnded = createSignal<[Job]>();
const jobShown = createSignal<[id: number]>();
/** Jobs whose end is shown by the page that started them. */
const watchCounts = new Map<number, number>();

/** Notifies the listeners that a job of the caller has ended, unless a page shows it. */
export const notifyJobEnd = (job: Job): void => {
  if (job.State !== 'done' && job.State !== 'failed') return;
  if (!watchCounts.has(job.Id)) jobEnded.notify(job);
};

export const onJobEnd = jobEnded.subscribe;
/** Notifies when a page begins to show a job. The job may have ended before the page knew its id. */
export const onJobShown = jobShown.subscribe;

/** Registers that a page shows a job. Returns the function that removes the registration. */
export const watchJob = (id: number): (() => void) => {
  watchCounts.set(id, (watchCounts.get(id) ?? 0) + 1);
  jobShown.notify(id);
  return () => {
    const remaining = (watchCounts.get(id) ?? 1) - 1;
    if (remaining > 0) watchCounts.set(id, remaining);
    else watchCounts.delete(id);
  };
};
