import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useGetList, useTranslate } from 'react-admin';
import { actionText } from '../../components/audit/AuditLines.tsx';
import { ValueChange } from '../../components/audit/ValueChange.tsx';
import { FailureAlert } from '../../components/FailureAlert.tsx';
import type { AuditRow } from '../../contract/shapes/audit.ts';
import { formatMoment } from '../../fields/format.ts';
import { wireLabel } from '../../fields/labels.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { ValueText } from '../../fields/ValueText.tsx';
import type { Resource } from '../../schema/define.ts';
import { wireNamesForReading } from '../../schema/wire.ts';

type Change = AuditRow['changes'][number];

export const ChangeLine = ({ resource, change: { field, before, after } }: { resource: Resource; change: Change }) => {
  const i18n = useI18n();
  return (
    <Typography variant="body2" component="li" sx={{ overflowWrap: 'anywhere' }}>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {wireLabel(resource, field, i18n)}:{' '}
      </Box>
      <ValueChange {...{ before, after }} renderValue={value => <ValueText {...{ resource, name: field, value }} />} />
    </Typography>
  );
};

/** Sorts the changed fields in the order of the description. Fields that the description does not have come last. */
export const sortLikeDescription = ({ fields }: Resource, changes: readonly Change[]): Change[] => {
  const names = Object.entries(fields).flatMap(([name, field]) => wireNamesForReading(name, field));
  const positionOf = ({ field }: Change) => (names.includes(field) ? names.indexOf(field) : names.length);
  return changes.toSorted((a, b) => positionOf(a) - positionOf(b));
};

export const History = ({ resource, id }: { resource: Resource; id: number }) => {
  const i18n = useI18n();
  const translate = useTranslate();
  const {
    data = [],
    isPending,
    isError,
    refetch,
  } = useGetList<AuditRow>('audit', {
    filter: { entity: resource.entity, entityId: id },
    sort: { field: 'id', order: 'DESC' },
    pagination: { page: 1, perPage: 100 },
  });
  if (isPending) return <Typography color="textSecondary">{translate('lists.record.historyLoading')}</Typography>;
  if (isError) return <FailureAlert text={translate('audit.failed')} onRetry={refetch} />;
  if (data.length === 0) return <Typography color="textSecondary">{translate('lists.record.historyEmpty')}</Typography>;
  return (
    <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {data.map(row => (
        <Box
          component="li"
          key={row.id}
          sx={{ py: 1, borderTop: 1, borderColor: 'divider', '&:first-of-type': { border: 0 } }}
        >
          <Typography variant="caption" color="textSecondary" component="p">
            <time dateTime={row.at}>{formatMoment(new Date(row.at), i18n.locale)}</time> ·{' '}
            {row.actorName || translate('lists.record.system')}
          </Typography>
          <Typography
            variant="body2"
            component="p"
            sx={{ fontWeight: 'fontWeightMedium', '&::first-letter': { textTransform: 'uppercase' } }}
          >
            {actionText(resource, row.action, i18n)}
          </Typography>
          {row.reason && (
            <Typography variant="body2" component="p" sx={{ overflowWrap: 'anywhere' }}>
              {translate('lists.record.reason', { reason: row.reason })}
            </Typography>
          )}
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {sortLikeDescription(resource, row.changes).map(change => (
              <ChangeLine key={change.field} {...{ resource, change }} />
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  );
};
