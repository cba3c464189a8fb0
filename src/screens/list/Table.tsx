import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import { type PointerEvent, useEffect, useMemo, useRef } from 'react';
import { type Identifier, type RaRecord, useListContext } from 'react-admin';
import { columnWidthMaxCh, columnWidthMinCh } from '../../contract/states.ts';
import { effectiveOrder, toSort, unselected } from '../../dataProvider/order.ts';
import { alignOf } from '../../fields/registry.ts';
import { headerLabel } from '../../schema/texts.ts';
import { boxWidth, type Column, cellPadding, widthOf } from './column.ts';
import { SelectPage, useSelecting } from './selection/SelectBox.tsx';
import { useSelectable } from './selection/useSelectable.ts';
import { TableRow } from './TableRow.tsx';
import { useDragOrder } from './useDragOrder.ts';
import { useListView } from './view.tsx';
import { useWaiting } from './waiting.ts';

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
 * Column headers, which can be dragged into another order. A sortable header is a button. Each press sets the next
 * order: ascending, descending, default.
 */
const TableHead = ({ fields, selectable }: { fields: readonly Column[]; selectable: boolean }) => {
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

/** Placeholder with the rows and columns of the coming page, so that nothing moves when it loads. */
const TableSkeleton = ({ fields, selectable }: { fields: readonly Column[]; selectable: boolean }) => {
  const { perPage } = useListContext();
  const { i18n } = useListView();
  return (
    <tbody role="status" aria-label={i18n.translate('lists.loading')}>
      {Array.from({ length: Math.min(perPage, 50) }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton are identical
        <tr key={row} aria-hidden>
          {selectable && <td />}
          {fields.map(({ name, field }) => (
            <td key={name} data-align={alignOf(field)}>
              <i className="bone" />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
};

const noRows: readonly RaRecord[] = [];

/**
 * Returns React keys for the rows. A row that stays keeps its key. A new row reuses the key of a removed row, so React
 * reuses its elements. That takes half the time of creating them. Cells must have no state of their own.
 */
const useRowKeys = (rows: readonly RaRecord[] = noRows): readonly number[] => {
  const last = useRef<ReadonlyMap<Identifier, number>>(new Map());
  return useMemo(() => {
    const staying = rows.map(({ id }) => last.current.get(id));
    const taken = new Set(staying);
    let free = 0;
    const keys = staying.map(key => {
      if (key !== undefined) return key;
      while (taken.has(free)) free++;
      return free++;
    });
    last.current = new Map(rows.map(({ id }, at) => [id, keys[at] as number]));
    return keys;
  }, [rows]);
};

export const Table = ({ rows }: { rows: readonly RaRecord[] | undefined }) => {
  const { resource, split, columns, widths } = useListView();
  const selectable = useSelectable();
  const selecting = useSelecting();
  const keys = useRowKeys(rows);
  const waitOf = useWaiting(resource, split);
  const { page } = useListContext();
  const scroller = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page starts at its first row
  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [page]);
  const fields = useMemo(
    () =>
      columns.flatMap(name => {
        const field = resource.fields[name];
        return field ? [{ name, field, width: widthOf(name, field, widths) }] : [];
      }),
    [columns, resource, widths],
  );
  const total = fields.reduce((sum, { width }) => sum + width + cellPadding, selectable ? boxWidth : 0);
  return (
    <div ref={scroller} className="table-scroller">
      <table className="table" style={{ minWidth: `${total}ch` }}>
        <colgroup>
          {selectable && <col style={{ width: `${(100 * boxWidth) / total}%` }} />}
          {fields.map(({ name, width }) => (
            <col key={name} style={{ width: `${(100 * (width + cellPadding)) / total}%` }} />
          ))}
        </colgroup>
        <TableHead fields={fields} selectable={selectable} />
        {rows ? (
          <tbody>
            {rows.map((row, at) => (
              <TableRow
                key={keys[at]}
                row={row}
                fields={fields}
                resource={resource}
                split={split}
                {...(selectable && selecting(row.id))}
                wait={waitOf(row)}
              />
            ))}
          </tbody>
        ) : (
          <TableSkeleton fields={fields} selectable={selectable} />
        )}
      </table>
    </div>
  );
};
