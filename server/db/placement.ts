import { readMigrations } from './migrationFiles.ts';
import type { TablePlacement, TablePlacements } from './tablePlacement.ts';

/** Placement of every table. Tests require each migration to state it. */
export const tablePlacements: TablePlacements = Object.assign(
  { kysely_migration: 'local' },
  ...Object.values(await readMigrations()).map(({ placements }) => placements),
);

/** Distribution column of a table. Its keys and unique indexes contain the column. */
export const distributionColumn: { readonly [P in TablePlacement]?: string } = {
  company: 'company_id',
  object: 'object_id',
};
