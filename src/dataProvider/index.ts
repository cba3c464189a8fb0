import { combineDataProviders, type DataProvider } from 'react-admin';
import { resources } from '../resources/index.ts';
import { locateList, type Registry } from './locate.ts';
import { locateNested, nestedProvider } from './nested.ts';
import { simpleRest } from './simpleRest.ts';
import { type TableMethods, tableProvider } from './tables.ts';

export type CabinetProvider = DataProvider & TableMethods;

/**
 * Creates react-admin's data provider. Resources with a description, and their nested records, use the API calls of
 * their descriptions. All other names use simple REST under /api/v3/.
 */
export const createDataProvider = (registry: Registry = resources): CabinetProvider => {
  const rest = simpleRest();
  // react-admin's verbs without an API call reach the simple REST provider. The server answers 404, which reports the
  // mistake.
  const tables: DataProvider = { ...rest, ...tableProvider(registry) };
  const nested: DataProvider = { ...rest, ...nestedProvider(registry) };
  const providerFor = (name: string) => {
    if (locateList(name, registry)) return tables;
    return locateNested(name, registry) ? nested : rest;
  };
  return combineDataProviders(providerFor) as CabinetProvider;
};

export const dataProvider = createDataProvider();
