import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';

/**
 * Opens or closes the demo companies with their accounts, sessions, links and platform keys. Returns the number of
 * changed companies.
 * Whether they are open is stored in the database, so that all processes agree. The process that started last decides.
 */
export const setDemoOpen = async (db: Db, isOpen: boolean): Promise<number> => {
  const changed = await db
    .updateTable('company')
    .set({ closed_at: isOpen ? null : sql<string>`now()` })
    .where('demo', '=', true)
    .where('closed_at', isOpen ? 'is not' : 'is', null)
    .executeTakeFirst();
  return Number(changed.numUpdatedRows);
};
