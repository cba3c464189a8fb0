import { useQueryClient } from '@tanstack/react-query';
import { useDataProvider, useListContext } from 'ra-core';
import { useEffect } from 'react';
import { readToken } from '../../api/token.ts';
import { currentLocale } from '../../i18n/locale.ts';
import { useListView } from './view.tsx';

/** Pages beyond it cost the database more than the chance that somebody turns to them is worth. */
const lastPageAhead = 20;
/** A page that was fetched longer ago is asked for again when it is turned to. */
export const freshMs = 30_000;

const askerNow = (): string => `${currentLocale()} ${readToken()}`;

const savesData = (): boolean =>
  'connection' in navigator && (navigator.connection as { saveData?: boolean } | undefined)?.saveData === true;

/** Calls back once the browser has nothing better to do. Returns the way to call that off. */
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
 * Fetches the page after this one once the rows stand, so that it is there when it is turned to. Not of a narrowed list:
 * its total is counted anew with every page, that of the whole one is kept. Not where the person saves data.
 */
export const useNextPage = (): void => {
  const { resource, data, total = 0, isFetching, page, perPage, sort, filterValues } = useListContext();
  const client = useQueryClient();
  const provider = useDataProvider();
  const { asked } = useListView();
  const narrowed = asked !== undefined || Object.keys(filterValues ?? {}).length > 0;
  const wanted = data !== undefined && !isFetching && !narrowed && page * perPage < total && page < lastPageAhead;
  const { field, order } = sort;
  useEffect(() => {
    if (!wanted || savesData()) return;
    const params = { pagination: { page: page + 1, perPage }, sort: { field, order }, filter: {} };
    const queryKey = [resource, 'getList', { ...params, meta: undefined }];
    return whenIdle(() => {
      if (Date.now() - (client.getQueryState(queryKey)?.dataUpdatedAt ?? 0) < freshMs) return;
      const asker = askerNow();
      provider.getList(resource, params).then(
        // Rows that come after session or language have changed are not for who looks now.
        rows => asker === askerNow() && client.setQueryData(queryKey, rows),
        // Nobody has asked for it yet: whoever does is told.
        () => undefined,
      );
    });
  }, [wanted, client, provider, resource, page, perPage, field, order]);
};
