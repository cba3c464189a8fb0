import { readMigrations } from './migrationFiles.ts';
import type { Place, Places } from './place.ts';

/** Every table of the schema: the migration that makes one says where it lies, and does not pass the tests before it does. */
export const placement: Places = Object.assign(
  { kysely_migration: 'local', kysely_migration_lock: 'local' },
  ...Object.values(await readMigrations()).map(({ places }) => places),
);

/** What the rows of a table are spread by; keys and unique indexes of it contain this column. */
export const distributionColumn: { readonly [P in Place]?: string } = { company: 'company_id', object: 'object_id' };
