import { openRoutes } from '../../src/routes/places.ts';
import { routeTable } from '../../src/routes/table.ts';

/** Addresses of every page of the route table, with these values for the parameters in them. */
export const addressesOf = (given: Readonly<Record<string, string>>): readonly string[] =>
  routeTable.map(({ path }) =>
    path.replace(/:(\w+)/g, (_, name: string) => {
      const value = given[name];
      if (value === undefined) throw new Error(`No example of :${name} for the address ${path}`);
      return value;
    }),
  );

/** The pages open to who has not signed in: the route table begins behind them. */
export const openAddresses: readonly string[] = Object.values(openRoutes).map(({ path }) => path);
