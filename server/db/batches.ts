import { type Kysely, sql } from 'kysely';

const mostRows = 5000;
/** Time that one statement is meant to take, ms. Writers of its rows wait for it, and give up after some seconds. */
const statementMs = 500;

interface Change {
  /** Has the primary key `company_id, id`. */
  readonly table: string;
  /** SQL. True for rows that are to be changed. */
  readonly where: string;
  /** SQL behind `set`. */
  readonly set: string;
}

/**
 * Updates rows of a large table in statements of some hundred rows, as many as take half a second. Outside a transaction no
 * other statement waits long for a row, and a later call continues where an interrupted one ended.
 */
export const updateInBatches = async (
  db: Kysely<unknown>,
  { table, where, set }: Change,
  report: (text: string) => void = () => {},
): Promise<void> => {
  let size = 100;
  let changed = 0;
  for (let after: readonly [string | number, string | number] = [0, 0]; ; ) {
    const { rows } = await sql<{ company_id: number; id: number }>`
      select company_id, id from ${sql.table(table)} where (company_id, id) > (${after[0]}, ${after[1]})
      and (${sql.raw(where)}) order by company_id, id limit ${mostRows}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    after = [last.company_id, last.id];
    for (let from = 0; from < rows.length; ) {
      const { company_id: company } = rows[from]!;
      const part = rows.slice(from, from + size).filter(({ company_id }) => company_id === company);
      const startMs = performance.now();
      await sql`update ${sql.table(table)} set ${sql.raw(set)} where company_id = ${company}
        and id = any(${part.map(({ id }) => id)}::bigint[])`.execute(db);
      const tookMs = Math.max(1, performance.now() - startMs);
      // Not more than twice as many at once: the next rows may be larger.
      size = Math.max(10, Math.min(mostRows, 2 * size, Math.round((part.length * statementMs) / tookMs)));
      from += part.length;
      changed += part.length;
      report(`${changed} rows of ${table} are written again`);
    }
  }
};
