import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { type Identifier, useGetMany, useListContext } from 'react-admin';
import type { BulkOrder } from '../../../contract/shapes/bulk.ts';
import { tableQuery } from '../../../dataProvider/query.ts';
import { LazyBoundary } from '../../../feedback/LazyBoundary.tsx';
import { refusalText } from '../../../feedback/refusal.ts';
import { actionLabel } from '../../../fields/useI18n.ts';
import { BulkDialog } from '../../bulk/lazy.ts';
import { countText } from '../count.ts';
import { rowTitle } from '../rowPath.ts';
import { useListView } from '../view.tsx';
import { useSelectRows } from './useSelect.ts';
import { useBulkActions } from './useSelectable.ts';

/**
 * Returns the records for a bulk action: the selected records (react-admin's selection), or all records that match the
 * filter. "All" ends when the filter changes or a row is deselected. Then the action is for the selected records again.
 */
const useBulkSelection = () => {
  const { selectedIds, data = [], total = 0, filterValues, sort } = useListContext();
  const { resource, split, fixedParams, showsCards } = useListView();
  const [allMatching, setAllMatching] = useState<{ readonly filterKey: string; readonly ids: readonly Identifier[] }>();
  const filter = { ...filterValues, ...fixedParams };
  const filterKey = JSON.stringify(filter);
  const isAll =
    allMatching?.filterKey === filterKey &&
    selectedIds.length > 0 &&
    allMatching.ids.every(id => selectedIds.includes(id));
  // Lists shown as cards have no checkbox for the whole page. Any selection of cards therefore counts as the whole
  // page.
  const isPageSelected = data.length > 0 && (showsCards || data.every(({ id }) => selectedIds.includes(id)));
  const buildBulkOrder = (): BulkOrder => {
    const query = tableQuery(resource, { sort, filter: isAll ? filter : { ids: selectedIds.join() } });
    const { page: _page, pageSize: _size, ...rest } = query;
    const Query = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    return { ...(split !== undefined && { Split: split }), Query: Query as NonNullable<BulkOrder['Query']> };
  };
  return {
    isAll,
    count: isAll ? total : selectedIds.length,
    /** Ids of selected rows that the list does not show now: on other pages, or removed from the list. */
    hiddenIds: selectedIds.filter(id => !data.some(row => row.id === id)),
    shownIds: selectedIds.filter(id => data.some(row => row.id === id)),
    /**
     * Number of all matching records, for the offer to select them all. Undefined if the page is not selected
     * completely, or if all are selected.
     */
    matchingTotal: isPageSelected && total > selectedIds.length ? total : undefined,
    selectAll: () => setAllMatching({ filterKey, ids: selectedIds }),
    endSelectAll: () => setAllMatching(undefined),
    buildOrder: buildBulkOrder,
  };
};

const maxShownNames = 20;

const HiddenRowNames = ({ ids }: { ids: readonly Identifier[] }) => {
  const { name, resource, i18n } = useListView();
  const { data, error } = useGetMany(name, { ids: ids.slice(0, maxShownNames) });
  const titles = data?.filter(row => row !== undefined).map(row => rowTitle(resource, row));
  const requestedCount = Math.min(ids.length, maxShownNames);
  const missingCount = requestedCount - (titles?.length ?? requestedCount);
  const unnamedCount = ids.length - requestedCount;
  const suffixes = [
    ...(missingCount > 0 ? [i18n.translate('bulk.gone', { n: missingCount })] : []),
    ...(unnamedCount > 0 ? [`+ ${unnamedCount}`] : []),
  ];
  const text = titles && [...titles, ...suffixes].join(', ');
  return (
    <Box component="span" role="status" sx={{ typography: 'body2' }}>
      {text ?? (error ? refusalText(error, i18n.translate) : '…')}
    </Box>
  );
};

/**
 * Message that counts the selected rows which the list does not show: other search, other page, or removed. The user
 * can list and deselect them.
 */
const HiddenSelection = ({ ids, onDeselect }: { ids: readonly Identifier[]; onDeselect: () => void }) => {
  const { i18n } = useListView();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" color="warning" aria-expanded={open} onClick={() => setOpen(!open)}>
        {i18n.translate('bulk.away', { n: ids.length })}
      </Button>
      {open && <HiddenRowNames ids={ids} />}
      {open && (
        <Button size="small" onClick={onDeselect}>
          {i18n.translate('bulk.dropAway')}
        </Button>
      )}
    </>
  );
};

export const SelectionBar = ({ onStarted }: { onStarted: (id: number) => void }) => {
  const { resource, i18n } = useListView();
  const { onUnselectItems } = useListContext();
  const selection = useBulkSelection();
  const select = useSelectRows();
  const actions = useBulkActions();
  const [actionName, setActionName] = useState<string>();
  const { translate } = i18n;
  const clearSelection = () => {
    selection.endSelectAll();
    onUnselectItems();
  };
  return (
    <>
      <Box
        data-strip
        sx={{
          ...{ display: 'flex', alignItems: 'center', gap: 1, py: 1, my: -1, bgcolor: 'background.default' },
          // The bar is sticky, so that it stays visible next to cards far down. On a phone it is one line, so that it
          // leaves space for the cards.
          ...{ position: 'sticky', top: 'calc(var(--frame-header) + var(--frame-subheader))', zIndex: 2 },
          ...{ flexWrap: { xs: 'nowrap', sm: 'wrap' }, overflowX: { xs: 'auto', sm: 'visible' } },
          ...{ mx: { xs: -2, sm: 0 }, px: { xs: 2, sm: 0 }, '& > *': { flex: 'none' } },
        }}
      >
        <Box component="span" role="status" sx={{ typography: 'subtitle2', mr: 1 }}>
          {translate(selection.isAll ? 'bulk.allChosen' : 'lists.selection.count', {
            count: countText(resource, selection.count, i18n),
          })}
        </Box>
        {!selection.isAll && selection.hiddenIds.length > 0 && (
          <HiddenSelection ids={selection.hiddenIds} onDeselect={() => select(selection.shownIds)} />
        )}
        {actions.map(([name, action]) => (
          <Button
            key={name}
            size="small"
            variant="outlined"
            color={action.removes ? 'error' : 'primary'}
            onClick={() => setActionName(name)}
          >
            {actionLabel(resource, name, action, i18n)}
          </Button>
        ))}
        {!selection.isAll && selection.matchingTotal !== undefined && actions.length > 0 && (
          <Button size="small" onClick={selection.selectAll}>
            {translate('bulk.chooseAll', { count: countText(resource, selection.matchingTotal, i18n) })}
          </Button>
        )}
        <Button size="small" onClick={clearSelection}>
          {translate('lists.selection.clear')}
        </Button>
      </Box>
      {actionName !== undefined && (
        <LazyBoundary>
          <BulkDialog
            resource={resource}
            actionName={actionName}
            order={selection.buildOrder()}
            recordCount={selection.count}
            onClose={() => setActionName(undefined)}
            onStarted={id => {
              setActionName(undefined);
              onStarted(id);
              clearSelection();
            }}
          />
        </LazyBoundary>
      )}
    </>
  );
};
