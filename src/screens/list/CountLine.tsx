import Refresh from '@mui/icons-material/Refresh';
import IconButton from '@mui/material/IconButton';
import { useEffect, useState } from 'react';
import { useListContext } from 'react-admin';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../../feedback/lazyComponent.ts';
import { useConnectionPhase, useListChanges } from '../../live/store.ts';
import { ColumnChooser } from './ColumnChooser.tsx';
import type { ListChangesBar } from './changes/ListChangesBar.tsx';
import { countText } from './count.ts';
import { ExportMenu } from './export/ExportMenu.tsx';
import { activeFilters, useFilters } from './filters.ts';
import { useListView } from './view.tsx';

/** Loads the component while there is a connection, because it could not be loaded after the connection is lost. */
const useChangesBarComponent = (wanted: boolean): typeof ListChangesBar | undefined => {
  const [component, setComponent] = useState<typeof ListChangesBar>();
  useEffect(() => {
    if (!wanted) return;
    let shown = true;
    import('./changes/ListChangesBar.tsx').then(
      loaded => {
        if (shown) setComponent(() => loaded.ListChangesBar);
      },
      // A failure is ignored, because the list works without this line.
      () => undefined,
    );
    return () => {
      shown = false;
    };
  }, [wanted]);
  return component;
};

/** Shows changes of the list since it was fetched. Usually there are none, and it renders nothing. */
const LazyListChangesBar = () => {
  const { resource } = useListContext();
  const { arrived, left, missed } = useListChanges(resource);
  const phase = useConnectionPhase();
  const Line = useChangesBarComponent(phase !== 'off');
  const lost = phase === 'lost';
  if (!Line || (!lost && !missed && arrived.size + left.size === 0)) return null;
  return <Line arrived={arrived.size} left={left.size} missed={missed} lost={lost} />;
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

const FilterChips = lazyComponent('FilterChips', () => import('./FilterChips.tsx'));

/** Number of rows, active filters, and actions on all rows. */
export const CountLine = () => {
  const { total } = useListContext();
  const { resource, i18n, narrow } = useListView();
  const { values } = useFilters();
  return (
    <div className="list-row">
      <div className="list-count">
        <span role="status" className="list-total">
          {total === undefined ? '\u00a0' : i18n.translate('lists.found', { count: countText(resource, total, i18n) })}
        </span>
        {activeFilters(resource, values).length > 0 && (
          <LazyBoundary waiting={null}>
            <FilterChips />
          </LazyBoundary>
        )}
        {resource.list.live && <LazyListChangesBar />}
      </div>
      {!narrow && (
        <>
          <ColumnChooser />
          <ExportMenu />
        </>
      )}
      <RefreshButton />
    </div>
  );
};
