import { loadModule, parseSync } from 'libpg-query';
import type { Pool } from 'pg';
import type { Place } from '../../server/db/place.ts';
import { placement } from '../../server/db/placement.ts';

await loadModule();

/** Table names in a part of PostgreSQL's parse tree. */
const tablesIn = (node: unknown): string[] => {
  if (typeof node !== 'object' || node === null) return [];
  const { RangeVar, relation } = node as { RangeVar?: { relname?: string }; relation?: { relname?: string } };
  const own = [RangeVar?.relname, relation?.relname].filter(name => name !== undefined);
  return [...own, ...Object.values(node).flatMap(tablesIn)];
};

const spread = Object.entries(placement).filter(([, place]) => place !== 'reference');
const placesOf = (names: readonly string[]): Place[] => [
  ...new Set(spread.filter(([table]) => names.includes(table)).map(([, place]) => place)),
];

const copied = Object.keys(placement).filter(table => placement[table] === 'reference');
/** Roughly: parsing tells for certain. */
const changesCopied = new RegExp(`\\b(update|insert into|delete from) "?(${copied.join('|')})\\b`, 'i');

/** Names of the tables that a part of the tree changes. */
const changedIn = (node: unknown): string[] => {
  if (typeof node !== 'object' || node === null) return [];
  const { UpdateStmt, InsertStmt, DeleteStmt } = node as Record<string, { relation?: { relname?: string } }>;
  const own = [UpdateStmt, InsertStmt, DeleteStmt].flatMap(each => each?.relation?.relname ?? []);
  return [...own, ...Object.values(node).flatMap(changedIn)];
};

/** A copy that is changed by what another table holds is changed on that one's machine alone; the other copies stay as they were. */
const changesOneCopy = (stmt: object): boolean =>
  placesOf(tablesIn(stmt)).length > 0 && changedIn(stmt).some(table => copied.includes(table));

/**
 * Statements that join two placements of a cluster: rows of a company, of an object and of the coordinator may be on
 * different nodes. Reference tables are on every node; who changes one must not ask for rows of others.
 */
export const acrossPlaces = (text: string): string[] => {
  // Parsing is slow: only for texts that contain tables of two placements.
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

/** Number of statements in a text, as PostgreSQL's own parser counts them. */
export const countStatements = (text: string): number => parseSync(text).stmts?.length ?? 0;

interface Sent {
  readonly text: string;
  readonly values: unknown[];
}

type Query = (statement: string | Sent, ...more: unknown[]) => unknown;

const listeners = new Set<(sent: Sent) => void>();

/** Records all statements of the pool; returns those that join two placements. */
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

/** The statements with values that any watched connection sends meanwhile. */
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
