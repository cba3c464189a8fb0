import { useListContext } from 'react-admin';
import { chosenDirection, type Direction, effectiveOrder, toSort, unselected } from '../../dataProvider/order.ts';
import { fieldLabel } from '../../fields/useI18n.ts';
import { sortableFields } from '../../schema/filters.ts';
import { ControlSelect } from './ControlSelect.tsx';
import { useListView } from './view.tsx';

const directions: readonly Direction[] = ['asc', 'desc'];

export const SortSelect = () => {
  const { resource, i18n } = useListView();
  const { sort, setSort } = useListContext();
  const fields = sortableFields(resource);
  return (
    <ControlSelect
      label={i18n.translate('lists.sortBy')}
      value={fields.includes(sort.field) ? sort.field : unselected}
      defaultText={fieldLabel(resource, effectiveOrder(resource, sort).field, i18n)}
      options={fields.map(name => ({ value: name, text: fieldLabel(resource, name, i18n) }))}
      onChange={field => setSort(toSort(field, chosenDirection(sort)))}
    />
  );
};

export const DirectionSelect = () => {
  const { resource, i18n } = useListView();
  const { sort, setSort } = useListContext();
  return (
    <ControlSelect
      label={i18n.translate('lists.direction')}
      value={chosenDirection(sort)}
      defaultText={i18n.translate(`lists.${effectiveOrder(resource, sort).direction}`)}
      options={directions.map(value => ({ value, text: i18n.translate(`lists.${value}`) }))}
      onChange={direction => setSort(toSort(sort.field, direction))}
    />
  );
};
