import { tablesOfAreas } from '../engine/registry.ts';

/**
 * Tables of the server's modules that differ from the defaults of their descriptions: all exports of each module's
 * table.ts. They are found by folder, because the thread that writes exports needs the tables but does not run the
 * modules.
 */
export const moduleTables = await tablesOfAreas('modules', area => import(`./${area}/table.ts`));
