import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import type { PointerEvent } from 'react';
import { useListContext } from 'react-admin';
import { columnWidthMaxCh, columnWidthMinCh } from '../../contract/states.ts';
import { effectiveOrder, toSort, unselected } from '../../dataProvider/order.ts';
import { headerLabel } from '../../fields/labels.ts';
import { alignOf } from '../../fields/registry.ts';
import type { Column } from './column.ts';
import { SelectPage } from './selection/SelectBox.tsx';
import { useDragOrder } from './useDragOrder.ts';
import { useListView } from './view.tsx';

/** Rounds to half characters: fine enough to look smooth, coarse enough not to be stored for every pixel. */
const rounded = (widthCh: number): number =>
  Math.min(columnWidthMaxCh, Math.max(columnWidthMinCh, Math.round(widthCh * 2) / 2));

/** The draggable edge of a column. Keyboard users set widths in the column menu. */
const WidthHandle = ({ name, widthCh }: { name: string; widthCh: number }) => {
  const { widths, setWidths } = useListView();
  const press = (event: PointerEvent<HTMLSpanElement>) => {
    const handle = event.currentTarget;
    const shownPx = handle.closest('th')?.offsetWidth ?? 0;
    if (shownPx === 0) return;
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    const startPx = event.clientX;
    let last = widthCh;
    handle.onpointermove = move => {
      const next = rounded((widthCh * (shownPx + move.clientX - startPx)) / shownPx);
      if (next !== last) setWidths({ ...widths, [name]: next });
      last = next;
    };
    handle.onlostpointercapture = () => {
      handle.onpointermove = null;
    };
  };
  return <span className="width-handle" aria-hidden onPointerDown={press} />;
};

/**
 * Column headers, which can be dragged into another order. A sortable header is a button that cycles up, down, default
 * order.
 */
export const TableHead = ({ fields, selectable }: { fields: readonly Column[]; selectable: boolean }) => {
  const { resource, i18n, setColumns } = useListView();
  const { sort, setSort } = useListContext();
  const { containerRef, loadSorting } = useDragOrder<HTMLTableRowElement>(setColumns);
  const order = effectiveOrder(resource, sort);
  const press = (name: string) => {
    if (sort.field !== name) return setSort(toSort(name, 'asc'));
    setSort(order.direction === 'asc' ? toSort(name, 'desc') : toSort(unselected, unselected));
  };
  return (
    <thead onPointerEnter={loadSorting}>
      <tr ref={containerRef}>
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
