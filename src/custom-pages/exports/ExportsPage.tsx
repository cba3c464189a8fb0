import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { api } from '../../api/client.ts';
import { useAccount } from '../../authProvider/account.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { FailureAlert } from '../../components/FailureAlert.tsx';
import { Notice } from '../../components/Notice.tsx';
import { config } from '../../config.ts';
import { hasAnyRole, rights } from '../../contract/access.ts';
import { useSelections } from '../../dataProvider/useSelections.ts';
import { showFailure } from '../../feedback/failures.ts';
import { PageSkeleton } from '../../feedback/PageSkeleton.tsx';
import { reasonOf } from '../../feedback/refusal.ts';
import { UnreadableResponse } from '../../feedback/UnreadableResponse.tsx';
import { formatMoment, formatNumber } from '../../fields/format.ts';
import { choiceLabel, type I18n, useI18n } from '../../fields/useI18n.ts';
import { exports } from '../../resources/engine/exports.ts';
import { routeTable } from '../../routes/table.ts';
import {
  deleteExport,
  downloadExport,
  type Export,
  isUnfinished,
  repeatExport,
} from '../../screens/list/export/order.ts';
import { Basket } from './Basket.tsx';
import { Schedules } from './Schedules.tsx';

const colours = { queued: 'default', running: 'info', done: 'success', failed: 'error', cancelled: 'default' } as const;

const megabytes = (bytes: number, locale: I18n['locale']): string =>
  formatNumber(Math.max(bytes / 1e6, 0.01), bytes < 1e7 ? 2 : 0, locale);

const describeExport = (row: Export, { translate, locale }: I18n): string => {
  const { Format, State, Total, Done, SizeBytes, Author, CreatedAt, ExpiresAt, HasFile } = row;
  const formatTime = (moment: string) => formatMoment(new Date(moment), locale);
  const rowCount = State === 'done' ? Done : Total;
  return [
    String(Format).toUpperCase(),
    rowCount !== null && translate('exports.rows', { n: formatNumber(rowCount, 0, locale) }),
    SizeBytes !== null && translate('exports.size', { n: megabytes(SizeBytes, locale) }),
    Author,
    formatTime(CreatedAt),
    State === 'done' &&
      (HasFile ? translate('exports.until', { at: formatTime(ExpiresAt) }) : translate('exports.inBrowser')),
  ]
    .filter(Boolean)
    .join(' · ');
};

interface ExportActionsProps {
  readonly row: Export;
  readonly busy: boolean;
  readonly onAction: (action: Promise<void>) => void;
}

/** Buttons of an export: download, cancel, repeat, remove. Those that its state does not allow are absent. */
const ExportActions = ({ row, busy, onAction }: ExportActionsProps) => {
  const translate = useTranslate();
  const [confirmOpen, setConfirmOpen] = useState(false);
  const { State, FileName, HasFile, Id } = row;
  const isActive = isUnfinished(row);
  const hasNoResult = State === 'failed' || State === 'cancelled';
  return (
    <Box sx={{ display: HasFile || isActive || hasNoResult ? 'flex' : 'none', gap: 1, flexWrap: 'wrap' }}>
      {HasFile && (
        <Button variant="outlined" disabled={busy} onClick={() => onAction(downloadExport(row))}>
          {translate('exports.download')}
        </Button>
      )}
      {isActive && (
        <Button disabled={busy} onClick={() => onAction(deleteExport(Id))}>
          {translate('exports.cancel')}
        </Button>
      )}
      {hasNoResult && (
        <Button variant="outlined" disabled={busy} onClick={() => onAction(repeatExport(Id))}>
          {translate('exports.again')}
        </Button>
      )}
      {HasFile && (
        <Button disabled={busy} color="error" onClick={() => setConfirmOpen(true)}>
          {translate('exports.remove')}
        </Button>
      )}
      <ConfirmDialog
        open={confirmOpen}
        title={translate('exports.removeTitle')}
        text={translate('exports.removeHelp', { file: FileName })}
        confirmLabel={translate('exports.remove')}
        onClose={() => setConfirmOpen(false)}
        onConfirm={() => onAction(deleteExport(Id))}
      />
    </Box>
  );
};

