import type { EventOf } from '../contract/shapes/live.ts';
import { createSignal } from '../store.ts';

type Job = EventOf<'job'>;

const jobEnded = createSignal<[Job]>();
const jobShown = createSignal<[id: number]>();
/** Number of components that show the end of a job themselves, by the job's id. */
const watchCounts = new Map<number, number>();

/** Jobs that ended before the component that shows this to the user had loaded. */
const unheardJobs: Job[] = [];
let listenerCount = 0;

/** Notifies listeners that a background job of the user has ended, unless a page shows this itself. */
export const notifyJobEnd = (job: Job): void => {
  if ((job.State !== 'done' && job.State !== 'failed') || watchCounts.has(job.Id)) return;
  if (listenerCount > 0) jobEnded.notify(job);
  else unheardJobs.push(job);
};

/** Forgets these jobs at the end of a session, because the next user must not learn of them. */
export const forgetUnheardJobs = (): void => {
  unheardJobs.length = 0;
};

/**
 * Adds a listener that is called when a job ends. It is also called for the jobs that ended before there was a listener.
 * Returns the function that removes it.
 */
export const onJobEnd = (listener: (job: Job) => void): (() => void) => {
  const unsubscribe = jobEnded.subscribe(listener);
  listenerCount += 1;
  for (const job of unheardJobs.splice(0)) if (!watchCounts.has(job.Id)) listener(job);
  return () => {
    listenerCount -= 1;
    unsubscribe();
  };
};

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
