import BarChart from '@mui/icons-material/BarChart';
import ExpandLess from '@mui/icons-material/ExpandLess';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Insights from '@mui/icons-material/Insights';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Skeleton from '@mui/material/Skeleton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import { api, newIdempotencyKey } from '../../../api/client.ts';
import { serverNow } from '../../../api/clock.ts';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { FailureAlert } from '../../../components/FailureAlert.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { PageActions } from '../../../components/PageActions.tsx';
import { usePersistedSwitch } from '../../../components/persistedSwitch.ts';
import { maxPeriodDays } from '../../../contract/limits.ts';
import { scoringPeriods } from '../../../contract/scoring.ts';
import type { RecomputeProgress as Progress, Recompute } from '../../../contract/shapes/recompute.ts';
import { initialList } from '../../../dataProvider/initialList.ts';
import { LazyBoundary, lazyComponent } from '../../../feedback/LazyBoundary.tsx';
import { formatDay, formatNumber } from '../../../fields/format.ts';
import { useI18n } from '../../../fields/useI18n.ts';
import { pluralize } from '../../../i18n/count.ts';
import { pollJob } from '../../../live/pollJob.ts';
import { scoring } from '../../../resources/scoring.ts';
import { listAddress } from '../../../routes/listAddress.ts';
import { dayMs } from '../../../schema/kinds/time.ts';
import { ResourceList } from '../../../screens/ResourceList.tsx';
import { createStore } from '../../../store.ts';
import { isDay } from '../period.ts';

const Portfolio = lazyComponent('Portfolio', () => import('./Portfolio.tsx'));

/** Poll interval, milliseconds. Polling is needed, because a live event can be lost. */
const pollIntervalMs = 3000;

/** Id of the recompute job that this tab started. The job continues while the user looks at other pages. */
const startedRecomputeId = createStore<number | undefined>(undefined);

const isUnfinished = ({ State }: Recompute): boolean => State === 'queued' || State === 'running';

/**
 * Returns the longest period that the API call allows, both days included. The period ends tomorrow by UTC, because
 * that day may have begun in eastern time zones.
 */
const longestPeriod = () => {
  const dayFromToday = (days: number) => new Date(serverNow() + days * dayMs).toISOString().slice(0, 10);
  return { From: dayFromToday(2 - maxPeriodDays), To: dayFromToday(1) };
};

/** Returns functions that start and cancel recomputing all scores. `job` is present while the job runs. */
export const useRecompute = () => {
  const client = useQueryClient();
  const jobId = startedRecomputeId.use();
  const start = useMutation({
    mutationFn: () => api('POST /api/v3/scoring/recompute')({ body: longestPeriod(), key: newIdempotencyKey() }),
    onSuccess: ({ Id }) => startedRecomputeId.set(Id),
  });
  const { data } = useQuery({
    queryKey: ['recompute', jobId],
    queryFn: ({ signal }) => api('GET /api/v3/scoring/recompute/{id}')({ params: { id: Number(jobId) }, signal }),
    enabled: jobId !== undefined,
    refetchInterval: pollJob(pollIntervalMs, isUnfinished),
  });
  const cancel = useMutation({
    mutationFn: () => api('POST /api/v3/scoring/recompute/{id}/cancel')({ params: { id: Number(jobId) } }),
    onSuccess: cancelledJob => client.setQueryData(['recompute', jobId], cancelledJob),
  });
  const isFinished = data !== undefined && !isUnfinished(data);
  useEffect(() => {
    if (!isFinished) return;
    startedRecomputeId.set(undefined);
    void client.invalidateQueries({ queryKey: [scoring.name] });
  }, [client, isFinished]);
  return {
    job: jobId === undefined || isFinished ? undefined : (data ?? { Done: 0, Total: null }),
    start: () => start.mutate(),
    isStarting: start.isPending,
    cancel: () => cancel.mutate(),
  };
};

/**
 * Returns the period of the score list in the address: two days that a link from another page names, or a named period.
 */
