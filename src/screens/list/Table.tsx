import { type RaRecord, useListContext } from 'ra-core';
import { useEffect, useRef } from 'react';
import { kinds } from '../../fields/registry.ts';
import { useSelectable } from './selection/useSelectable.ts';
import { TableHead } from './TableHead.tsx';
import { TableRow } from './TableRow.tsx';
import { TableSkeleton } from './TableSkeleton.tsx';
import { useCoveredTitles } from './useCoveredTitles.ts';
import { useListView } from './view.tsx';

/** Padding of a cell, in characters. */
const padding = 1.5;
/** Width of the checkbox column, in characters. */
const boxWidth = 5;

export const Table = ({ rows }: { rows: readonly RaRecord[] | undefined }) => {
  const { resource, split, columns } = useListView();
  const selectable = useSelectable();
  const showCovered = useCoveredTitles();
  const { page } = useListContext();
  const scroller = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page starts at its first row
  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [page]);
  const fields = columns.flatMap(name => {
    const field = resource.fields[name];
    return field ? [{ name, field, width: (field.widthCh ?? kinds[field.kind].width) + padding }] : [];
  });
  const total = fields.reduce((sum, { width }) => sum + width, selectable ? boxWidth : 0);
  return (
    <div ref={scroller} className="table-scroller">
      <table className="table" style={{ minWidth: `${total}ch` }}>
        <colgroup>
          {selectable && <col style={{ width: `${(100 * boxWidth) / total}%` }} />}
          {fields.map(({ name, width }) => (
            <col key={name} style={{ width: `${(100 * width) / total}%` }} />
          ))}
        </colgroup>
        <TableHead fields={fields} selectable={selectable} />
        {rows ? (
          <tbody onPointerMove={showCovered}>
            {rows.map(row => (
              <TableRow
                key={row.id}
                row={row}
                fields={fields}
                resource={resource}
                split={split}
                selectable={selectable}
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
