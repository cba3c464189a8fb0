import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { api, newIdempotencyKey } from '../../api/client.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { FailureAlert } from '../../components/FailureAlert.tsx';
import type { Schedule } from '../../contract/shapes/schedules.ts';
import { showFailure } from '../../feedback/failures.ts';
import { PageSkeleton } from '../../feedback/PageSkeleton.tsx';
import { reasonOf } from '../../feedback/refusal.ts';
import { formatNumber } from '../../fields/format.ts';
import { type I18n, useI18n } from '../../fields/useI18n.ts';
import { formatZoned, twoDigits, zoneName } from '../../schema/kinds/format.ts';
import { ScheduleForm } from '../../screens/list/export/ScheduleForm.tsx';
import { currentZoneName } from '../../settings/zone.ts';

const colours = { writing: 'info', sending: 'info', sent: 'success', failed: 'error', never: 'default' } as const;

const pollIntervalMs = 2000;

const isRunning = (state: Schedule['LastState']): boolean => state === 'writing' || state === 'sending';

/** Returns when a schedule is sent, in words: `every day at 09:00, Moscow`. */
const describeTimes = (
  { Frequency, Weekday, MonthDay, Hour, TimeZone }: Schedule,
  { translate, locale }: I18n,
): string => {
  const time = `${twoDigits(Hour)}:00, ${zoneName(locale, TimeZone)}`;
  if (Frequency === 'day') return translate('exports.schedule.everyDay', { time });
  if (Frequency === 'month') return translate('exports.schedule.everyMonth', { day: MonthDay, time });
  return translate('exports.schedule.everyWeek', { day: translate(`exports.schedule.weekdays.${Weekday}`), time });
};

interface RowProps {
  readonly row: Schedule;
  readonly onChanged: () => void;
}

/** Buttons of a schedule: send now, pause or resume, remove. */
const ScheduleActions = ({ row: { Id, Name, Paused, LastState }, onChanged }: RowProps) => {
  const { translate } = useI18n();
  const [busy, setBusy] = useState(false);
  const [confirmOpen, setConfirmOpen] = useState(false);
  const params = { id: Id };
  const runAction = (action: () => Promise<unknown>) => () => {
    setBusy(true);
    action()
      .catch((error: unknown) => showFailure(error, reasonOf(error, translate)))
      .finally(() => {
        setBusy(false);
        onChanged();
      });
  };
  return (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
      <Button
        variant="outlined"
        disabled={busy || isRunning(LastState)}
        onClick={runAction(() => api('POST /api/v3/schedules/{id}/send')({ params }))}
      >
        {translate('exports.schedule.send')}
      </Button>
      <Button
        disabled={busy}
        onClick={runAction(() =>
          api(Paused ? 'POST /api/v3/schedules/{id}/resume' : 'POST /api/v3/schedules/{id}/pause')({ params }),
        )}
      >
        {translate(`exports.schedule.${Paused ? 'resume' : 'pause'}`)}
      </Button>
      <Button disabled={busy} color="error" onClick={() => setConfirmOpen(true)}>
        {translate('exports.schedule.remove')}
      </Button>
      <ConfirmDialog
        open={confirmOpen}
        title={translate('exports.schedule.removeTitle')}
        text={translate('exports.schedule.removeHelp', { name: Name })}
        confirmLabel={translate('exports.schedule.remove')}
        onClose={() => setConfirmOpen(false)}
        onConfirm={runAction(() => api('DELETE /api/v3/schedules/{id}')({ params }))}
      />
    </Box>
  );
};

/** Returns the format, times, recipients and owner of a schedule in words. */
const describeSchedule = (row: Schedule, i18n: I18n): string =>
  [
    row.Format?.toUpperCase(),
    describeTimes(row, i18n),
    i18n.translate('exports.schedule.to', {
      names: row.Recipients.join(', ') || i18n.translate('exports.schedule.nobody'),
    }),
    i18n.translate('exports.schedule.owner', { name: row.OwnerName }),
  ]
    .filter(Boolean)
    .join(' · ');

