import { type Kysely, sql } from 'kysely';

export const placements = {};

/**
 * Repairs accidents of alarms without a recording. An earlier release gave them a sampling rate of 1 Hz and a frame
 * (axes) that no device had sent.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    update accident set facts = facts || '{"RateHz": null, "RangeG": null, "Frame": null}'
    where facts->>'RateHz' = '1' and facts->'PeakG' = 'null' and facts->'Doubts' = '[]'`.execute(db);
};
