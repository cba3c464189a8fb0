import type { NewsOf } from '../contract/shapes/live.ts';
import { createSignal } from '../store.ts';

type Job = NewsOf<'job'>;

const over = createSignal<[Job]>();
const shown = createSignal<[id: number]>();
/** Jobs whose end is shown where they were begun. */
const watched = new Map<number, number>();

/** Tells whoever listens of a job of the caller's that is over, unless a page shows it anyway. */
export const tellOfJob = (job: Job): void => {
  if (job.State !== 'done' && job.State !== 'failed') return;
  if (!watched.has(job.Id)) over.notify(job);
};

export const onJobOver = over.subscribe;
/** A page shows the job: it may have been over before the page that began it knew its number. */
export const onJobShown = shown.subscribe;

/** As long as a page shows the job. Returns the way to stop. */
export const watchJob = (id: number): (() => void) => {
  watched.set(id, (watched.get(id) ?? 0) + 1);
  shown.notify(id);
  return () => {
    const left = (watched.get(id) ?? 1) - 1;
    if (left > 0) watched.set(id, left);
    else watched.delete(id);
  };
};