/** Returns the last run of a schedule with its number of rows, and the next run, in words. */
const describeRuns = ({ LastRunAt, LastRows, NextRunAt, TimeZone }: Schedule, { translate, locale }: I18n): string => {
  const atZone = (moment: string) => formatZoned(new Date(moment), locale, TimeZone);
  return [
    LastRunAt && translate('exports.schedule.last', { at: atZone(LastRunAt) }),
    LastRows !== null && translate('exports.schedule.lastRows', { n: formatNumber(LastRows, 0, locale) }),
    NextRunAt && translate('exports.schedule.next', { at: atZone(NextRunAt) }),
  ]
    .filter(Boolean)
    .join(' · ');
};

const ScheduleRow = ({ row, onChanged }: RowProps) => {
  const i18n = useI18n();
  const { translate } = i18n;
  const state = row.LastState ?? 'never';
  const isSummary = row.Contents === 'summary';
  const subject = isSummary ? translate('exports.schedule.summary.title') : `${row.List}: ${row.Filter}`;
  return (
    <Paper
      component="li"
      sx={{ p: 2, display: 'grid', gap: 1, alignItems: 'center', gridTemplateColumns: { xs: '1fr', md: '1fr auto' } }}
    >
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
          <Typography variant="h2" component="h3">
            {row.Name}
          </Typography>
          <Chip
            size="small"
            variant="outlined"
            color={colours[state]}
            label={translate(`exports.schedule.state.${state}`)}
          />
          {row.Paused && <Chip size="small" variant="outlined" label={translate('exports.schedule.paused')} />}
        </Box>
        {subject !== row.Name && <Typography>{subject}</Typography>}
        <Typography color="textSecondary">{describeSchedule(row, i18n)}</Typography>
        <Typography color="textSecondary">{describeRuns(row, i18n)}</Typography>
        {row.LastError && <Typography color="error">{row.LastError}</Typography>}
      </Box>
      <ScheduleActions row={row} onChanged={onChanged} />
    </Paper>
  );
};

const SummaryDialog = ({ onClose }: { onClose: () => void }) => {
  const translate = useTranslate();
  const t = (key: string) => translate(`exports.schedule.summary.${key}`);
  return (
    <ScheduleForm
      title={t('title')}
      about={t('about')}
      initialName={t('title')}
      resource={undefined}
      create={({ Name, Weekday = 1, Hour, RecipientIds }) =>
        api('POST /api/v3/schedules/summary')({
          body: { Name, Weekday, Hour, RecipientIds, TimeZone: currentZoneName() },
          key: newIdempotencyKey(),
        })
      }
      onClose={onClose}
    />
  );
};

/** Exports and summaries that are sent regularly by mail: their times, last run and result. */
export const Schedules = () => {
  const translate = useTranslate();
  const [dialogOpen, setDialogOpen] = useState(false);
  const { data, isError, refetch } = useQuery({
    queryKey: ['schedules'],
    queryFn: ({ signal }) => api('GET /api/v3/schedules')({ signal }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ LastState }) => isRunning(LastState)) ? pollIntervalMs : false,
  });
  if (isError && !data) return <FailureAlert text={translate('exports.schedule.failed')} onRetry={refetch} />;
  if (!data) return <PageSkeleton />;
  return (
    <Box component="section">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Typography variant="h1" component="h2">
          {translate('exports.schedule.page')}
        </Typography>
        <Button variant="outlined" onClick={() => setDialogOpen(true)}>
          {translate('exports.schedule.summary.start')}
        </Button>
      </Box>
      {dialogOpen && <SummaryDialog onClose={() => setDialogOpen(false)} />}
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {translate(data.length > 0 ? 'exports.schedule.pageAbout' : 'exports.schedule.none')}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {data.map(row => (
          <ScheduleRow key={row.Id} row={row} onChanged={() => void refetch()} />
        ))}
      </Box>
    </Box>
  );
};
