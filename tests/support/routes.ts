import { publicRoutes } from '../../src/routes/publicPages.ts';
import { routeTable } from '../../src/routes/table.ts';

/** A trip that may not exist. Its page then says so. */
const usual: Readonly<Record<string, string>> = { tripId: '1' };

/** Returns the addresses of all pages of the route table with these parameter values. */
export const addressesOf = (given: Readonly<Record<string, string>>): readonly string[] =>
  routeTable.map(({ path }) =>
    path.replace(/:(\w+)/g, (_, name: string) => {
      const value = given[name] ?? usual[name];
      if (value === undefined) throw new Error(`No example of :${name} for the address ${path}`);
      return value;
    }),
  );

/** Addresses of public pages. The route table has the others. */
export const openAddresses: readonly string[] = Object.values(publicRoutes).map(({ path }) => path);
