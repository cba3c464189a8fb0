import { useCallback, useEffect, useRef } from 'react';
import { type Identifier, type RaRecord, useListContext } from 'react-admin';
import { CheckBox } from '../../../components/CheckBox.tsx';
import { rowTitle } from '../rowPath.ts';
import { useListView } from '../view.tsx';
import { useSelect } from './useSelect.ts';

/** Selection state of a row. */
export interface RowSelection {
  readonly chosen: boolean;
  /** Selects or deselects a row. All rows get the same function in every render, so that they need not render again. */
  readonly onToggle: (id: Identifier) => void;
}

/**
 * Returns the selection state of each row. The list passes it to the rows, because a row that subscribed itself would
 * render with every change of the list.
 */
export const useSelecting = (): ((id: Identifier) => RowSelection) => {
  const { selectedIds } = useListContext();
  const select = useSelect();
  const toggle = (id: Identifier) =>
    select(selectedIds.includes(id) ? selectedIds.filter(other => other !== id) : [...selectedIds, id]);
  const latest = useRef(toggle);
  useEffect(() => {
    latest.current = toggle;
  });
  const onToggle = useCallback((id: Identifier) => latest.current(id), []);
  return id => ({ chosen: selectedIds.includes(id), onToggle });
};

/** Checkbox of a row, above the link that covers the row. */
export const SelectRow = ({ row, chosen, onToggle }: { row: RaRecord } & RowSelection) => {
  const { resource, i18n } = useListView();
  const label = i18n.translate('lists.selection.row', { title: rowTitle(resource, row) });
  return <CheckBox checked={chosen} aria-label={label} title={label} onChange={() => onToggle(row.id)} />;
};

/** Selects or deselects the rows of the page. */
export const SelectPage = () => {
  const { i18n } = useListView();
  const { data = [], selectedIds } = useListContext();
  const select = useSelect();
  const ids = data.map(({ id }) => id);
  const chosen = ids.filter(id => selectedIds.includes(id));
  const all = ids.length > 0 && chosen.length === ids.length;
  const others = selectedIds.filter(id => !ids.includes(id));
  return (
    <CheckBox
      checked={all}
      indeterminate={chosen.length > 0 && !all}
      disabled={ids.length === 0}
      aria-label={i18n.translate('lists.selection.page')}
      onChange={() => select(all ? others : [...others, ...ids])}
    />
  );
};
