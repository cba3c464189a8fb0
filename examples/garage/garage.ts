import { audit } from '../../server/engine/audit/index.ts';
import { bulk } from '../../server/engine/bulk/index.ts';
import { bulkChangesTable } from '../../server/engine/bulk/table.ts';
import { makeTables } from '../../server/engine/registry.ts';
import { savedViews } from '../../server/engine/savedViews/index.ts';
import { bulkCalls } from '../../src/contract/calls/bulk.ts';
import { savedViewCalls } from '../../src/contract/calls/savedViews.ts';
import { systemCalls } from '../../src/contract/calls/system.ts';
import { bulkChanges } from '../../src/resources/bulkChanges.ts';
import { cars } from './cars.ts';

const { 'GET /api/v3/audit': history } = systemCalls;

/** A product made with the engine alone: one description, and the engine's history, bulk changes and saved views. */
export const garage = {
  modules: [audit, bulk, savedViews],
  registry: {
    ...makeTables({ cars, bulkChanges }, [bulkChangesTable]),
    calls: { 'GET /api/v3/audit': history, ...bulkCalls, ...savedViewCalls },
  },
};
