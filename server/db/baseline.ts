import { sql } from 'kysely';
import type { Db } from './connect.ts';

/**
 * Migrations that the baselines replace. A database with the last of them has the schema of the baselines. The release
 * is the last that has these migrations.
 */
const replacedMigrations = { first: '001-organisation', last: '156-voucher-stages', release: '0.2.0' } as const;

/** The release that must upgrade a database with these migrations first. Undefined: none. */
export const earlierRelease = (appliedMigrations: readonly string[]): string | undefined =>
  appliedMigrations.includes(replacedMigrations.first) && !appliedMigrations.includes(replacedMigrations.last)
    ? replacedMigrations.release
    : undefined;

/** Applied migrations that only a newer program knows. */
export const newerMigrations = (
  appliedMigrations: readonly string[],
  knownMigrations: readonly string[],
): readonly string[] =>
  appliedMigrations.includes(replacedMigrations.last)
    ? []
    : appliedMigrations.filter(name => !knownMigrations.includes(name));

/** Records the baselines instead of the migrations that they replace. Returns the applied migrations. */
export const recordBaselines = async (
  db: Db,
  appliedMigrations: readonly string[],
  knownMigrations: Readonly<Record<string, { readonly baseline?: true }>>,
): Promise<readonly string[]> => {
  if (!appliedMigrations.includes(replacedMigrations.last)) return appliedMigrations;
  const baselines = Object.keys(knownMigrations).filter(name => knownMigrations[name]?.baseline);
  const keptMigrations = appliedMigrations.filter(name => name in knownMigrations);
  await sql`
    with gone as (delete from kysely_migration where name <> all(${keptMigrations}::text[]))
    insert into kysely_migration (name, timestamp)
      select name, ${new Date().toISOString()} from unnest(${baselines}::text[]) as name`.execute(db);
  return [...baselines, ...keptMigrations];
};
