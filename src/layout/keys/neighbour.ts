import type { QueryClient } from '@tanstack/react-query';
import { locate } from '../../dataProvider/locate.ts';
import { recordAddress } from '../../schema/addresses.ts';
import type { Row } from '../../schema/kinds/value.ts';

interface Page {
  readonly data?: readonly Row[];
}

/** Returns the path of the row before or after a record, on the page of the list that was fetched last. */
export const neighbour = (client: QueryClient, list: string, id: number, by: 1 | -1): string | undefined => {
  const located = locate(list);
  const [latest] = client
    .getQueryCache()
    .findAll({ queryKey: [list, 'getList'] })
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  const rows = (latest?.state.data as Page | undefined)?.data ?? [];
  const at = rows.findIndex(row => Number(row.Id) === id);
  const row = at < 0 ? undefined : rows[at + by];
  return located && row ? recordAddress(located.resource, row, located.split) : undefined;
};
