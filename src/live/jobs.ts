import type { EventOf } from '../contract/shapes/live.ts';
import { createSignal } from '../store.ts';

type Job = EventOf<'job'>;

const ended = createSignal<[Job]>();
const shown = createSignal<[id: number]>();
/** Jobs whose end is shown by the page that started them. */
const watched = new Map<number, number>();

/** Notifies the listeners that a job of the caller has ended, unless a page shows it. */
export const notifyJobEnd = (job: Job): void => {
  if (job.State !== 'done' && job.State !== 'failed') return;
  if (!watched.has(job.Id)) ended.notify(job);
};

export const onJobEnd = ended.subscribe;
/** Notifies when a page begins to show a job. The job may have ended before the page knew its id. */
export const onJobShown = shown.subscribe;

/** Registers that a page shows a job. Returns the function that removes the registration. */
export const watchJob = (id: number): (() => void) => {
  watched.set(id, (watched.get(id) ?? 0) + 1);
  shown.notify(id);
  return () => {
    const left = (watched.get(id) ?? 1) - 1;
    if (left > 0) watched.set(id, left);
    else watched.delete(id);
  };
};
