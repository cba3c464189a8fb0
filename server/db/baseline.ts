import { sql } from 'kysely';
import type { Db } from './connect.ts';

/**
 * Migrations that the baselines replace. A database with the last of them has the schema of the baselines. The release
 * is the last that has these migrations.
 */
const replaced = { first: '001-organisation', last: '156-voucher-stages', release: '0.2.0' } as const;

/** The release that must upgrade a database with these migrations first. Undefined: none. */
export const earlierRelease = (applied: readonly string[]): string | undefined =>
  applied.includes(replaced.first) && !applied.includes(replaced.last) ? replaced.release : undefined;

/** Applied migrations that only a newer program knows. */
export const newerMigrations = (applied: readonly string[], known: readonly string[]): readonly string[] =>
  applied.includes(replaced.last) ? [] : applied.filter(name => !known.includes(name));

/** Records the baselines instead of the migrations that they replace. Returns the applied migrations. */
export const recordBaselines = async (
  db: Db,
  applied: readonly string[],
  known: Readonly<Record<string, { readonly baseline?: true }>>,
): Promise<readonly string[]> => {
  if (!applied.includes(replaced.last)) return applied;
  const baselines = Object.keys(known).filter(name => known[name]?.baseline);
  const later = applied.filter(name => name in known);
  await sql`
    with gone as (delete from kysely_migration where name <> all(${later}::text[]))
    insert into kysely_migration (name, timestamp)
      select name, ${new Date().toISOString()} from unnest(${baselines}::text[]) as name`.execute(db);
  return [...baselines, ...later];
};
