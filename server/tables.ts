import { makeTables } from './engine/registry.ts';
import { engineTables } from './engine/tables.ts';
import { moduleTables } from './modules/tables.ts';
import { resources } from './resources.ts';

/** Descriptions of the product's resources, and its database tables. */
export const tables = makeTables(resources, [...engineTables, ...moduleTables]);
