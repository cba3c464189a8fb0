import { tablesOfAreas } from './registry.ts';

/** Tables of the resources in `server/engine` that differ from the defaults of their description. */
export const engineTables = await tablesOfAreas('engine', area => import(`./${area}/table.ts`));
