import type { RaRecord } from 'ra-core';
import { memo } from 'react';
import { basketOn } from '../../components/basket.ts';
import { Later } from '../../feedback/Later.tsx';
import { part } from '../../feedback/part.ts';
import { alignOf, kinds } from '../../fields/registry.ts';
import { hasRecordPage } from '../../resources/addresses.ts';
import type { Resource } from '../../resources/define.ts';
import type { Column } from './column.ts';
import { RowLink } from './RowLink.tsx';

const PickButton = part('PickButton', () => import('./PickButton.tsx'));

interface Given {
  row: RaRecord;
  fields: readonly Column[];
  resource: Resource;
  split?: string;
}

export const TableRow = memo(({ row, fields, resource, split }: Given) => (
  <tr
    data-gone={row.gone}
    data-row={hasRecordPage(resource) ? undefined : true}
    tabIndex={hasRecordPage(resource) ? undefined : -1}
  >
    {fields.map(({ name, field }, index) => {
      const { Cell } = kinds[field.kind];
      return (
        <td key={name} data-align={alignOf(field)}>
          {index === 0 && <RowLink resource={resource} split={split} row={row} />}
          <Cell name={name} field={field} row={row} resource={resource} />
        </td>
      );
    })}
    {basketOn && (
      <td>
        <Later failed={null}>
          <PickButton row={row} />
        </Later>
      </td>
    )}
  </tr>
));
TableRow.displayName = 'TableRow';
