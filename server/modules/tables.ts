import { tablesOfAreas } from '../engine/registry.ts';

/**
 * Tables of the insurer that differ from the defaults of their description: all that a module's table.ts exports. Found
 * by folder and not through the modules, because the thread that writes exports needs tables but runs no module.
 */
export const moduleTables = await tablesOfAreas('modules', area => import(`./${area}/table.ts`));
