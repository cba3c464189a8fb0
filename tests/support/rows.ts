import pg from 'pg';

/** Returns all rows of all tables as sorted text, to compare two databases. */
export const rowsOf = async (url: string): Promise<ReadonlyMap<string, readonly string[]>> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read');
    const tables = await client.query<{ name: string }>(
      `select quote_ident(table_name) as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
    );
    const rows = new Map<string, readonly string[]>();
    for (const { name } of tables.rows) {
      const found = await client.query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
      rows.set(
        name,
        found.rows.map(({ row }) => row),
      );
    }
    return rows;
  } finally {
    await client.end();
  }
};

/** Runs PostgreSQL's own check of all tables and B-trees. Returns the faults. */
export const faultsIn = async (url: string): Promise<readonly string[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('create extension if not exists amcheck');
    const heap = await client.query<{ fault: string }>(
      `select c.relname || ': ' || v.msg as fault from pg_class c, verify_heapam(c.oid) v where c.relkind = 'r'`,
    );
    await client.query(
      `select bt_index_check(c.oid, true) from pg_class c join pg_am a on a.oid = c.relam
        where a.amname = 'btree' and c.relkind = 'i'`,
    );
    return heap.rows.map(({ fault }) => fault);
  } finally {
    await client.end();
  }
};
