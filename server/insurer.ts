import { calls } from '../src/contract/index.ts';
import { engineModules } from './engine/index.ts';
import { makeRegistry } from './engine/registry.ts';
import { completeModules } from './module.ts';
import { modules as ownModules } from './modules/index.ts';
import { resources } from './resources.ts';

const modules = completeModules([...engineModules, ...ownModules]);

/** The product that this server serves: descriptions, calls of the contract, and modules. */
export const insurer = {
  modules,
  registry: makeRegistry(
    resources,
    calls,
    modules.flatMap(({ tables = [] }) => tables),
  ),
};
