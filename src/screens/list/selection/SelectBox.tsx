import { useCallback, useEffect, useRef } from 'react';
import { type Identifier, type RaRecord, useListContext } from 'react-admin';
import { CheckBox } from '../../../components/CheckBox.tsx';
import { rowTitle } from '../rowPath.ts';
import { useListView } from '../view.tsx';
import { useSelectRows } from './useSelect.ts';

export interface RowSelection {
  readonly isSelected: boolean;
  /**
   * Selects or deselects the row with this id. All rows get the same function in every render, so that they need not
   * render again.
   */
  readonly onToggle: (id: Identifier) => void;
}

/**
 * Returns a function that returns the selection of a row. The list passes the selection to the rows. A row that
 * subscribed itself would render with every change of the list.
 */
export const useRowSelection = (): ((id: Identifier) => RowSelection) => {
  const { selectedIds } = useListContext();
  const select = useSelectRows();
  const toggle = (id: Identifier) =>
    select(selectedIds.includes(id) ? selectedIds.filter(other => other !== id) : [...selectedIds, id]);
  const latestToggle = useRef(toggle);
  useEffect(() => {
    latestToggle.current = toggle;
  });
  const onToggle = useCallback((id: Identifier) => latestToggle.current(id), []);
  return id => ({ isSelected: selectedIds.includes(id), onToggle });
};

export const RowCheckBox = ({ row, isSelected, onToggle }: { row: RaRecord } & RowSelection) => {
  const { resource, i18n } = useListView();
  const label = i18n.translate('lists.selection.row', { title: rowTitle(resource, row) });
  return <CheckBox checked={isSelected} aria-label={label} title={label} onChange={() => onToggle(row.id)} />;
};

export const PageCheckBox = () => {
  const { i18n } = useListView();
  const { data = [], selectedIds } = useListContext();
  const select = useSelectRows();
  const pageIds = data.map(({ id }) => id);
  const selectedOnPage = pageIds.filter(id => selectedIds.includes(id));
  const isPageSelected = pageIds.length > 0 && selectedOnPage.length === pageIds.length;
  const selectedElsewhere = selectedIds.filter(id => !pageIds.includes(id));
  return (
    <CheckBox
      checked={isPageSelected}
      indeterminate={selectedOnPage.length > 0 && !isPageSelected}
      disabled={pageIds.length === 0}
      aria-label={i18n.translate('lists.selection.page')}
      onChange={() => select(isPageSelected ? selectedElsewhere : [...selectedElsewhere, ...pageIds])}
    />
  );
};
