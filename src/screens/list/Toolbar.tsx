import FilterListOutlined from '@mui/icons-material/FilterListOutlined';
import Tune from '@mui/icons-material/Tune';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { LazyBoundary } from '../../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../../feedback/lazyComponent.ts';
import { DisplaySelect } from './DisplaySelect.tsx';
import { FilterPanel } from './FilterPanel.tsx';
import { activeFilters, filterableFields, useFilters } from './filters.ts';
import { DirectionSelect, SortSelect } from './OrderSelects.tsx';
import { PopoverButton } from './PopoverButton.tsx';
import { SearchBox } from './SearchBox.tsx';
import { useListView } from './view.tsx';
import { ViewsButton } from './views/ViewsButton.tsx';

const ControlsSheet = lazyComponent('ControlsSheet', () => import('./ControlsSheet.tsx'));

/** Opens all controls except the search, on narrow screens. */
const ControlsDrawer = () => {
  const [open, setOpen] = useState<boolean>();
  const label = useListView().i18n.translate('lists.controls');
  return (
    <>
      <IconButton aria-label={label} aria-expanded={open ?? false} onClick={() => setOpen(true)}>
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

/** Search, sorting and filters. On narrow screens the search, and a button for the rest. */
export const Toolbar = () => {
  const { resource, i18n, narrow } = useListView();
  const { values } = useFilters();
  if (narrow)
    return (
      <div className="list-row">
        <SearchBox />
        <ControlsDrawer />
      </div>
    );
  return (
    <div className="list-row list-wrap">
      <SearchBox />
      <SortSelect />
      <DirectionSelect />
      <DisplaySelect />
      {filterableFields(resource).length > 0 && (
        <PopoverButton
          label={i18n.translate('lists.filters.title')}
          icon={<FilterListOutlined fontSize="small" />}
          count={activeFilters(resource, values).length}
        >
          <FilterPanel />
        </PopoverButton>
      )}
      <ViewsButton />
    </div>
  );
};
