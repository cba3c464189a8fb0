import type { Query, QueryClient } from '@tanstack/react-query';

export interface Row {
  readonly id?: unknown;
  readonly Version?: unknown;
  readonly [field: string]: unknown;
}
interface Page {
  readonly data: readonly Row[];
}

/** Returns a row with only the named fields. */
export const pickFields = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(names.map(name => [name, row[name]]));

/** Changes fields in the cached data of a query. The time of the last fetch stays, because nothing is fetched. */
export const patchQuery = (query: Query, fields: object): void => {
  const updatedAt = query.state.dataUpdatedAt;
  query.setData({ ...(query.state.data as object), ...fields }, { updatedAt, manual: true });
};

export const createRowCache = (client: QueryClient) => {
  const findPages = (list?: string): Query[] =>
    client.getQueryCache().findAll({
      predicate: ({ queryKey: [name, verb] }) => verb === 'getList' && (list === undefined || name === list),
    });
  const rowsOf = ({ state }: Query): readonly Row[] => (state.data as Page | undefined)?.data ?? [];

  return {
    lists: (): string[] => [...new Set(findPages().map(({ queryKey }) => String(queryKey[0])))],
    has: (list: string, id: number): boolean => findPages(list).some(page => rowsOf(page).some(row => row.id === id)),
    /**
     * Changes fields of a record in the cached pages of one list. Returns true if a page has the record. A row with a
     * newer version stays unchanged.
     */
    updateRow: (list: string, id: number, fields: object, version: number): boolean => {
      const pagesWithRow = findPages(list).filter(page => rowsOf(page).some(row => row.id === id));
      for (const page of pagesWithRow) {
        const rows = rowsOf(page);
        if (Number(rows.find(row => row.id === id)?.Version) > version) continue;
        patchQuery(page, { data: rows.map(row => (row.id === id ? { ...row, ...fields } : row)) });
      }
      return pagesWithRow.length > 0;
    },
  };
};
