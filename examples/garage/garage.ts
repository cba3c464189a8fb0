import { audit } from '../../server/engine/audit/index.ts';
import { bulk } from '../../server/engine/bulk/index.ts';
import { exportsModule } from '../../server/engine/exports/index.ts';
import { importsModule } from '../../server/engine/imports/index.ts';
import { makeTables } from '../../server/engine/registry.ts';
import { engineResources } from '../../server/engine/resources.ts';
import { savedViews } from '../../server/engine/savedViews/index.ts';
import { engineTables } from '../../server/engine/tables.ts';
import { bulkCalls } from '../../src/contract/calls/bulk.ts';
import { exportCalls } from '../../src/contract/calls/exports.ts';
import { importCalls } from '../../src/contract/calls/imports.ts';
import { systemCalls } from '../../src/contract/calls/info.ts';
import { savedViewCalls } from '../../src/contract/calls/savedViews.ts';
import { cars } from './cars.ts';

const { 'GET /api/v3/audit': history } = systemCalls;

/** Worker threads import these tables from this file, because a thread shares no objects with the server. */
export const tables = makeTables({ cars, ...engineResources }, engineTables);

/**
 * Example product that uses the engine alone, without anything of an insurer. It has one description, and the engine's
 * history, bulk changes, exports, imports and saved views.
 */
export const garage = {
  modules: [audit, bulk, exportsModule, importsModule, savedViews],
  tablesFile: import.meta.url,
  registry: {
    ...tables,
    calls: { 'GET /api/v3/audit': history, ...bulkCalls, ...exportCalls, ...importCalls, ...savedViewCalls },
  },
};
