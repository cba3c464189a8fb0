import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import { useListContext } from 'react-admin';
import { effectiveOrder, toSort, unselected } from '../../dataProvider/order.ts';
import { headerLabel } from '../../fields/labels.ts';
import { alignOf } from '../../fields/registry.ts';
import type { Column } from './column.ts';
import { SelectPage } from './selection/SelectBox.tsx';
import { useDragOrder } from './useDragOrder.ts';
import { useListView } from './view.tsx';
import { WidthHandle } from './WidthHandle.tsx';

/**
 * Column headers, which can be dragged into another order. A sortable header is a button that cycles up, down, default
 * order.
 */
export const TableHead = ({ fields, selectable }: { fields: readonly Column[]; selectable: boolean }) => {
  const { resource, i18n, setColumns } = useListView();
  const { sort, setSort } = useListContext();
  const { root, prepare } = useDragOrder<HTMLTableRowElement>(setColumns);
  const order = effectiveOrder(resource, sort);
  const press = (name: string) => {
    if (sort.field !== name) return setSort(toSort(name, 'asc'));
    setSort(order.direction === 'asc' ? toSort(name, 'desc') : toSort(unselected, unselected));
  };
  return (
    <thead onPointerEnter={prepare}>
      <tr ref={root}>
        {selectable && (
          <th>
            <SelectPage />
          </th>
        )}
        {fields.map(({ name, field, width }) => {
          const label = headerLabel(resource, name, i18n);
          const active = order.field === name;
          const Arrow = order.direction === 'asc' ? ArrowUpward : ArrowDownward;
          return (
            <th
              key={name}
              data-column={name}
              scope="col"
              title={label}
              data-align={alignOf(field)}
              aria-sort={active ? (order.direction === 'asc' ? 'ascending' : 'descending') : undefined}
            >
              {field.sortable ? (
                <button type="button" onClick={() => press(name)}>
                  <span>{label}</span>
                  {active && <Arrow fontSize="inherit" aria-hidden />}
                </button>
              ) : (
                label
              )}
              <WidthHandle name={name} widthCh={width} />
            </th>
          );
        })}
      </tr>
    </thead>
  );
};
