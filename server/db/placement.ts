import { readMigrations } from './migrationFiles.ts';
import type { Place, Places } from './place.ts';

/** Placement of every table. Tests require each migration to state it. */
export const placement: Places = Object.assign(
  { kysely_migration: 'local' },
  ...Object.values(await readMigrations()).map(({ places }) => places),
);

/** Distribution column of a table. Its keys and unique indexes contain the column. */
export const distributionColumn: { readonly [P in Place]?: string } = { company: 'company_id', object: 'object_id' };