export const ExportRow = ({ row, onChanged }: { row: Export; onChanged: () => void }) => {
  const i18n = useI18n();
  const { translate, locale } = i18n;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const { List, Filter, State, Done, Total, Error: fault, FileName } = row;
  const runAction = (action: Promise<void>) => {
    setBusy(true);
    setError(undefined);
    action
      .then(onChanged)
      .catch((cause: unknown) => {
        setError(cause);
        showFailure(cause, reasonOf(cause, translate));
      })
      .finally(() => setBusy(false));
  };
  const percent = Total ? (100 * Done) / Total : 0;
  return (
    <Paper
      component="li"
      sx={{ p: 2, display: 'grid', gap: 1, alignItems: 'center', gridTemplateColumns: { xs: '1fr', md: '1fr auto' } }}
    >
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
          <Typography variant="h2">{List}</Typography>
          <Chip
            size="small"
            variant="outlined"
            color={colours[State]}
            label={choiceLabel(exports, 'State', State, i18n)}
          />
        </Box>
        <Typography>{Filter}</Typography>
        <Typography color="textSecondary">{describeExport(row, i18n)}</Typography>
        {fault && <Typography color="error">{fault}</Typography>}
        <UnreadableResponse error={error} />
        {State === 'running' && (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 0.5 }}>
            <LinearProgress variant="determinate" value={percent} aria-label={FileName} sx={{ flex: 1 }} />
            <Typography variant="caption">
              {formatNumber(Done, 0, locale)} / {Total === null ? '…' : formatNumber(Total, 0, locale)}
            </Typography>
          </Box>
        )}
      </Box>
      <ExportActions row={row} busy={busy} onAction={runAction} />
    </Paper>
  );
};

/** Shown if there are no exports. It links to the main lists, because an export starts in a list. */
const NoExports = ({ text }: { text: string }) => {
  const translate = useTranslate();
  const roles = useAccount()?.Roles ?? [];
  const lists = routeTable.filter(
    ({ resource, tile, roles: allowedRoles }) => resource && tile && hasAnyRole(roles, allowedRoles),
  );
  return (
    <Notice
      area="page"
      icon={FileDownloadOutlined}
      title={translate('routes.exports')}
      action={lists.map(({ path, title, tileTitle = title }) => (
        <Button key={path} variant="outlined" component={Link} to={path}>
          {translate(`routes.${tileTitle}`)}
        </Button>
      ))}
      text={translate(text)}
    />
  );
};

const pageStep = 25;
/** Poll interval, milliseconds. Polling is needed, because exports of other people send no event to this page. */
const pollIntervalMs = 5000;

/** Exports of the last days, newest first, including running ones with their progress. */
const PastExports = () => {
  const translate = useTranslate();
  const [limit, setLimit] = useState(pageStep);
  const { data, isError, refetch, isPlaceholderData } = useQuery({
    queryKey: ['export', 'list', limit],
    queryFn: ({ signal }) => api('GET /api/v3/exports')({ query: { page: 1, pageSize: limit }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.Items.some(isUnfinished) ? pollIntervalMs : false),
  });
  if (isError && !data) return <FailureAlert text={translate('exports.listFailed')} onRetry={refetch} />;
  if (!data) return <PageSkeleton />;
  if (data.Total === 0) return <NoExports text="exports.none" />;
  return (
    <Box component="section">
      <Typography variant="h1">{translate('routes.exports')}</Typography>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {translate('exports.about')}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {data.Items.map(row => (
          <ExportRow key={row.Id} row={row} onChanged={() => void refetch()} />
        ))}
      </Box>
      {data.Items.length < data.Total && (
        <Button onClick={() => setLimit(limit + pageStep)} loading={isPlaceholderData} fullWidth sx={{ mt: 1 }}>
          {translate('exports.more')}
        </Button>
      )}
    </Box>
  );
};

export const ExportsPage = () => {
  const selections = useSelections();
  const maySchedule = hasAnyRole(useAccount()?.Roles ?? [], rights.schedules);
  return (
    <Box sx={{ maxWidth: 'lg', display: 'grid', gap: 3 }}>
      {config.layout.cart && <Basket selections={selections} />}
      {maySchedule && <Schedules />}
      <PastExports />
    </Box>
  );
};
