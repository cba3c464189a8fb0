import { bulkChangesTable } from './bulk/table.ts';
import { exportsTable } from './exports/table.ts';
import { importsTable } from './imports/table.ts';

/** Tables of the engine that differ from the defaults of their description. */
export const engineTables = [bulkChangesTable, exportsTable, importsTable] as const;
