import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/** Number of uses after which a statement is prepared. */
const preparedFromUses = 5;
/** Maximum number of prepared statements of a connection. Each takes memory of the database, up to some hundred kB. */
const maxPrepared = 100;
/** Maximum number of texts whose uses are counted. */
const maxCounted = 1000;

/** Matches statements that return all columns of a table. Once prepared, they fail after an upgrade adds a column. */
const allColumns = /(?:^\s*select|\breturning)\s+(?:\S+\.)?\*/i;

/**
 * Returns a function that names the statements that run most. A text gets a name from its fifth use on, up to
 * `maxPrepared` texts. Other texts get none, nor do those that return all columns.
 */
const createNamer = () => {
  const uses = new Map<string, number>();
  const names = new Map<string, string>();
  return (text: string): string | undefined => {
    const name = names.get(text);
    if (name !== undefined || names.size === maxPrepared) return name;
    const count = (uses.get(text) ?? 0) + 1;
    if (count < preparedFromUses) {
      if (uses.size < maxCounted || uses.has(text)) uses.set(text, count);
      return undefined;
    }
    uses.delete(text);
    const newName = `drivedesk_${names.size}`;
    names.set(text, newName);
    return newName;
  };
};

/**
 * Returns the pool for Kysely with prepared statements: each connection parses a repeated statement once, and PostgreSQL
 * keeps its plan if the plan is as good for any values. Use it only for work with few different statements, because a
 * connection keeps all of them.
 */
export const preparing = (pool: pg.Pool): PostgresPool => {
  const nameOf = createNamer();
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const wrap = (client: pg.PoolClient) =>
    ({
      query: (text: string, values: unknown[]) => {
        const name = values.length > 0 && !allColumns.test(text) ? nameOf(text) : undefined;
        return client.query({ text, values, ...(name !== undefined && { name }) });
      },
      release: () => client.release(),
    }) as unknown as PostgresPoolClient;
  return {
    connect: async () => {
      const client = await pool.connect();
      const known = clients.get(client) ?? wrap(client);
      clients.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
};
