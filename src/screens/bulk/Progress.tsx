import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { LinkBase, useDataProvider } from 'react-admin';
import { api } from '../../api/client.ts';
import { serverNow } from '../../api/clock.ts';
import type { BulkChange } from '../../dataProvider/actions.ts';
import { formatNumber, formatTime } from '../../fields/format.ts';
import { type I18n, useI18n } from '../../fields/useI18n.ts';
import { bulkChanges } from '../../resources/engine/bulkChanges.ts';
import { resources } from '../../resources/index.ts';
import type { Resource } from '../../schema/define.ts';
import { rowPathOf, rowTitle } from '../list/rowPath.ts';
import { isUnderWay } from './useBulkChange.ts';

interface Props {
  readonly resource: Resource;
  readonly split: string | undefined;
  readonly ids: readonly number[];
}

const ExampleRecords = ({ resource, split, ids }: Props) => {
  const provider = useDataProvider();
  const { data = [] } = useQuery({
    queryKey: [bulkChanges.name, 'examples', resource.name, ids.join()],
    queryFn: async () => {
      const requests = ids.map(id => provider.getMany(resource.name, { ids: [id] }).then(({ data: [row] }) => row));
      return (await Promise.allSettled(requests)).flatMap(result =>
        result.status === 'fulfilled' && result.value ? [result.value] : [],
      );
    },
    retry: false,
  });
  return data.map((row, index) => {
    const path = rowPathOf(resource, split, row);
    const title = rowTitle(resource, row);
    return (
      <Fragment key={row.id}>
        {index > 0 && ', '}
        {path ? (
          <MuiLink component={LinkBase} to={path} target="_blank" sx={{ py: 0.5 }}>
            {title}
          </MuiLink>
        ) : (
          title
        )}
      </Fragment>
    );
  });
};

export const Reasons = ({ change }: { change: BulkChange }) => {
  const { translate, locale } = useI18n();
  const resource = resources[change.ResourceName];
  const { Id, Refused, Left, State } = change;
  const { data = [] } = useQuery({
    queryKey: [bulkChanges.name, 'reasons', Id, State, Refused, Left],
    queryFn: ({ signal }) => api('GET /api/v3/bulk/{id}/reasons')({ params: { id: Id }, signal }),
    enabled: Refused + Left > 0,
  });
  if (data.length === 0) return null;
  return (
    <Box
      component="ul"
      aria-label={translate('bulk.reasons')}
      sx={{ m: 0, pl: 2.5, maxHeight: '32vh', overflow: 'auto', overflowWrap: 'anywhere' }}
    >
      {data.map(({ Reason, Count, Ids }) => (
        <Typography key={Reason + Count} component="li" variant="body2">
          {formatNumber(Count, 0, locale)}: {Reason}
          <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
            {resource && <ExampleRecords resource={resource} split={change.SplitName ?? undefined} ids={Ids} />}
            {Count > Ids.length && ' …'}
          </Typography>
        </Typography>
      ))}
    </Box>
  );
};

const bulkTextKey = ({ State, Phase, Changed, Refused, Left }: BulkChange): string => {
  if (State === 'done' && Refused === 0) return 'doneAll';
  if (State === 'undone' && Left === 0) return 'undoneAll';
  if (Phase === 'undo' && State === 'cancelled') return 'undoCancelled';
  if (Phase === 'undo' && State === 'failed') return 'undoFailed';
  return State === 'cancelled' && Changed === 0 ? 'stopped' : State;
};

export const bulkText = (change: BulkChange, { translate, locale }: I18n): string => {
  const formatCount = (number: number | null) => (number === null ? '…' : formatNumber(number, 0, locale));
  const { Done, Total, Changed, Refused, Undone, Left, Possible, What: what, Error: reason } = change;
  return translate(`bulk.${bulkTextKey(change)}`, {
    what,
    done: formatCount(Done),
    total: formatCount(Total),
    changed: formatCount(Changed),
    refused: formatCount(Refused),
    undone: formatCount(Undone),
    left: formatCount(Left),
    possible: formatCount(Possible),
    reason,
  });
};

export const Progress = ({ change, i18n }: { change: BulkChange; i18n: I18n }) => {
  const text = bulkText(change, i18n);
  const { Done, Total } = change;
  return (
    <Box role="status" sx={{ flex: 1 }}>
      {text}
      {isUnderWay(change) && (
        <LinearProgress
          aria-label={text}
          sx={{ mt: 0.5 }}
          variant={Total === null ? 'indeterminate' : 'determinate'}
          value={Total ? (100 * Done) / Total : 0}
        />
      )}
    </Box>
  );
};

export const formatUndoDeadline = ({ UndoUntil }: BulkChange): string | undefined =>
  UndoUntil !== null && Date.parse(UndoUntil) > serverNow() ? formatTime(new Date(UndoUntil)) : undefined;
