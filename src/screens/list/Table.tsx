import { useEffect, useMemo, useRef } from 'react';
import { type RaRecord, useListContext } from 'react-admin';
import { boxWidth, cellPadding, widthOf } from './column.ts';
import { useSelecting } from './selection/SelectBox.tsx';
import { useSelectable } from './selection/useSelectable.ts';
import { TableHead } from './TableHead.tsx';
import { TableRow } from './TableRow.tsx';
import { TableSkeleton } from './TableSkeleton.tsx';
import { useRowKeys } from './useRowKeys.ts';
import { useListView } from './view.tsx';
import { useWaiting } from './waiting.ts';

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
