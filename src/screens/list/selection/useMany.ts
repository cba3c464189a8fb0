import { useState } from 'react';
import { type Identifier, useListContext } from 'react-admin';
import type { BulkOrder } from '../../../contract/shapes/bulk.ts';
import { tableQuery } from '../../../dataProvider/query.ts';
import { useListView } from '../view.tsx';

/**
 * Returns the records of an action: the selected ones (react-admin's selection), or all that match. "All" holds for one
 * filter only, and until a row is deselected. Then the remaining selected rows count.
 */
export const useMany = () => {
  const { selectedIds, data = [], total = 0, filterValues, sort } = useListContext();
  const { resource, split, asked, asCards } = useListView();
  const [allOf, setAllOf] = useState<{ readonly key: string; readonly ids: readonly Identifier[] }>();
  const filter = { ...filterValues, ...asked };
  const key = JSON.stringify(filter);
  const all = allOf?.key === key && selectedIds.length > 0 && allOf.ids.every(id => selectedIds.includes(id));
  // Cards have no checkbox for the whole page.
  const pageChosen = data.length > 0 && (asCards || data.every(({ id }) => selectedIds.includes(id)));
  const order = (): BulkOrder => {
    const query = tableQuery(resource, { sort, filter: all ? filter : { ids: selectedIds.join() } });
    const { page: _page, pageSize: _size, ...rest } = query;
    const Query = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    return { ...(split !== undefined && { Split: split }), Query: Query as NonNullable<BulkOrder['Query']> };
  };
  return {
    all,
    count: all ? total : selectedIds.length,
    /** Selected rows that the list does not show now: on other pages, or removed from the list. */
    away: selectedIds.filter(id => !data.some(row => row.id === id)),
    shown: selectedIds.filter(id => data.some(row => row.id === id)),
    /** Total, if the whole page is selected and there are more rows. */
    more: pageChosen && total > selectedIds.length ? total : undefined,
    chooseAll: () => setAllOf({ key, ids: selectedIds }),
    leaveAll: () => setAllOf(undefined),
    order,
  };
};
