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
import { useSelect } from './useSelect.ts';
import { useBulkActions } from './useSelectable.ts';

/**
 * Returns the records for a bulk action: the selected records (react-admin's selection), or all records that match the
 * filter. "All" ends when the filter changes or a row is deselected. Then the action is for the selected records again.
 */
const useMany = () => {
  const { selectedIds, data = [], total = 0, filterValues, sort } = useListContext();
  const { resource, split, asked, asCards } = useListView();
  const [allOf, setAllOf] = useState<{ readonly key: string; readonly ids: readonly Identifier[] }>();
  const filter = { ...filterValues, ...asked };
  const key = JSON.stringify(filter);
  const all = allOf?.key === key && selectedIds.length > 0 && allOf.ids.every(id => selectedIds.includes(id));
  // Cards have no checkbox that selects the whole page, so any selection of cards counts as the whole page.
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
    /**
     * Number of matching records, for the offer to select them all. Undefined if the page is not selected, or if all
     * are selected.
     */
    more: pageChosen && total > selectedIds.length ? total : undefined,
    chooseAll: () => setAllOf({ key, ids: selectedIds }),
    leaveAll: () => setAllOf(undefined),
    order,
  };
};

const namedAtMost = 20;

/** Names of selected rows that the list does not show. */
const AwayNames = ({ ids }: { ids: readonly Identifier[] }) => {
  const { name, resource, i18n } = useListView();
  const { data, error } = useGetMany(name, { ids: ids.slice(0, namedAtMost) });
  const titles = data?.filter(row => row !== undefined).map(row => rowTitle(resource, row));
  const asked = Math.min(ids.length, namedAtMost);
  const gone = asked - (titles?.length ?? asked);
  const more = ids.length - asked;
  const rest = [...(gone > 0 ? [i18n.translate('bulk.gone', { n: gone })] : []), ...(more > 0 ? [`+ ${more}`] : [])];
  const text = titles && [...titles, ...rest].join(', ');
  return (
    <Box component="span" role="status" sx={{ typography: 'body2' }}>
      {text ?? (error ? refusalText(error, i18n.translate) : '…')}
    </Box>
  );
};

/**
 * Counts selected rows that the list does not show: other search, other page, or removed. It can show and deselect
 * them.
 */
const ChosenOnOtherPages = ({ ids, onDrop }: { ids: readonly Identifier[]; onDrop: () => void }) => {
  const { i18n } = useListView();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" color="warning" aria-expanded={open} onClick={() => setOpen(!open)}>
        {i18n.translate('bulk.away', { n: ids.length })}
      </Button>
      {open && <AwayNames ids={ids} />}
      {open && (
        <Button size="small" onClick={onDrop}>
          {i18n.translate('bulk.dropAway')}
        </Button>
      )}
    </>
  );
};

/** Number of selected records, with actions on them or on all matching records. */
export const SelectionBar = ({ onBegin }: { onBegin: (id: number) => void }) => {
  const { resource, i18n } = useListView();
  const { onUnselectItems } = useListContext();
  const many = useMany();
  const select = useSelect();
  const actions = useBulkActions();
  const [asking, setAsking] = useState<string>();
  const { translate } = i18n;
  const clear = () => {
    many.leaveAll();
    onUnselectItems();
  };
  return (
    <>
      <Box
        data-strip
        sx={{
          ...{ display: 'flex', alignItems: 'center', gap: 1, py: 1, my: -1, bgcolor: 'background.default' },
          // Sticky, so that it stays visible next to cards far down. On a phone it is one line, so that it leaves space
          // for the cards.
          ...{ position: 'sticky', top: 'calc(var(--frame-header) + var(--frame-subheader))', zIndex: 2 },
          ...{ flexWrap: { xs: 'nowrap', sm: 'wrap' }, overflowX: { xs: 'auto', sm: 'visible' } },
          ...{ mx: { xs: -2, sm: 0 }, px: { xs: 2, sm: 0 }, '& > *': { flex: 'none' } },
        }}
      >
        <Box component="span" role="status" sx={{ typography: 'subtitle2', mr: 1 }}>
          {translate(many.all ? 'bulk.allChosen' : 'lists.selection.count', {
            count: countText(resource, many.count, i18n),
          })}
        </Box>
        {!many.all && many.away.length > 0 && <ChosenOnOtherPages ids={many.away} onDrop={() => select(many.shown)} />}
        {actions.map(([name, action]) => (
          <Button
            key={name}
            size="small"
            variant="outlined"
            color={action.removes ? 'error' : 'primary'}
            onClick={() => setAsking(name)}
          >
            {actionLabel(resource, name, action, i18n)}
          </Button>
        ))}
        {!many.all && many.more !== undefined && actions.length > 0 && (
          <Button size="small" onClick={many.chooseAll}>
            {translate('bulk.chooseAll', { count: countText(resource, many.more, i18n) })}
          </Button>
        )}
        <Button size="small" onClick={clear}>
          {translate('lists.selection.clear')}
        </Button>
      </Box>
      {asking !== undefined && (
        <LazyBoundary>
          <BulkDialog
            resource={resource}
            name={asking}
            order={many.order()}
            count={many.count}
            onClose={() => setAsking(undefined)}
            onRun={id => {
              setAsking(undefined);
              onBegin(id);
              clear();
            }}
          />
        </LazyBoundary>
      )}
    </>
  );
};
