import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';

/**
 * Opens the demo companies, or closes them: their accounts, sessions, links and platform keys. It is kept in the database,
 * so that every process on it agrees; the last one that started decides. Answers how many companies changed.
 */
export const settleDemo = async (db: Db, open: boolean): Promise<number> => {
  const changed = await db
    .updateTable('company')
    .set({ closed_at: open ? null : sql<string>`now()` })
    .where('demo', '=', true)
    .where('closed_at', open ? 'is not' : 'is', null)
    .executeTakeFirst();
  return Number(changed.numUpdatedRows);
};
