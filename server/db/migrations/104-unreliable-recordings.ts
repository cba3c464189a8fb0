import type { Kysely } from 'kysely';
import { rewriteTable } from '../rewrite.ts';
import { queueOfToday, unreliable } from './135-sos-in-the-queue.ts';

export const places = {};

/** An impact whose recording is unreliable has a mark of its own, and a place in the queue before the weak ones. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  rewriteTable(db, {
    ...queueOfToday,
    alterations: [
      `alter table accident add column recording text generated always as (case when ${unreliable} then 'unreliable' end) stored`,
      ...queueOfToday.alterations,
    ],
  });
