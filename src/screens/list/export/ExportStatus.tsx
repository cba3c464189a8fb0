import Alert, { type AlertColor } from '@mui/material/Alert';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { api } from '../../../api/client.ts';
import { handleFailure } from '../../../feedback/failures.ts';
import { reasonOf } from '../../../feedback/refusal.ts';
import { formatNumber } from '../../../fields/format.ts';
import type { I18n } from '../../../fields/useI18n.ts';
import { watchJob } from '../../../live/jobs.ts';
import { pollJob } from '../../../live/pollJob.ts';
import { useListView } from '../view.tsx';
import { useExport } from './ExportProvider.tsx';
import { deleteExport, downloadExport, type Export, isUnfinished } from './order.ts';
import { saveFile } from './saveFile.ts';

/** Interval between requests for the progress, milliseconds. Polling is needed in case an event is lost. */
const pollIntervalMs = 3000;

/**
 * Returns the progress of an export that the server writes. While the list shows this progress, no other message
 * announces the end of the export.
 */
const useServerExport = (id: number) => {
  const client = useQueryClient();
  useEffect(() => watchJob(id), [id]);
  const { data, error } = useQuery({
    queryKey: ['export', 'one', id],
    queryFn: ({ signal }) => api('GET /api/v3/exports/{id}')({ params: { id }, signal }),
    refetchInterval: pollJob(pollIntervalMs, isUnfinished),
  });
  const cancel = async () => {
    await deleteExport(id);
    await client.invalidateQueries({ queryKey: ['export'] });
  };
  return { serverExport: data, error, cancel };
};

interface StatusLineProps {
  readonly severity: AlertColor;
  readonly text: string;
  /** Progress in percent. Null: the export is running, but its progress is unknown. Absent: the export has ended. */
  readonly progressPercent?: number | null;
  readonly children: ReactNode;
}

const StatusLine = ({ severity, text, progressPercent, children }: StatusLineProps) => (
  <Alert
    severity={severity}
    variant="outlined"
    sx={{
      bgcolor: 'background.paper',
      alignItems: 'center',
      flexWrap: { xs: 'wrap', sm: 'nowrap' },
      '& .MuiAlert-message': { flex: 1 },
      '& .MuiAlert-action': { pt: 0, alignItems: 'center' },
    }}
    action={children}
  >
    {text}
    {progressPercent !== undefined && (
      <LinearProgress
        aria-label={text}
        variant={progressPercent === null ? 'indeterminate' : 'determinate'}
        value={progressPercent ?? undefined}
      />
    )}
  </Alert>
);

const progressText = ({ State, Done, Total }: Export, { translate, locale }: I18n): string =>
  translate(`exports.${State === 'running' ? 'running' : 'queued'}`, {
    done: formatNumber(Done, 0, locale),
    total: Total === null ? '…' : formatNumber(Total, 0, locale),
  });

const calcProgressPercent = ({ State, Done, Total }: Export): number | null =>
  State === 'running' && Total ? (100 * Done) / Total : null;

const statusText = (serverExport: Export, i18n: I18n): string => {
  const { translate } = i18n;
  if (isUnfinished(serverExport)) return progressText(serverExport, i18n);
  if (serverExport.State === 'done') return translate('exports.ready', { file: serverExport.FileName });
  if (serverExport.State === 'failed') return translate('exports.failed', { reason: serverExport.Error });
  return translate('exports.cancelled');
};

const severities = { queued: 'info', running: 'info', done: 'success', failed: 'error', cancelled: 'info' } as const;

const ServerExportStatus = ({ id }: { id: number }) => {
  const { i18n } = useListView();
  const { dismiss } = useExport();
  const { serverExport, error, cancel } = useServerExport(id);
  const [fault, setFault] = useState('');
  const { translate } = i18n;
  const reason = fault || (error && reasonOf(error, translate));
  const runWithFault = (call: Promise<void>) =>
    call.catch(failure => {
      handleFailure(failure);
      setFault(reasonOf(failure, translate));
    });
  const unfinished = serverExport === undefined || isUnfinished(serverExport);
  return (
    <StatusLine
      severity={reason ? 'error' : severities[serverExport?.State ?? 'queued']}
      text={reason || (serverExport ? statusText(serverExport, i18n) : translate('exports.queued'))}
      progressPercent={unfinished && !reason ? (serverExport ? calcProgressPercent(serverExport) : null) : undefined}
    >
      {serverExport?.HasFile && (
        <Button size="small" color="inherit" onClick={() => runWithFault(downloadExport(serverExport))}>
          {translate('exports.download')}
        </Button>
      )}
      <Button size="small" color="inherit" component={Link} to="/cabinet/exports/">
        {translate('exports.toList')}
      </Button>
      <Button size="small" color="inherit" onClick={unfinished && !reason ? () => runWithFault(cancel()) : dismiss}>
        {translate(unfinished && !reason ? 'exports.cancel' : 'exports.close')}
      </Button>
    </StatusLine>
  );
};

/** Message with progress and result of an export. It stays until the user dismisses it. */
export const ExportStatus = () => {
  const { i18n } = useListView();
  const { state, dismiss } = useExport();
  const { translate } = i18n;
  switch (state.phase) {
    case 'idle':
      return null;
    case 'ordered':
      return <ServerExportStatus id={state.id} />;
    case 'reading':
    case 'writing':
      return (
        <StatusLine severity="info" text={translate(`exports.${state.phase}`)} progressPercent={null}>
          <Button size="small" color="inherit" onClick={dismiss}>
            {translate('exports.cancel')}
          </Button>
        </StatusLine>
      );
    default:
      return (
        <StatusLine
          severity={state.phase === 'ready' ? 'success' : 'error'}
          text={
            state.phase === 'ready'
              ? translate('exports.ready', { file: state.name })
              : translate('exports.failed', { reason: state.reason })
          }
        >
          {state.phase === 'ready' && (
            <Button size="small" color="inherit" onClick={() => saveFile(state.name, state.file)}>
              {translate('exports.save')}
            </Button>
          )}
          <Button size="small" color="inherit" onClick={dismiss}>
            {translate('exports.close')}
          </Button>
        </StatusLine>
      );
  }
};
