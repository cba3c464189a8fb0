import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useGetMany } from 'react-admin';
import { api } from '../../api/client.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { ValueText } from '../../fields/ValueText.tsx';
import { bulkChanges } from '../../resources/engine/bulkChanges.ts';
import type { Action, Resource } from '../../schema/define.ts';
import { headerLabel } from '../../schema/texts.ts';
import { fieldByWireName } from '../../schema/wire.ts';
import { rowTitle } from '../list/rowPath.ts';

interface Props {
  readonly resource: Resource;
  readonly changeId: number;
  readonly action: Action;
  /** Values of the action's dialog. */
  readonly dialogValues: Readonly<Record<string, unknown>>;
}

/**
 * Returns the values that fields of the record get, by their names in the API: the new state, fixed values, and values
 * of the dialog that are fields of the record, too.
 */
const valuesAfter = ({
  resource,
  action,
  dialogValues,
}: Omit<Props, 'changeId'>): Readonly<Record<string, unknown>> => {
  const { toState, valuesToWrite } = action;
  const stateField = resource.states?.field;
  return {
    ...Object.fromEntries(
      Object.entries(dialogValues).filter(
        ([name, value]) => value !== undefined && fieldByWireName(resource, name) !== undefined,
      ),
    ),
    ...(typeof valuesToWrite === 'object' && valuesToWrite),
    ...(toState !== undefined && stateField !== undefined && { [stateField]: toState }),
  };
};

/** The first records that a checked bulk change can change: each changed value before and after. */
export const FirstChanges = ({ resource, changeId, action, dialogValues }: Props) => {
  const i18n = useI18n();
  const after = Object.entries(valuesAfter({ resource, action, dialogValues }));
  const { data } = useQuery({
    queryKey: [bulkChanges.name, 'possible', changeId],
    queryFn: ({ signal }) => api('GET /api/v3/bulk/{id}/possible')({ params: { id: changeId }, signal }),
    enabled: after.length > 0,
  });
  const ids = data?.Ids ?? [];
  const { data: rows = [] } = useGetMany(resource.name, { ids }, { enabled: ids.length > 0 });
  const knownRows = rows.filter(row => row !== undefined);
  if (knownRows.length === 0) return null;
  const title = i18n.translate('bulk.first');
  return (
    <Box component="section" aria-label={title}>
      <Typography variant="subtitle2">{title}</Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5, maxHeight: '24vh', overflow: 'auto', overflowWrap: 'anywhere' }}>
        {knownRows.map(row => (
          <Typography key={row.id} component="li" variant="body2">
            {rowTitle(resource, row)}
            {after.map(([name, value]) => (
              <Box key={name} component="span" sx={{ display: 'block', color: 'text.secondary' }}>
                {headerLabel(resource, fieldByWireName(resource, name)?.[0] ?? name, i18n)}:{' '}
                <ValueText resource={resource} name={name} value={row[name]} /> →{' '}
                <ValueText resource={resource} name={name} value={value} />
              </Box>
            ))}
          </Typography>
        ))}
      </Box>
    </Box>
  );
};
