import { makeTables } from './engine/registry.ts';
import { engineTables } from './engine/tables.ts';
import { moduleTables } from './modules/tables.ts';
import { resources } from './resources.ts';

/** Descriptions and tables of the product. */
export const tables = makeTables(resources, [...engineTables, ...moduleTables]);
