import type { ReactNode } from 'react';
import { ListContext, type ListControllerResult, useListContext, useNavigate } from 'react-admin';

type ListState = Pick<ListControllerResult, 'filterValues' | 'sort' | 'page' | 'perPage'>;

/** Returns the query string of a list's address for a state (filters, order, page), as react-admin reads it. */
export const listSearch = ({ filterValues, sort, page, perPage }: ListState): string => {
  const { field, order } = sort;
  const filter = JSON.stringify(filterValues ?? {});
  return `?${new URLSearchParams({ displayedFilters: '{}', filter, sort: field, order, page: `${page}`, perPage: `${perPage}` })}`;
};

/**
 * Returns a function that writes the list's present state (filters, order, page) into the address if it has none. An
 * address without a state always shows the newest state, so the Back button could not undo a change.
 */
export const useStoreListState = () => {
  const listContext = useListContext();
  const navigate = useNavigate();
  return () => {
    if (new URLSearchParams(window.location.search).has('filter')) return;
    navigate({ search: listSearch(listContext) }, { replace: true });
  };
};

/** Makes each change of filters, order or page a history entry that the Back button undoes. */
export const ListHistory = ({ children }: { readonly children: ReactNode }) => {
  const listContext = useListContext();
  const storeState = useStoreListState();
  const withHistoryEntry =
    <Args extends unknown[]>(change: (...args: Args) => void) =>
    (...args: Args): void => {
      storeState();
      change(...args);
    };
  const { setFilters, setSort, setPage, setPerPage } = listContext;
  const setters = {
    setFilters: withHistoryEntry(setFilters),
    setSort: withHistoryEntry(setSort),
    setPage: withHistoryEntry(setPage),
    setPerPage: withHistoryEntry(setPerPage),
  };
  return <ListContext.Provider value={{ ...listContext, ...setters }}>{children}</ListContext.Provider>;
};
