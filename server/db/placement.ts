import { readMigrations } from './migrationFiles.ts';

/**
 * Where a table lies when the database is a cluster (Citus): `company` and `object` are spread over its machines by
 * `company_id` and `object_id`, `reference` is whole on every one, `local` is on the coordinator alone.
 */
export type Place = 'company' | 'object' | 'reference' | 'local';
export type Places = Readonly<Record<string, Place>>;

/** Every table of the schema: the migration that makes one says where it lies, and does not pass the tests before it does. */
export const placement: Places = Object.assign(
  { kysely_migration: 'local', kysely_migration_lock: 'local' },
  ...Object.values(await readMigrations()).map(({ places }) => places),
);

/** What the rows of a table are spread by; keys and unique indexes of it contain this column. */
export const distributionColumn: { readonly [P in Place]?: string } = { company: 'company_id', object: 'object_id' };
