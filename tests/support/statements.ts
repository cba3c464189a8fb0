import { loadModule, parseSync } from 'libpg-query';
import type { Pool } from 'pg';
import { tablePlacements } from '../../server/db/placement.ts';
import type { TablePlacement } from '../../server/db/tablePlacement.ts';

await loadModule();

/** Returns the table names in a part of PostgreSQL's parse tree. */
const tablesIn = (node: unknown): string[] => {
  if (typeof node !== 'object' || node === null) return [];
  const { RangeVar, relation } = node as { RangeVar?: { relname?: string }; relation?: { relname?: string } };
  const own = [RangeVar?.relname, relation?.relname].filter(name => name !== undefined);
  return [...own, ...Object.values(node).flatMap(tablesIn)];
};

const spread = Object.entries(tablePlacements).filter(([, place]) => place !== 'reference');
const placesOf = (names: readonly string[]): TablePlacement[] => [
  ...new Set(spread.filter(([table]) => names.includes(table)).map(([, place]) => place)),
];

const copied = Object.keys(tablePlacements).filter(table => tablePlacements[table] === 'reference');
/** A rough filter before the exact parser. */
const changesCopied = new RegExp(`\\b(update|insert into|delete from) "?(${copied.join('|')})\\b`, 'i');

/** Returns the names of the tables that a part of the parse tree changes. */
const changedIn = (node: unknown): string[] => {
  if (typeof node !== 'object' || node === null) return [];
  const { UpdateStmt, InsertStmt, DeleteStmt } = node as Record<string, { relation?: { relname?: string } }>;
  const own = [UpdateStmt, InsertStmt, DeleteStmt].flatMap(each => each?.relation?.relname ?? []);
  return [...own, ...Object.values(node).flatMap(changedIn)];
};

/**
 * Returns true for a change of a reference table that depends on rows of another table. It would change only the copy
 * on that table's node, and the other copies would differ.
 */
const changesOneCopy = (stmt: object): boolean =>
  placesOf(tablesIn(stmt)).length > 0 && changedIn(stmt).some(table => copied.includes(table));

/**
 * Returns the statements that join two placements of a cluster. Rows of a company, of an object and of the coordinator
 * may be on different nodes. Reference tables are on every node, but a change of one must not read rows of other
 * tables.
 */
export const acrossPlaces = (text: string): string[] => {
  // Parsing is slow, so only texts with tables of two placements are parsed.
  const places = placesOf(text.match(/\w+/g) ?? []).length;
  if (places === 0 || (places === 1 && !changesCopied.test(text))) return [];
  const bytes = Buffer.from(text);
  return (
    (parseSync(text).stmts ?? [])
      // `analyze a, b` reads one table after the other.
      .filter(
        ({ stmt = {} }) => !('VacuumStmt' in stmt) && (placesOf(tablesIn(stmt)).length > 1 || changesOneCopy(stmt)),
      )
      .map(({ stmt_location: at = 0, stmt_len: length = 0 }) =>
        bytes.subarray(at, length ? at + length : undefined).toString(),
      )
  );
};

/** Returns the number of statements in a text, counted by PostgreSQL's own parser. */
export const countStatements = (text: string): number => parseSync(text).stmts?.length ?? 0;

interface Sent {
  readonly text: string;
  readonly values: unknown[];
}

type Query = (statement: string | Sent, ...more: unknown[]) => unknown;

const listeners = new Set<(sent: Sent) => void>();

/** Records all statements of the pool. The returned function returns those that join two placements. */
export const watchStatements = (pool: Pool): (() => string[]) => {
  const texts = new Set<string>();
  pool.on('connect', client => {
    const query = client.query.bind(client) as Query;
    const watched: Query = (statement, ...more) => {
      const sent =
        typeof statement === 'string' ? { text: statement, values: (more[0] ?? []) as unknown[] } : statement;
      texts.add(sent.text ?? '');
      for (const listen of listeners) listen(sent);
      return query(statement, ...more);
    };
    client.query = watched as typeof client.query;
  });
  return () => [...texts].flatMap(acrossPlaces);
};

/** Runs `work` and returns the statements with values that any watched connection sends meanwhile. */
export const statementsOf = async (work: () => Promise<unknown>): Promise<readonly Sent[]> => {
  const sent: Sent[] = [];
  const listen = (statement: Sent) => {
    if (statement.text) sent.push(statement);
  };
  listeners.add(listen);
  try {
    await work();
    return sent;
  } finally {
    listeners.delete(listen);
  }
};
