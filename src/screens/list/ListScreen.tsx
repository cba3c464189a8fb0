import { type RefObject, useEffect, useRef, useState } from 'react';
import { LazyBoundary, lazyComponent } from '../../feedback/LazyBoundary.tsx';
import { ExportProvider, useExport } from './export/ExportProvider.tsx';
import { ListBody } from './ListBody.tsx';
import { Pager } from './Pager.tsx';
import { Selection } from './selection/Selection.tsx';
import './controls.css';
import './list.css';
import FilterListOutlined from '@mui/icons-material/FilterListOutlined';
import Refresh from '@mui/icons-material/Refresh';
import Tune from '@mui/icons-material/Tune';
import IconButton from '@mui/material/IconButton';
import { useQueryClient } from '@tanstack/react-query';
import { useDataProvider, useListContext } from 'react-admin';
import { readToken } from '../../api/token.ts';
import { useAccount } from '../../authProvider/account.ts';
import { currentLocale } from '../../i18n/locale.ts';
import { useConnectionPhase, useListChanges } from '../../live/store.ts';
import { missingRoleToChange } from '../../schema/choiceRights.ts';
import { ColumnChooser } from './ColumnChooser.tsx';
import { ControlButton } from './ControlButton.tsx';
import type { ListChangesBar } from './changes/ListChangesBar.tsx';
import { countText } from './count.ts';
import { DisplaySelect } from './DisplaySelect.tsx';
import { ExportMenu } from './export/ExportMenu.tsx';
import { activeFilters, filterableFields, useFilters } from './filters.ts';
import { DirectionSelect, SortSelect } from './OrderSelects.tsx';
import { SearchBox } from './SearchBox.tsx';
import { useListView } from './view.tsx';
import { ViewsButton } from './views/ViewsButton.tsx';

/**
 * Loads the component for changes of the list while there is a connection. After the connection is lost the component
 * could not be loaded.
 */
