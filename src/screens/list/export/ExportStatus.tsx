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
import { useListView } from '../view.tsx';
import { useExport } from './ExportProvider.tsx';
import { downloadExport, dropExport, type Export, isOpen } from './order.ts';
import { saveFile } from './saveFile.ts';

/** Poll interval, in case an event is lost. */
const lookEveryMs = 3000;

/** Returns the progress of a server export. While the list watches this job, no message elsewhere announces its end. */
const useServerExport = (id: number) => {
  const client = useQueryClient();
  useEffect(() => watchJob(id), [id]);
  const { data, error } = useQuery({
    queryKey: ['export', 'one', id],
    queryFn: ({ signal }) => api('GET /api/v3/exports/{id}')({ params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && !isOpen(state.data) ? false : lookEveryMs),
  });
  const cancel = async () => {
    await dropExport(id);
    await client.invalidateQueries({ queryKey: ['export'] });
  };
  return { made: data, error, cancel };
};

interface LineProps {
  readonly severity: AlertColor;
  readonly text: string;
  /** Progress in percent. Null: running without known progress. Absent: ended. */
  readonly share?: number | null;
  readonly children: ReactNode;
}

const Line = ({ severity, text, share, children }: LineProps) => (
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
    {share !== undefined && (
      <LinearProgress
        aria-label={text}
        variant={share === null ? 'indeterminate' : 'determinate'}
        value={share ?? undefined}
      />
    )}
  </Alert>
);

/** Returns the progress of a server export in words. */
const progressText = ({ State, Done, Total }: Export, { translate, locale }: I18n): string =>
  translate(`lists.export.${State === 'running' ? 'running' : 'queued'}`, {
    done: formatNumber(Done, 0, locale),
    total: Total === null ? '…' : formatNumber(Total, 0, locale),
  });

const shareOf = ({ State, Done, Total }: Export): number | null =>
  State === 'running' && Total ? (100 * Done) / Total : null;

const textOf = (made: Export, i18n: I18n): string => {
  const { translate } = i18n;
  if (isOpen(made)) return progressText(made, i18n);
  if (made.State === 'done') return translate('lists.export.ready', { file: made.FileName });
  if (made.State === 'failed') return translate('lists.export.failed', { reason: made.Error });
  return translate('lists.export.cancelled');
};

const severities = { queued: 'info', running: 'info', done: 'success', failed: 'error', cancelled: 'info' } as const;

const Ordered = ({ id }: { id: number }) => {
  const { i18n } = useListView();
  const { dismiss } = useExport();
  const { made, error, cancel } = useServerExport(id);
  const [fault, setFault] = useState('');
  const { translate } = i18n;
  const reason = fault || (error && reasonOf(error, translate));
  const trying = (work: Promise<void>) =>
    work.catch(failure => {
      handleFailure(failure);
      setFault(reasonOf(failure, translate));
    });
  const open = made === undefined || isOpen(made);
  return (
    <Line
      severity={reason ? 'error' : severities[made?.State ?? 'queued']}
      text={reason || (made ? textOf(made, i18n) : translate('lists.export.queued'))}
      share={open && !reason ? (made ? shareOf(made) : null) : undefined}
    >
      {made?.HasFile && (
        <Button size="small" color="inherit" onClick={() => trying(downloadExport(made))}>
          {translate('lists.export.download')}
        </Button>
      )}
      <Button size="small" color="inherit" component={Link} to="/cabinet/exports/">
        {translate('lists.export.toList')}
      </Button>
      <Button size="small" color="inherit" onClick={open && !reason ? () => trying(cancel()) : dismiss}>
        {translate(open && !reason ? 'lists.export.cancel' : 'lists.export.close')}
      </Button>
    </Line>
  );
};

/** Progress and result of an export. It stays until dismissed. */
export const ExportStatus = () => {
  const { i18n } = useListView();
  const { state, dismiss } = useExport();
  const { translate } = i18n;
  switch (state.at) {
    case 'idle':
      return null;
    case 'ordered':
      return <Ordered id={state.id} />;
    case 'reading':
    case 'writing':
      return (
        <Line severity="info" text={translate(`lists.export.${state.at}`)} share={null}>
          <Button size="small" color="inherit" onClick={dismiss}>
            {translate('lists.export.cancel')}
          </Button>
        </Line>
      );
    default:
      return (
        <Line
          severity={state.at === 'ready' ? 'success' : 'error'}
          text={
            state.at === 'ready'
              ? translate('lists.export.ready', { file: state.name })
              : translate('lists.export.failed', { reason: state.reason })
          }
        >
          {state.at === 'ready' && (
            <Button size="small" color="inherit" onClick={() => saveFile(state.name, state.file)}>
              {translate('lists.export.save')}
            </Button>
          )}
          <Button size="small" color="inherit" onClick={dismiss}>
            {translate('lists.export.close')}
          </Button>
        </Line>
      );
  }
};
