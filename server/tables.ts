import { makeTables } from './engine/registry.ts';
import { engineTables } from './engine/tables.ts';
import { moduleTables } from './modules/tables.ts';
import { resources } from './resources.ts';

export const tables = makeTables(resources, [...engineTables, ...moduleTables]);