const useChangesBarComponent = (isNeeded: boolean): typeof ListChangesBar | undefined => {
  const [component, setComponent] = useState<typeof ListChangesBar>();
  useEffect(() => {
    if (!isNeeded) return;
    let isMounted = true;
    import('./changes/ListChangesBar.tsx').then(
      loaded => {
        if (isMounted) setComponent(() => loaded.ListChangesBar);
      },
      // A failure to load is ignored, because the list works without the line about changes.
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [isNeeded]);
  return component;
};

/**
 * Line about changes of the list since its rows were fetched. It renders nothing while there are none, which is usual.
 */
const LazyListChangesBar = () => {
  const { resource } = useListContext();
  const { arrivedIds, leftIds, hasMissedEvents } = useListChanges(resource);
  const phase = useConnectionPhase();
  const ChangesBar = useChangesBarComponent(phase !== 'off');
  const isLost = phase === 'lost';
  if (!ChangesBar || (!isLost && !hasMissedEvents && arrivedIds.size + leftIds.size === 0)) return null;
  return (
    <ChangesBar
      arrivedCount={arrivedIds.size}
      leftCount={leftIds.size}
      hasMissedEvents={hasMissedEvents}
      isConnectionLost={isLost}
    />
  );
};

const RefreshButton = () => {
  const { i18n } = useListView();
  const { refetch, isFetching } = useListContext();
  const label = i18n.translate('lists.refresh');
  return (
    <IconButton aria-label={label} title={label} disabled={isFetching} onClick={() => refetch()}>
      <Refresh fontSize="small" />
    </IconButton>
  );
};

const ReadOnlyNote = lazyComponent('ReadOnlyNote', () => import('../ReadOnlyNote.tsx'), 'admin');
const FilterChips = lazyComponent('FilterChips', () => import('./FilterChips.tsx'));

const CountLine = () => {
  const { total } = useListContext();
  const { resource, i18n, isNarrow } = useListView();
  const { values } = useFilters();
  const account = useAccount();
  const missingRole = account && missingRoleToChange(resource, account.Roles);
  return (
    <div className={isNarrow ? 'list-row' : 'list-row list-wrap'}>
      <div className="list-count">
        <span role="status" className="list-total">
          {total === undefined ? '\u00a0' : i18n.translate('lists.found', { count: countText(resource, total, i18n) })}
        </span>
        {missingRole && (
          <LazyBoundary failed={null}>
            <ReadOnlyNote role={missingRole} />
          </LazyBoundary>
        )}
        {activeFilters(resource, values).length > 0 && (
          <LazyBoundary waiting={null}>
            <FilterChips />
          </LazyBoundary>
        )}
        {resource.list.live && <LazyListChangesBar />}
      </div>
      {!isNarrow && (
        <div className="list-order">
          <SortSelect />
          <DirectionSelect />
          <DisplaySelect />
        </div>
      )}
      <RefreshButton />
    </div>
  );
};

const ControlsSheet = lazyComponent('ControlsSheet', () => import('./ControlsSheet.tsx'));
const FilterSheet = lazyComponent('FilterSheet', () => import('./ControlsSheet.tsx'));

/** Button on narrow screens that opens all controls of the list except the search. */
const ControlsDrawer = () => {
  const [open, setOpen] = useState<boolean>();
  const label = useListView().i18n.translate('lists.controls');
  return (
    <>
      <IconButton aria-label={label} aria-haspopup="dialog" aria-expanded={open === true} onClick={() => setOpen(true)}>
        <Tune />
      </IconButton>
      {open !== undefined && (
        <LazyBoundary waiting={null}>
          <ControlsSheet open={open} onClose={() => setOpen(false)} />
        </LazyBoundary>
      )}
    </>
  );
};

const FilterButton = () => {
  const [open, setOpen] = useState<boolean>();
  const { resource, i18n } = useListView();
  const activeCount = activeFilters(resource, useFilters().values).length;
  const label = i18n.translate('lists.filters.title');
  return (
    <>
      <ControlButton
        icon={<FilterListOutlined fontSize="small" />}
        aria-haspopup="dialog"
        aria-expanded={open === true}
        onClick={() => setOpen(true)}
      >
        {activeCount ? `${label}: ${activeCount}` : label}
      </ControlButton>
      {open !== undefined && (
        <LazyBoundary waiting={null}>
          <FilterSheet open={open} onClose={() => setOpen(false)} />
        </LazyBoundary>
      )}
    </>
  );
};

/**
 * Search, filters, saved views, columns and export. On narrow screens: the search, and a button that opens all controls.
 */
const Toolbar = () => {
  const { resource, isNarrow } = useListView();
  if (isNarrow)
    return (
      <div className="list-row">
        <SearchBox />
        <ControlsDrawer />
      </div>
    );
  return (
    <div className="list-row list-wrap">
      <SearchBox />
      {filterableFields(resource).length > 0 && <FilterButton />}
      <ViewsButton />
      <ColumnChooser />
      <ExportMenu />
    </div>
  );
};

/** Last page that is prefetched. Later pages are opened too rarely to justify their cost in the database. */
const lastPrefetchedPage = 20;
/** Time after loading a page in which the same page is not prefetched, milliseconds. */
const prefetchFreshMs = 30_000;

const readSessionKey = (): string => `${currentLocale()} ${readToken()}`;

const isDataSavingOn = (): boolean =>
  'connection' in navigator && (navigator.connection as { saveData?: boolean } | undefined)?.saveData === true;

/** Runs `callback` when the browser is idle. Returns a function that cancels the call. */
const runWhenIdle = (callback: () => void): (() => void) => {
  // Safari has no `requestIdleCallback`.
  if (!window.requestIdleCallback) {
    const timer = setTimeout(callback, 200);
    return () => clearTimeout(timer);
  }
  const id = window.requestIdleCallback(callback);
  return () => window.cancelIdleCallback(id);
};

/**
 * Prefetches likely requests after the rows are displayed. These are the next page, and the descending order of a
 * column sorted in ascending order. Filtered lists are not prefetched, because their total is counted for every page.
 * With data saving on nothing is prefetched.
 */
const usePrefetchedPages = (): void => {
  const { resource, data, total = 0, isFetching, page, perPage, sort, filterValues } = useListContext();
  const client = useQueryClient();
  const provider = useDataProvider();
  const { fixedParams } = useListView();
  const isFiltered = fixedParams !== undefined || Object.keys(filterValues ?? {}).length > 0;
  const { field, order } = sort;
  const nextPage = page * perPage < total && page < lastPrefetchedPage && page + 1;
  const shouldPrefetch = data !== undefined && !isFetching && !isFiltered && (nextPage || order === 'ASC');
  useEffect(() => {
    if (!shouldPrefetch || isDataSavingOn()) return;
    const prefetch = (pageNumber: number, direction: typeof order) => {
      const params = { pagination: { page: pageNumber, perPage }, sort: { field, order: direction }, filter: {} };
      const queryKey = [resource, 'getList', { ...params, meta: undefined }];
      if (Date.now() - (client.getQueryState(queryKey)?.dataUpdatedAt ?? 0) < prefetchFreshMs) return;
      const sessionKey = readSessionKey();
      provider.getList(resource, params).then(
        // Rows that arrive after the user or the language has changed are discarded.
        rows => sessionKey === readSessionKey() && client.setQueryData(queryKey, rows),
        // A failure of prefetching is ignored. It is shown when the user actually opens the page.
        () => undefined,
      );
    };
    return runWhenIdle(() => {
      if (nextPage) prefetch(nextPage, order);
      if (order === 'ASC') prefetch(1, 'DESC');
    });
  }, [shouldPrefetch, client, provider, resource, nextPage, perPage, field, order]);
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

const moveFocus = (root: HTMLElement, offset: 1 | -1) => {
  const rows = [...root.querySelectorAll<HTMLElement>('[data-row]')];
  const index = rows.indexOf(document.activeElement as HTMLElement);
  const nextIndex =
    index === -1 ? (offset === 1 ? 0 : rows.length - 1) : Math.min(Math.max(index + offset, 0), rows.length - 1);
  rows[nextIndex]?.focus();
  rows[nextIndex]?.closest('tr, li')?.scrollIntoView?.({ block: 'nearest' });
};

type KeyAction = (root: HTMLElement) => void;

/**
 * Actions of keys in a list. Keys are identified by their position on the keyboard, so that they work in the Russian
 * layout. Enter has no entry, because the focused link handles it.
 */
const keyActions: { readonly [code: string]: KeyAction } = {
  KeyJ: root => moveFocus(root, 1),
  KeyK: root => moveFocus(root, -1),
  KeyE: root => root.querySelector<HTMLElement>('[data-key=export]')?.click(),
  Slash: root => root.querySelector<HTMLElement>('[data-key=search]')?.focus(),
};

const useListKeys = (root: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const { current } = root;
      // `?` is typed with the slash key too. It opens the help on keys (layout/keys) and must not focus the search.
      const action = event.key === '?' ? undefined : keyActions[event.key === '/' ? 'Slash' : event.code];
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey || (event.shiftKey && event.key !== '/');
      // An open dialog or drawer handles keys itself.
      const openOverlay = document.querySelector('[role=dialog], [role=menu]');
      if (!action || !current || hasModifier || openOverlay || event.defaultPrevented || isTyping(event.target)) return;
      event.preventDefault();
      action(current);
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, [root]);
};

const ExportStatus = lazyComponent('ExportStatus', () => import('./export/ExportStatus.tsx'), 'exports');

const LazyExportStatus = () =>
  useExport().state.phase === 'idle' ? null : (
    <LazyBoundary waiting={null}>
      <ExportStatus />
    </LazyBoundary>
  );

export const ListScreen = () => {
  const root = useRef<HTMLDivElement>(null);
  const { showsCards, density } = useListView();
  useListKeys(root);
  usePrefetchedPages();
  return (
    <ExportProvider>
      <div ref={root} className="list" data-table={!showsCards || undefined} data-density={density}>
        <Toolbar />
        <LazyExportStatus />
        <CountLine />
        <Selection />
        <ListBody />
        <Pager />
      </div>
    </ExportProvider>
  );
};
