import { type Kysely, sql } from 'kysely';

const better = [
  ['In work', 'In progress'],
  ['Call later', 'Call back'],
] as const;

/** Replaces English titles of work status by the usual terms. A title that a user has changed stays. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const [before, after] of better)
    await sql`
      update dictionary_entry set title_en = ${after}
      where dictionary = 'statusesOfRoadAccident' and title_en = ${before}
    `.execute(db);
};
