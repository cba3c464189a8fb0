import { type RaRecord, useListContext } from 'ra-core';
import { CheckBox } from '../../../components/CheckBox.tsx';
import { rowTitle } from '../rowPath.ts';
import { useListView } from '../view.tsx';
import { useSelect } from './useSelect.ts';

/** Checkbox of a row, above the link that covers it. */
export const SelectRow = ({ row }: { row: RaRecord }) => {
  const { resource, i18n } = useListView();
  const { selectedIds } = useListContext();
  const select = useSelect();
  const chosen = selectedIds.includes(row.id);
  const label = i18n.translate('lists.selection.row', { title: rowTitle(resource, row) });
  return (
    <CheckBox
      checked={chosen}
      aria-label={label}
      title={label}
      onChange={() => select(chosen ? selectedIds.filter(id => id !== row.id) : [...selectedIds, row.id])}
    />
  );
};

/** Selects or deselects the page's rows. */
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