const useListPeriod = () => {
  const { translate, locale } = useI18n();
  const { search } = useLocation();
  const allFilters = initialList({ name: scoring.name, search })?.params.filter ?? {};
  const { from, to, period, ...filter } = allFilters;
  const days = { ...(isDay(from) && { from }), ...(isDay(to) && { to }) };
  const shownDays = Object.values(days).map(day => formatDay(day, locale));
  const name = scoringPeriods.find(each => each === (period ?? scoring.list.defaultParameters?.period));
  const isNamed = shownDays.length === 0 && name !== undefined;
  return {
    allFilters,
    filter,
    name: isNamed ? name : null,
    query: isNamed ? { period: name } : days,
    text: isNamed ? translate(`scoring.coverage.periods.${name}`) : shownDays.join(' – '),
    shownDays,
  };
};

/**
 * Line above the score list with the number of vouchers that have a score, and the reasons why others have none.
 * Covers the period of the list. Vouchers without trips are not in the list. The line also names the sources if there are
 * several.
 */
export const Coverage = () => {
  const { translate, locale } = useI18n();
  const { query, text: period } = useListPeriod();
  const { data, isError, refetch } = useQuery({
    queryKey: [scoring.name, 'coverage', query],
    queryFn: ({ signal }) => api('GET /api/v3/scoring/coverage')({ query, signal }),
  });
  if (isError && !data) return <FailureAlert text={translate('scoring.coverage.failed')} onRetry={refetch} />;
  // The placeholder is as high as the loaded line, so that the score list below does not jump.
  if (!data)
    return (
      <Typography variant="body2">
        <Skeleton width="60%" />
      </Typography>
    );
  const { Vouchers, Scored } = data;
  const formatCount = (count: number) => formatNumber(count, 0, locale);
  const describeCounts = (counts: Readonly<Record<string, number>>, keys: string) =>
    Object.entries(counts)
      .filter(([, count]) => count > 0)
      .map(([name, count]) => translate(`${keys}.${name}`, { count: formatCount(count) }));
  const reasons = describeCounts(data.LeftOut, 'scoring.coverage');
  const sources = describeCounts(data.Sources, 'scoring.source.names');
  if (Scored === Vouchers && sources.length < 2) return null;
  const translateWithScored = (key: string, values?: Record<string, unknown>) =>
    translate(key, { ...values, period, scored: formatCount(Scored) });
  const sentences = [
    ...(Scored < Vouchers
      ? [`${pluralize(translateWithScored, 'scoring.coverage.scored', Vouchers, locale)} ${reasons.join(', ')}.`]
      : []),
    ...(sources.length > 1 ? [translate('scoring.coverage.sources', { sources: sources.join(', ') })] : []),
  ];
  return (
    <Typography variant="body2" color="text.secondary">
      {sentences.join(' ')}
    </Typography>
  );
};

/** Chooses whether the list has the scores of the last 28 days or since activation. The address keeps the choice. */
const PeriodSwitch = () => {
  const { translate, locale } = useI18n();
  const navigate = useNavigate();
  // With two days no button is pressed, and the days are shown.
  const { filter, name: chosen, shownDays } = useListPeriod();
  const { period: field } = scoring.list.extraParameters ?? {};
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={chosen}
        onChange={(_, name) =>
          name && navigate(listAddress('/cabinet/scoring/', { filter: { ...filter, period: name } }))
        }
        aria-label={translate('scoring.period.label')}
      >
        {scoringPeriods.map(name => (
          <ToggleButton key={name} value={name} sx={{ textTransform: 'none', px: 1.25 }}>
            {field?.choiceLabels?.[name]?.[locale]}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {shownDays.length > 0 && <Typography variant="body2">{shownDays.join(' – ')}</Typography>}
    </Box>
  );
};

const formatTimeLeft = (
  secondsLeft: number | null,
  { translate, locale }: Pick<ReturnType<typeof useI18n>, 'translate' | 'locale'>,
): string => {
  if (secondsLeft === null) return '';
  const minutes = Math.round(secondsLeft / 60);
  if (minutes < 1) return translate('scoring.recompute.moment');
  return minutes < 90
    ? pluralize(translate, 'scoring.recompute.minutes', minutes, locale)
    : pluralize(translate, 'scoring.recompute.hours', Math.round(minutes / 60), locale);
};

/**
 * Returns how far the recomputing of the company's trips is, whoever ordered it. After an upgrade it begins by itself. A
 * live event tells the page that it has begun.
 */
export const useCompanyProgress = (): Progress | undefined => {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ['recompute', 'progress'],
    queryFn: ({ signal }) => api('GET /api/v3/scoring/recompute')({ signal }),
    refetchInterval: ({ state }) => (state.data && state.data.Total !== null ? pollIntervalMs : false),
  });
  const isRunning = data !== undefined && data.Total !== null;
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current && !isRunning) void client.invalidateQueries({ queryKey: [scoring.name] });
    wasRunning.current = isRunning;
  }, [client, isRunning]);
  return isRunning ? data : undefined;
};

