import Insights from '@mui/icons-material/Insights';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { api, newKey } from '../../../api/client.ts';
import { serverNow } from '../../../api/clock.ts';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { Failed } from '../../../components/Failed.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { PageActions } from '../../../components/PageActions.tsx';
import { longestPeriodDays } from '../../../contract/limits.ts';
import type { Recompute } from '../../../contract/shapes/recompute.ts';
import { LazyBoundary } from '../../../feedback/LazyBoundary.tsx';
import { formatNumber } from '../../../fields/format.ts';
import { useI18n } from '../../../fields/useI18n.ts';
import { count } from '../../../i18n/count.ts';
import { scoring } from '../../../resources/scoring.ts';
import { dayMs } from '../../../schema/kinds/time.ts';
import { ResourceList } from '../../../screens/ResourceList.tsx';
import { createStore } from '../../../store.ts';

/** Poll interval, milliseconds. Polling is needed, because a live event can be lost. */
const lookEveryMs = 3000;

/** Id of the recompute job that this tab started. The job continues while the user looks at other pages. */
const startedRecompute = createStore<number | undefined>(undefined);

const isOpen = ({ State }: Recompute): boolean => State === 'queued' || State === 'running';

/**
 * Returns the longest period that the call allows, both days included. It ends tomorrow by UTC, because that day may
 * have begun in eastern time zones.
 */
const wholePeriod = () => {
  const dayFrom = (days: number) => new Date(serverNow() + days * dayMs).toISOString().slice(0, 10);
  return { From: dayFrom(2 - longestPeriodDays), To: dayFrom(1) };
};

/** Returns functions that start and cancel recomputing all scores. `job` is present while the job runs. */
export const useRecompute = () => {
  const client = useQueryClient();
  const id = startedRecompute.use();
  const start = useMutation({
    mutationFn: () => api('POST /api/v3/scoring/recompute')({ body: wholePeriod(), key: newKey() }),
    onSuccess: ({ Id }) => startedRecompute.set(Id),
  });
  const { data } = useQuery({
    queryKey: ['recompute', id],
    queryFn: ({ signal }) => api('GET /api/v3/scoring/recompute/{id}')({ params: { id: Number(id) }, signal }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data && !isOpen(state.data) ? false : lookEveryMs),
  });
  const cancel = useMutation({
    mutationFn: () => api('POST /api/v3/scoring/recompute/{id}/cancel')({ params: { id: Number(id) } }),
    onSuccess: stopped => client.setQueryData(['recompute', id], stopped),
  });
  const isOver = data !== undefined && !isOpen(data);
  useEffect(() => {
    if (!isOver) return;
    startedRecompute.set(undefined);
    void client.invalidateQueries({ queryKey: [scoring.name] });
  }, [client, isOver]);
  return {
    job: id === undefined || isOver ? undefined : (data ?? { Done: 0, Total: null }),
    start: () => start.mutate(),
    isStarting: start.isPending,
    cancel: () => cancel.mutate(),
  };
};

/**
 * Line with the number of vouchers that have a score, and the reasons why others have none. Vouchers without trips are
 * not in the list. The line says if only some devices send acceleration.
 */
export const Coverage = () => {
  const { translate, locale } = useI18n();
  const { data, isError, refetch } = useQuery({
    queryKey: [scoring.name, 'coverage'],
    queryFn: ({ signal }) => api('GET /api/v3/scoring/coverage')({ signal }),
  });
  if (isError && !data)
    return (
      <Box sx={{ mb: 2.5 }}>
        <Failed text={translate('scoring.coverage.failed')} onRetry={refetch} />
      </Box>
    );
  // The placeholder has the height of the line, so that the list below does not jump.
  if (!data)
    return (
      <Typography variant="body2" sx={{ mb: 1.5 }}>
        <Skeleton width="60%" />
      </Typography>
    );
  const { Vouchers, Scored, WithAcceleration } = data;
  const isMixed = WithAcceleration > 0 && WithAcceleration < Scored;
  if (Scored === Vouchers && !isMixed) return null;
  const number = (count: number) => formatNumber(count, 0, locale);
  const reasons = Object.entries(data.LeftOut)
    .filter(([, vouchers]) => vouchers > 0)
    .map(([reason, vouchers]) => translate(`scoring.coverage.${reason}`, { count: number(vouchers) }));
  const withScored = (key: string, values?: Record<string, unknown>) =>
    translate(key, { ...values, scored: number(Scored) });
  const sentences = [
    ...(Scored < Vouchers
      ? [`${count(withScored, 'scoring.coverage.scored', Vouchers, locale)} ${reasons.join(', ')}.`]
      : []),
    ...(isMixed ? [translate('scoring.coverage.mixed', { count: number(WithAcceleration) })] : []),
  ];
  return (
    <Typography variant="body2" color="text.secondary" sx={{ mb: 1.5 }}>
      {sentences.join(' ')}
    </Typography>
  );
};

const Progress = ({ done, total, onCancel }: { done: number; total: number | null; onCancel: () => void }) => {
  const { translate, locale } = useI18n();
  const text =
    total === null
      ? translate('scoring.recompute.queued')
      : translate('scoring.recompute.running', {
          done: formatNumber(done, 0, locale),
          total: formatNumber(total, 0, locale),
        });
  return (
    <Alert
      severity="info"
      variant="outlined"
      sx={{ mb: 2, bgcolor: 'background.paper', '& .MuiAlert-message': { flex: 1 } }}
      action={
        <Button size="small" color="inherit" onClick={onCancel}>
          {translate('scoring.recompute.cancel')}
        </Button>
      }
    >
      {text}
      <LinearProgress
        aria-label={text}
        variant={total ? 'determinate' : 'indeterminate'}
        value={total ? (100 * done) / total : undefined}
      />
    </Alert>
  );
};

/** Score list with a button that recomputes all scores. After an upgrade the list may be empty until then. */
export const ScoringList = () => {
  const translate = useTranslate();
  const { job, start, isStarting, cancel } = useRecompute();
  const [asking, setAsking] = useState(false);
  const disabled = isStarting || job !== undefined;
  const empty = (
    <Notice
      place="body"
      icon={Insights}
      title={translate('scoring.recompute.emptyTitle')}
      text={translate('scoring.recompute.emptyText')}
      action={
        <Button variant="contained" disabled={disabled} onClick={start}>
          {translate('scoring.recompute.start')}
        </Button>
      }
    />
  );
  return (
    <>
      <PageActions>
        <Button variant="outlined" size="small" disabled={disabled} onClick={() => setAsking(true)}>
          {translate('scoring.recompute.start')}
        </Button>
      </PageActions>
      <ConfirmDialog
        open={asking}
        title={translate('scoring.recompute.title')}
        help={translate('scoring.recompute.help')}
        action={translate('scoring.recompute.start')}
        harmless
        onClose={() => setAsking(false)}
        onConfirm={start}
      />
      {job && <Progress done={job.Done} total={job.Total} onCancel={cancel} />}
      <Coverage />
      <LazyBoundary>
        <ResourceList name={scoring.name} empty={empty} />
      </LazyBoundary>
    </>
  );
};
