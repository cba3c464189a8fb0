import type { DataProvider, RaRecord } from 'ra-core';

const pageSize = 1000;

type ListQuery = Omit<Parameters<DataProvider['getList']>[1], 'pagination'>;

/** Loads all matching rows page by page; `onProgress` gets their number so far. */
export const pullRows = async (
  getList: DataProvider['getList'],
  name: string,
  query: ListQuery,
  onProgress: (done: number, total: number) => void,
): Promise<readonly RaRecord[]> => {
  const rows = new Map<RaRecord['id'], RaRecord>();
  for (let page = 1; ; page++) {
    query.signal?.throwIfAborted();
    const { data, total = 0 } = await getList(name, { ...query, pagination: { page, perPage: pageSize } });
    // A row that moves to a later page meanwhile comes twice.
    for (const row of data) rows.set(row.id, row);
    onProgress(Math.min(rows.size, total), total);
    if (data.length < pageSize || page * pageSize >= total) return [...rows.values()];
  }
};