export const RecomputeStatus = ({ progress, onCancel }: { progress: Progress; onCancel: (() => void) | undefined }) => {
  const i18n = useI18n();
  const { translate, locale } = i18n;
  const { Done, Total, SecondsLeft } = progress;
  const translateWithDone = (key: string, values?: Record<string, unknown>) =>
    translate(key, { ...values, done: formatNumber(Done, 0, locale) });
  const text =
    Total === null
      ? translate('scoring.recompute.queued')
      : `${pluralize(translateWithDone, 'scoring.recompute.running', Total, locale)}${formatTimeLeft(SecondsLeft, i18n)}`;
  return (
    <Alert
      severity="info"
      variant="outlined"
      sx={{ mb: 2, bgcolor: 'background.paper', '& .MuiAlert-message': { flex: 1 } }}
      action={
        onCancel && (
          <Button size="small" color="inherit" onClick={onCancel}>
            {translate('scoring.recompute.cancel')}
          </Button>
        )
      }
    >
      {text}
      <LinearProgress
        aria-label={text}
        variant={Total ? 'determinate' : 'indeterminate'}
        value={Total ? (100 * Done) / Total : undefined}
      />
    </Alert>
  );
};

const PortfolioSwitch = ({ isOpen, onChange }: { isOpen: boolean; onChange: (isOpen: boolean) => void }) => (
  <Button
    size="small"
    startIcon={<BarChart />}
    endIcon={isOpen ? <ExpandLess /> : <ExpandMore />}
    aria-expanded={isOpen}
    onClick={() => onChange(!isOpen)}
  >
    {useTranslate()('scoring.portfolio.title')}
  </Button>
);

/**
 * Score list with a button that recomputes all scores. After an upgrade the list may be empty until scores are
 * recomputed.
 */
export const ScoringList = () => {
  const translate = useTranslate();
  const { job, start, isStarting, cancel } = useRecompute();
  const companyProgress = useCompanyProgress();
  const progress = job ? { SecondsLeft: companyProgress?.SecondsLeft ?? null, ...job } : companyProgress;
  const [confirmOpen, setConfirmOpen] = useState(false);
  const [isPortfolioOpen, setPortfolioOpen] = usePersistedSwitch('drivedesk.portfolio', false);
  const { allFilters } = useListPeriod();
  const isDisabled = isStarting || job !== undefined;
  const emptyNotice = (
    <Notice
      area="body"
      icon={Insights}
      title={translate('scoring.recompute.emptyTitle')}
      text={translate('scoring.recompute.emptyText')}
      action={
        <Button variant="contained" disabled={isDisabled} onClick={start}>
          {translate('scoring.recompute.start')}
        </Button>
      }
    />
  );
  return (
    <>
      <PageActions>
        <Button variant="outlined" size="small" disabled={isDisabled} onClick={() => setConfirmOpen(true)}>
          {translate('scoring.recompute.start')}
        </Button>
      </PageActions>
      <ConfirmDialog
        open={confirmOpen}
        title={translate('scoring.recompute.title')}
        text={translate('scoring.recompute.help')}
        confirmLabel={translate('scoring.recompute.start')}
        isHarmless
        onClose={() => setConfirmOpen(false)}
        onConfirm={start}
      />
      {progress && <RecomputeStatus progress={progress} onCancel={job && cancel} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1, mb: 1.5 }}>
        <PeriodSwitch />
        <Box sx={{ flex: '1 1 320px' }}>
          <Coverage />
        </Box>
        <PortfolioSwitch isOpen={isPortfolioOpen} onChange={setPortfolioOpen} />
      </Box>
      {isPortfolioOpen && (
        <LazyBoundary waiting={<Skeleton variant="rounded" height={320} sx={{ mb: 2 }} />}>
          <Portfolio filter={allFilters} />
        </LazyBoundary>
      )}
      <LazyBoundary>
        <ResourceList name={scoring.name} emptyContent={emptyNotice} />
      </LazyBoundary>
    </>
  );
};
