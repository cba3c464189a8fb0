import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import { type PointerEvent, useEffect, useMemo, useRef } from 'react';
import { type Identifier, type RaRecord, useListContext } from 'react-admin';
import { columnWidthMaxCh, columnWidthMinCh } from '../../contract/states.ts';
import { effectiveOrder, toSort, unselected } from '../../dataProvider/order.ts';
import { alignOf } from '../../fields/registry.ts';
import { headerLabel } from '../../schema/texts.ts';
import { type Column, cellPaddingCh, checkBoxWidthCh, columnWidthCh } from './column.ts';
import { PageCheckBox, useRowSelection } from './selection/SelectBox.tsx';
import { useHasCheckBoxes } from './selection/useSelectable.ts';
import { TableRow } from './TableRow.tsx';
import { useDragOrder } from './useDragOrder.ts';
import { useListView } from './view.tsx';
import { useWaitState } from './waiting.ts';

/**
 * Rounds a column's width to half characters. That is fine enough to look smooth, and avoids storing a width for every
 * pixel of a drag.
 */
const roundWidth = (widthCh: number): number =>
  Math.min(columnWidthMaxCh, Math.max(columnWidthMinCh, Math.round(widthCh * 2) / 2));

/**
 * The edge of a column header, which the pointer drags to change the width. Keyboard users set widths in the column
 * menu.
 */
const WidthHandle = ({ name, widthCh }: { name: string; widthCh: number }) => {
  const { widths, setWidths } = useListView();
  const startResize = (event: PointerEvent<HTMLSpanElement>) => {
    const handle = event.currentTarget;
    const startWidthPx = handle.closest('th')?.offsetWidth ?? 0;
    if (startWidthPx === 0) return;
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    const pointerStartPx = event.clientX;
    let lastWidthCh = widthCh;
    handle.onpointermove = moveEvent => {
      const nextWidthCh = roundWidth((widthCh * (startWidthPx + moveEvent.clientX - pointerStartPx)) / startWidthPx);
      if (nextWidthCh !== lastWidthCh) setWidths({ ...widths, [name]: nextWidthCh });
      lastWidthCh = nextWidthCh;
    };
    handle.onlostpointercapture = () => {
      handle.onpointermove = null;
    };
  };
  return <span className="width-handle" aria-hidden onPointerDown={startResize} />;
};

/**
 * Column headers, which can be dragged into another order. A sortable header is a button. Each press sets the next
 * order: ascending, descending, default.
 */
const TableHead = ({ fields, isSelectable }: { fields: readonly Column[]; isSelectable: boolean }) => {
  const { resource, i18n, setColumns } = useListView();
  const { sort, setSort } = useListContext();
  const { containerRef, loadSorting } = useDragOrder<HTMLTableRowElement>(setColumns);
  const order = effectiveOrder(resource, sort);
  const changeOrder = (name: string) => {
    if (sort.field !== name) return setSort(toSort(name, 'asc'));
    setSort(order.direction === 'asc' ? toSort(name, 'desc') : toSort(unselected, unselected));
  };
  return (
    <thead onPointerEnter={loadSorting}>
      <tr ref={containerRef}>
        {isSelectable && (
          <th>
            <PageCheckBox />
          </th>
        )}
        {fields.map(({ name, field, widthCh }) => {
          const label = headerLabel(resource, name, i18n);
          const isSorted = order.field === name;
          const Arrow = order.direction === 'asc' ? ArrowUpward : ArrowDownward;
          return (
            <th
              key={name}
              data-column={name}
              scope="col"
              title={label}
              data-align={alignOf(field)}
              aria-sort={isSorted ? (order.direction === 'asc' ? 'ascending' : 'descending') : undefined}
            >
              {field.sortable ? (
                <button type="button" onClick={() => changeOrder(name)}>
                  <span>{label}</span>
                  {isSorted && <Arrow fontSize="inherit" aria-hidden />}
                </button>
              ) : (
                label
              )}
              <WidthHandle name={name} widthCh={widthCh} />
            </th>
          );
        })}
      </tr>
    </thead>
  );
};

/** Placeholder while a page of rows loads. It has the rows and columns of the coming page, so that nothing moves. */
const TableSkeleton = ({ fields, isSelectable }: { fields: readonly Column[]; isSelectable: boolean }) => {
  const { perPage } = useListContext();
  const { i18n } = useListView();
  return (
    <tbody role="status" aria-label={i18n.translate('lists.loading')}>
      {Array.from({ length: Math.min(perPage, 50) }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton are identical
        <tr key={row} aria-hidden>
          {isSelectable && <td />}
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
 * Returns React keys for the rows. A row that stays keeps its key. A new row gets the key of a removed row, so React
 * reuses its elements. That takes half the time of creating elements. Cells must therefore have no state of their own.
 */
const useRowKeys = (rows: readonly RaRecord[] = noRows): readonly number[] => {
  const lastKeys = useRef<ReadonlyMap<Identifier, number>>(new Map());
  return useMemo(() => {
    const previousKeys = rows.map(({ id }) => lastKeys.current.get(id));
    const usedKeys = new Set(previousKeys);
    let nextFreeKey = 0;
    const keys = previousKeys.map(key => {
      if (key !== undefined) return key;
      while (usedKeys.has(nextFreeKey)) nextFreeKey++;
      return nextFreeKey++;
    });
    lastKeys.current = new Map(rows.map(({ id }, index) => [id, keys[index] as number]));
    return keys;
  }, [rows]);
};

export const Table = ({ rows }: { rows: readonly RaRecord[] | undefined }) => {
  const { resource, split, columns, widths } = useListView();
  const isSelectable = useHasCheckBoxes();
  const selectionOf = useRowSelection();
  const keys = useRowKeys(rows);
  const waitStateOf = useWaitState(resource, split);
  const { page } = useListContext();
  const scrollerRef = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page starts at its first row
  useEffect(() => {
    if (scrollerRef.current) scrollerRef.current.scrollTop = 0;
  }, [page]);
  const fields = useMemo(
    () =>
      columns.flatMap(name => {
        const field = resource.fields[name];
        return field ? [{ name, field, widthCh: columnWidthCh(name, field, widths) }] : [];
      }),
    [columns, resource, widths],
  );
  const totalWidthCh = fields.reduce(
    (sum, { widthCh }) => sum + widthCh + cellPaddingCh,
    isSelectable ? checkBoxWidthCh : 0,
  );
  return (
    <div ref={scrollerRef} className="table-scroller">
      <table className="table" style={{ minWidth: `${totalWidthCh}ch` }}>
        <colgroup>
          {isSelectable && <col style={{ width: `${(100 * checkBoxWidthCh) / totalWidthCh}%` }} />}
          {fields.map(({ name, widthCh }) => (
            <col key={name} style={{ width: `${(100 * (widthCh + cellPaddingCh)) / totalWidthCh}%` }} />
          ))}
        </colgroup>
        <TableHead fields={fields} isSelectable={isSelectable} />
        {rows ? (
          <tbody>
            {rows.map((row, index) => (
              <TableRow
                key={keys[index]}
                row={row}
                fields={fields}
                resource={resource}
                split={split}
                {...(isSelectable && selectionOf(row.id))}
                waitState={waitStateOf(row)}
              />
            ))}
          </tbody>
        ) : (
          <TableSkeleton fields={fields} isSelectable={isSelectable} />
        )}
      </table>
    </div>
  );
};
