import { sql } from 'kysely';
import type { Db } from './connect.ts';

/**
 * Range of old migrations that the baselines replace. A database with the last of these migrations has the same schema
 * as one made by the baselines. `release` is the last release that has these migrations.
 */
const replacedMigrations = { first: '001-organisation', last: '156-voucher-stages', release: '0.2.0' } as const;

/**
 * Returns the release that must first upgrade a database with these migrations. Undefined: this release can upgrade it.
 */
export const earlierRelease = (appliedMigrations: readonly string[]): string | undefined =>
  appliedMigrations.includes(replacedMigrations.first) && !appliedMigrations.includes(replacedMigrations.last)
    ? replacedMigrations.release
    : undefined;

/** Returns the applied migrations that this program does not know, because a newer program applied them. */
export const newerMigrations = (
  appliedMigrations: readonly string[],
  knownMigrations: readonly string[],
): readonly string[] =>
  appliedMigrations.includes(replacedMigrations.last)
    ? []
    : appliedMigrations.filter(name => !knownMigrations.includes(name));

/** Records the baselines as applied, in place of the migrations that they replace. Returns the applied migrations. */
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
