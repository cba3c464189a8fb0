import { memo } from 'react';
import type { RaRecord } from 'react-admin';
import { kinds } from '../../fields/registry.ts';
import { fieldLabel, useI18n } from '../../fields/useI18n.ts';
import { hasRecordPage } from '../../schema/addresses.ts';
import type { Card, Resource } from '../../schema/define.ts';
import type { Fields } from '../../schema/forms.ts';
import { isEmpty } from '../../schema/kinds/value.ts';
import { RowLink } from './RowLink.tsx';
import { type RowSelection, SelectRow } from './selection/SelectBox.tsx';
import type { WaitState } from './waiting.ts';

/** Lines of label and value. Empty values are omitted. */
export const CardLines = (props: { names: readonly string[]; row: RaRecord; resource: Resource }) => {
  const { names, row, resource } = props;
  const i18n = useI18n();
  return (
    <dl className="card-lines">
      {names.map(name => {
        const field = resource.fields[name];
        if (!field || isEmpty(row, name, field)) return null;
        const { Display } = kinds[field.kind];
        return [
          <dt key={`${name}-label`}>{fieldLabel(resource, name, i18n)}</dt>,
          <dd key={name}>
            <Display name={name} field={field} row={row} resource={resource} />
          </dd>,
        ];
      })}
    </dl>
  );
};

const CardValue = ({ name, row, resource }: { name: string | undefined; row: RaRecord; resource: Resource }) => {
  const field = name === undefined ? undefined : resource.fields[name];
  if (!name || !field || isEmpty(row, name, field)) return null;
  const { Display } = kinds[field.kind];
  return <Display name={name} field={field} row={row} resource={resource} />;
};

/** Without `onToggle` the row cannot be selected. */
interface Props extends Partial<RowSelection> {
  row: RaRecord;
  resource: Resource;
  card: Card<Fields>;
  split?: string;
  wait?: WaitState;
}

export const RecordCard = memo(({ row, resource, card, split, chosen = false, onToggle, wait }: Props) => {
  const cardValue = (name: string | undefined) => <CardValue name={name} row={row} resource={resource} />;
  return (
    <li
      className="card"
      data-gone={row.gone}
      data-wait={wait}
      data-row={hasRecordPage(resource) ? undefined : true}
      tabIndex={hasRecordPage(resource) ? undefined : -1}
    >
      <RowLink resource={resource} split={split} row={row} />
      <div className="card-head">
        {onToggle && <SelectRow row={row} chosen={chosen} onToggle={onToggle} />}
        <div className="card-title">{cardValue(card.title)}</div>
        <div>{cardValue(card.badge)}</div>
      </div>
      {(card.subtitle || card.figure) && (
        <div className="card-head">
          <div className="card-subtitle">{cardValue(card.subtitle)}</div>
          <div className="card-figure">{cardValue(card.figure)}</div>
        </div>
      )}
      <CardLines names={card.lines} row={row} resource={resource} />
    </li>
  );
});
RecordCard.displayName = 'RecordCard';
