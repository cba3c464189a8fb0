import { styled } from '@mui/material/styles';
import type { RaRecord } from 'ra-core';
import { kinds } from '../../fields/registry.ts';
import { fieldLabel, useI18n } from '../../fields/useI18n.ts';
import { isEmpty } from '../../kinds/value.ts';
import type { Resource } from '../../resources/define.ts';

const Lines = styled('dl')(({ theme }) => ({
  ...theme.typography.body2,
  margin: 0,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)',
  gap: theme.spacing(0.5, 1),
  alignItems: 'baseline',
  '& dt': { color: theme.palette.text.secondary },
  '& dd': { margin: 0, minWidth: 0, overflowWrap: 'anywhere' },
}));

/** Lines of label and value; empty values are omitted. */
export const CardLines = (props: { names: readonly string[]; row: RaRecord; resource: Resource }) => {
  const { names, row, resource } = props;
  const i18n = useI18n();
  return (
    <Lines>
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
    </Lines>
  );
};
