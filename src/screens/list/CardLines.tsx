import type { RaRecord } from 'react-admin';
import { kinds } from '../../fields/registry.ts';
import { fieldLabel, useI18n } from '../../fields/useI18n.ts';
import type { Resource } from '../../schema/define.ts';
import { isEmpty } from '../../schema/kinds/value.ts';

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
