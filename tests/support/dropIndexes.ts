import type { Pool } from 'pg';

/** Drops the indexes of vouchers that are no keys, because filling them takes most of the time of a large insert. */
export const dropIndexes = async (pool: Pool): Promise<void> => {
  const { rows } = await pool.query<{ name: string }>(
    "select indexrelid::regclass::text as name from pg_index where indrelid = 'voucher'::regclass and not indisunique",
  );
  for (const { name } of rows) await pool.query(`drop index ${name}`);
};
