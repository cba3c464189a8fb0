import type { TestApp } from './app.ts';

/** Options of a test application that cuts the long drives whose waiting time is over, as a server that listens does. */
export const cutsDrives = { jobs: { startHook: 'onReady', reviveEveryMs: 25 } } as const;

/** Lets the waiting time of all long drives pass, and waits until they are cut into trips. */
export const untilDrivesAreCut = async ({ clock, connection }: TestApp): Promise<void> => {
  for (let isForward = false; ; isForward = true) {
    const { rows } = await connection.pool.query('select from trip_cut where due_at is not null');
    if (rows.length === 0) return;
    if (!isForward) clock.forward(600);
    await new Promise(resolve => setTimeout(resolve, 20));
  }
};
