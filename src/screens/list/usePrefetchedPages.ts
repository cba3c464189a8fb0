import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useDataProvider, useListContext } from 'react-admin';
import { readToken } from '../../api/token.ts';
import { currentLocale } from '../../i18n/locale.ts';
import { useListView } from './view.tsx';

/** Maximum page to prefetch. Later pages cost the database more than their likelihood justifies. */
const lastPageAhead = 20;
/** Time in which a prefetched page is not prefetched again, milliseconds. */
const freshMs = 30_000;

const askerNow = (): string => `${currentLocale()} ${readToken()}`;

const savesData = (): boolean =>
  'connection' in navigator && (navigator.connection as { saveData?: boolean } | undefined)?.saveData === true;

/** Calls back when the browser is idle. Returns a function that cancels it. */
const whenIdle = (act: () => void): (() => void) => {
  // Safari has no idle callbacks.
  if (!window.requestIdleCallback) {
    const timer = setTimeout(act, 200);
    return () => clearTimeout(timer);
  }
  const id = window.requestIdleCallback(act);
  return () => window.cancelIdleCallback(id);
};

/**
 * Prefetches likely requests after the rows are displayed: the next page, and the descending order of a column in
 * ascending order. It does not run for filtered lists, whose total is counted for every page, nor with data saving on.
 */
export const usePrefetchedPages = (): void => {
  const { resource, data, total = 0, isFetching, page, perPage, sort, filterValues } = useListContext();
  const client = useQueryClient();
  const provider = useDataProvider();
  const { asked } = useListView();
  const narrowed = asked !== undefined || Object.keys(filterValues ?? {}).length > 0;
  const { field, order } = sort;
  const next = page * perPage < total && page < lastPageAhead && page + 1;
  const wanted = data !== undefined && !isFetching && !narrowed && (next || order === 'ASC');
  useEffect(() => {
    if (!wanted || savesData()) return;
    const ahead = (onPage: number, direction: typeof order) => {
      const params = { pagination: { page: onPage, perPage }, sort: { field, order: direction }, filter: {} };
      const queryKey = [resource, 'getList', { ...params, meta: undefined }];
      if (Date.now() - (client.getQueryState(queryKey)?.dataUpdatedAt ?? 0) < freshMs) return;
      const asker = askerNow();
      provider.getList(resource, params).then(
        // Discards rows that arrive after session or language have changed.
        rows => asker === askerNow() && client.setQueryData(queryKey, rows),
        // A failure is shown when the page is actually opened.
        () => undefined,
      );
    };
    return whenIdle(() => {
      if (next) ahead(next, order);
      if (order === 'ASC') ahead(1, 'DESC');
    });
  }, [wanted, client, provider, resource, next, perPage, field, order]);
};
