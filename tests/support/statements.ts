import { loadModule, parseSync } from 'libpg-query';
import pg, { type Pool } from 'pg';
import { vi } from 'vitest';
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

/**
 * Statements that join two placements of a cluster: rows of a company, of an object and of the coordinator may be on
 * different nodes. Reference tables are on every node.
 */
export const acrossPlaces = (text: string): string[] => {
  // Parsing is slow: only for texts that contain tables of two placements.
  if (placesOf(text.match(/\w+/g) ?? []).length < 2) return [];
  const bytes = Buffer.from(text);
  return (
    (parseSync(text).stmts ?? [])
      // `analyze a, b` reads one table after the other.
      .filter(({ stmt = {} }) => !('VacuumStmt' in stmt) && placesOf(tablesIn(stmt)).length > 1)
      .map(({ stmt_location: at = 0, stmt_len: length = 0 }) =>
        bytes.subarray(at, length ? at + length : undefined).toString(),
      )
  );
};

type Query = (statement: string | { readonly text?: string }, ...more: unknown[]) => unknown;

/** Records all statements of the pool; returns those that join two placements. */
export const watchStatements = (pool: Pool): (() => string[]) => {
  const texts = new Set<string>();
  pool.on('connect', client => {
    const query = client.query.bind(client) as Query;
    const watched: Query = (statement, ...more) => {
      texts.add(typeof statement === 'string' ? statement : (statement.text ?? ''));
      return query(statement, ...more);
    };
    client.query = watched as typeof client.query;
  });
  return () => [...texts].flatMap(acrossPlaces);
};

interface Sent {
  readonly text: string;
  readonly values: unknown[];
}

/** The statements with parameters that any connection of this process sends meanwhile. */
export const statementsOf = async (work: () => Promise<unknown>): Promise<readonly Sent[]> => {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    const given = query.mock.calls.map(([statement]: readonly unknown[]) => statement);
    return given.filter(statement => typeof statement === 'object') as Sent[];
  } finally {
    query.mockRestore();
  }
};
