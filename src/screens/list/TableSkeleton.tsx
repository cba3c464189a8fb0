import { useListContext } from 'react-admin';
import { alignOf } from '../../fields/registry.ts';
import type { Column } from './column.ts';
import { useListView } from './view.tsx';

/** Placeholder with the rows and columns of the coming page, so that nothing moves when it loads. */
export const TableSkeleton = ({ fields, selectable }: { fields: readonly Column[]; selectable: boolean }) => {
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
