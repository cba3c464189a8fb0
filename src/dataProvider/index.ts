import { combineDataProviders, type DataProvider } from 'ra-core';
import { resources } from '../resources/index.ts';
import { locate, type Registry } from './locate.ts';
import { simpleRest } from './simpleRest.ts';
import { tableProvider } from './tables.ts';

/** Described resources use their calls; all others are simple REST resources under /api/v3/. */
export const createDataProvider = (registry: Registry = resources): DataProvider => {
  const rest = simpleRest();
  // Verbs without a call end at the simple REST provider, whose 404 says so.
  const tables: DataProvider = { ...rest, ...tableProvider(registry) };
  return combineDataProviders(name => (locate(name, registry) ? tables : rest));
};

export const dataProvider = createDataProvider();
