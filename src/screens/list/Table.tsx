import { useEffect, useMemo, useRef } from 'react';
import { type Identifier, type RaRecord, useListContext } from 'react-admin';
import { alignOf } from '../../fields/registry.ts';
import { boxWidth, type Column, cellPadding, widthOf } from './column.ts';
import { useSelecting } from './selection/SelectBox.tsx';
import { useSelectable } from './selection/useSelectable.ts';
import { TableHead } from './TableHead.tsx';
import { TableRow } from './TableRow.tsx';
import { useListView } from './view.tsx';
import { useWaiting } from './waiting.ts';

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
