import Refresh from '@mui/icons-material/Refresh';
import IconButton from '@mui/material/IconButton';
import { useListContext } from 'react-admin';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../../feedback/lazyComponent.ts';
import { ColumnChooser } from './ColumnChooser.tsx';
import { LazyListChangesBar } from './changes/LazyListChangesBar.tsx';
import { countText } from './count.ts';
import { ExportMenu } from './export/ExportMenu.tsx';
import { activeFilters, useFilters } from './filters.ts';
import { useListView } from './view.tsx';

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
