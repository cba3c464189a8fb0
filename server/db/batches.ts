import { type Kysely, sql } from 'kysely';

const rowsPerStatement = 5000;

interface Change {
  /** Has the primary key `company_id, id`. */
  readonly table: string;
  /** SQL. True for rows that are to be changed. */
  readonly where: string;
  /** SQL behind `set`. */
  readonly set: string;
}

/**
 * Updates rows of a large table in statements of some thousand rows. Outside a transaction no other statement waits long
 * for a row, and a later call continues where an interrupted one ended.
 */
export const updateInBatches = async (db: Kysely<unknown>, { table, where, set }: Change): Promise<void> => {
  for (let after: readonly [string | number, string | number] = [0, 0]; ; ) {
    const { rows } = await sql<{ company_id: number; id: number }>`
      select company_id, id from ${sql.table(table)} where (company_id, id) > (${after[0]}, ${after[1]})
      and (${sql.raw(where)}) order by company_id, id limit ${rowsPerStatement}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    after = [last.company_id, last.id];
    for (const company of new Set(rows.map(({ company_id }) => company_id))) {
      const ids = rows.filter(({ company_id }) => company_id === company).map(({ id }) => id);
      await sql`update ${sql.table(table)} set ${sql.raw(set)} where company_id = ${company} and id = any(${ids}::bigint[])`.execute(
        db,
      );
    }
  }
};
