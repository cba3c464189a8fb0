import { memo } from 'react';
import type { RaRecord } from 'react-admin';
import { alignOf, kinds } from '../../fields/registry.ts';
import { hasRecordPage } from '../../schema/addresses.ts';
import type { Resource } from '../../schema/define.ts';
import type { Column } from './column.ts';
import { RowLink } from './RowLink.tsx';
import { RowCheckBox, type RowSelection } from './selection/SelectBox.tsx';
import type { WaitState } from './waiting.ts';

/** Without `onToggle` the row cannot be selected. */
interface Props extends Partial<RowSelection> {
  row: RaRecord;
  fields: readonly Column[];
  resource: Resource;
  split?: string;
  waitState?: WaitState;
}

export const TableRow = memo(({ row, fields, resource, split, isSelected = false, onToggle, waitState }: Props) => (
  <tr
    data-gone={row.gone}
    data-wait={waitState}
    data-row={hasRecordPage(resource) ? undefined : true}
    tabIndex={hasRecordPage(resource) ? undefined : -1}
  >
    {onToggle && (
      <td>
        <RowCheckBox row={row} isSelected={isSelected} onToggle={onToggle} />
      </td>
    )}
    {fields.map(({ name, field }, index) => {
      const { Cell } = kinds[field.kind];
      return (
        <td key={name} data-align={alignOf(field)}>
          {index === 0 && <RowLink resource={resource} split={split} row={row} />}
          <Cell name={name} field={field} row={row} resource={resource} />
        </td>
      );
    })}
  </tr>
));
TableRow.displayName = 'TableRow';
