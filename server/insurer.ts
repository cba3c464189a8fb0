import { calls } from '../src/contract/index.ts';
import { engineModules } from './engine/index.ts';
import { completeModules } from './module.ts';
import { modules } from './modules/index.ts';
import { tables } from './tables.ts';

export const insurer = {
  modules: completeModules([...engineModules, ...modules]),
  registry: { ...tables, calls },
};
