import RemoveCircleOutlined from '@mui/icons-material/RemoveCircleOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import MuiLink from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { ApiError } from '../../../api/client.ts';
import { ClockProvider } from '../../../components/clock/ClockContext.tsx';
import { timeInAddress } from '../../../components/clock/useClockAddress.ts';
import { NonBreakingUnits } from '../../../components/NonBreakingUnits.tsx';
import { PageAction, PageActions } from '../../../components/PageActions.tsx';
import { QueryContent } from '../../../components/QueryContent.tsx';
import { ScoreText } from '../../../components/score/ScoreText.tsx';
import { reasonMaxLength, tripNotesMaxLength } from '../../../contract/limits.ts';
import { LazyBoundary, lazyComponent } from '../../../feedback/LazyBoundary.tsx';
import { showToast } from '../../../feedback/toasts.ts';
import { UnreadableResponse } from '../../../feedback/UnreadableResponse.tsx';
import { anomalies } from '../../../resources/anomalies.ts';
import { listAddress } from '../../../routes/listAddress.ts';
import { toPublic } from '../../../routes/pathMap.ts';
import { parseRecordId } from '../../../routes/recordId.ts';
import { isInvisible } from '../../../schema/kinds/plain.ts';
import { ComplicationText } from '../ComplicationText.tsx';
import { type ScoringObject, useVehicles, useVoucher, vehicleTexts } from '../queries.ts';
import { ScoringNotFound } from '../ScoringNotFound.tsx';
import { useFormat } from '../useFormat.ts';
import { type Trip, tripEnd, useTrip, useTripChanges } from './queries.ts';

const suggestedReasons = ['driver', 'device', 'service'] as const;

interface Props {
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onExclude: (reason: string) => void;
}

/** Asks for the reason why a trip must not count: a suggested reason or free text. */
const ExcludeDialog = ({ busy, onClose, onExclude }: Props) => {
  const translate = useTranslate();
  const t = (key: string) => translate(`scoring.trip.${key}`);
  const [reason, setReason] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const isMissing = isSubmitted && isInvisible(reason);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!isInvisible(reason)) onExclude(reason.trim());
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-label={t('excludeTitle')}>
      <form noValidate onSubmit={submit}>
        <DialogTitle>{t('excludeTitle')}</DialogTitle>
        <DialogContent>
          <DialogContentText sx={{ mb: 2 }}>{t('excludeHelp')}</DialogContentText>
          <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1, mb: 2 }}>
            {suggestedReasons.map(name => (
              <Chip
                key={name}
                variant="outlined"
                label={t(`reasons.${name}`)}
                onClick={() => setReason(t(`reasons.${name}`))}
              />
            ))}
          </Stack>
          <TextField
            label={t('reason')}
            value={reason}
            onChange={event => setReason(event.target.value)}
            error={isMissing}
            helperText={isMissing ? translate('validation.required') : undefined}
            required
            autoFocus
            fullWidth
            slotProps={{ htmlInput: { maxLength: reasonMaxLength } }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="contained" disabled={busy}>
            {t('exclude')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};

const focusButton = (element: HTMLElement | null) => element?.querySelector('button')?.focus();

export const Exclusion = ({ scoringObject, trip }: { scoringObject: ScoringObject; trip: Trip }) => {
  const { translate, number } = useFormat();
  const t = (key: string, values?: object) => translate(`scoring.trip.${key}`, { ...values });
  const { exclude, restore } = useTripChanges(scoringObject, trip.Id);
  const [dialogOpen, setDialogOpen] = useState(false);
  const excludeTrip = (reason: string) => {
    setDialogOpen(false);
    restore.reset();
    exclude.mutate(reason);
  };
  const restoreTrip = () => {
    exclude.reset();
    restore.mutate(undefined, {
      onSuccess: ({ ScoreNow }) => showToast({ kind: 'success', heading: t('restored', { now: number(ScoreNow, 1) }) }),
    });
  };
  const exclusionScores = trip.ExclusionScores;
  if (trip.Excluded)
    return (
      <>
        <UnreadableResponse error={restore.error} />
        <Alert
          severity="warning"
          variant="outlined"
          // On a phone the button stands below the reason of the exclusion, because both do not fit side by side.
          sx={{
            ...{ overflowWrap: 'break-word', flexWrap: 'wrap' },
            '& .MuiAlert-message': { flex: '1 1 0', minWidth: { xs: 'calc(100% - 40px)', sm: 0 } },
          }}
          action={
            <Button
              color="inherit"
              size="small"
              // The pressed button has disappeared, so the focus moves to the button that includes the trip again.
              autoFocus={exclude.isSuccess}
              disabled={restore.isPending}
              sx={{ whiteSpace: 'nowrap' }}
              onClick={restoreTrip}
            >
              {t('restore')}
            </Button>
          }
        >
          {trip.ExclusionReason ? t('excluded', { reason: trip.ExclusionReason }) : t('excludedPlain')}
          {exclusionScores && (
            <div>
              {t('bothScores', { before: number(exclusionScores.With, 1), now: number(exclusionScores.Without, 1) })}
            </div>
          )}
        </Alert>
      </>
    );
  return (
    <>
      <UnreadableResponse error={exclude.error} />
      {!trip.Counted && (
        <Alert severity="warning" variant="outlined">
          {t(trip.Held ? 'held' : 'notCounted')}{' '}
          {trip.Held && (
            <MuiLink
              component={Link}
              to={listAddress(toPublic(`/${anomalies.name}`), { filter: { ObjectId: trip.ObjectId } })}
            >
              {t('fault')}
            </MuiLink>
          )}
        </Alert>
      )}
      <PageActions>
        <Box sx={{ display: 'contents' }} ref={restore.isSuccess ? focusButton : undefined}>
          <PageAction icon={<RemoveCircleOutlined />} label={t('exclude')} onClick={() => setDialogOpen(true)} />
        </Box>
      </PageActions>
      {dialogOpen && (
        <ExcludeDialog busy={exclude.isPending} onClose={() => setDialogOpen(false)} onExclude={excludeTrip} />
      )}
    </>
  );
};

/** A note about the trip. The comparison by notes groups trips by this text. */
const NotesForm = ({ scoringObject, trip }: { scoringObject: ScoringObject; trip: Trip }) => {
  const { translate } = useFormat();
  const t = (key: string) => translate(`scoring.trip.${key}`);
  const { note } = useTripChanges(scoringObject, trip.Id);
  const [text, setText] = useState(trip.Notes);
  const save = (event: FormEvent) => {
    event.preventDefault();
    note.mutate(text.trim(), { onSuccess: () => showToast({ kind: 'success', heading: t('saved') }) });
  };
  return (
    <Paper component="section" aria-label={t('notes')} sx={{ p: 2 }}>
      <Box
        component="form"
        onSubmit={save}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-start', maxWidth: 'md' }}
      >
        <TextField
          label={t('notes')}
          helperText={t('notesHelp')}
          value={text}
          onChange={event => setText(event.target.value)}
          multiline
          maxRows={6}
          sx={{ flex: '1 1 280px' }}
          slotProps={{ htmlInput: { maxLength: tripNotesMaxLength } }}
        />
        <Button
          type="submit"
          variant="outlined"
          disabled={note.isPending || text.trim() === trip.Notes}
          sx={{ mt: { sm: 3.25 } }}
        >
          {t('save')}
        </Button>
      </Box>
      <UnreadableResponse error={note.error} />
    </Paper>
  );
};

export const TripHead = ({ scoringObject, trip }: { scoringObject: ScoringObject; trip: Trip }) => {
  const { locale, translate, number, duration, moment, clockTime } = useFormat();
  const { data: voucher } = useVoucher(scoringObject.voucherId);
  const cars = useVehicles(scoringObject.voucherId, voucher !== undefined && voucher.ObjectId !== trip.ObjectId);
  const allFacts = [
    [translate('scoring.trips.Duration'), trip.DurationS, duration(trip.DurationS)],
    [translate('scoring.trips.Distance'), trip.DistanceKm, number(trip.DistanceKm, 1)],
    ...(trip.EstimatedKm
      ? [[translate('scoring.trips.Estimated'), trip.EstimatedKm, number(trip.EstimatedKm, 1)] as const]
      : []),
    [translate('scoring.figures.MeasuredKm'), trip.MeasuredKm, number(trip.MeasuredKm, 1)],
    [translate('scoring.figures.AverageSpeed'), trip.AverageSpeed, number(trip.AverageSpeed)],
    [translate('scoring.figures.MaximumSpeed'), trip.MaximumSpeed, number(trip.MaximumSpeed)],
    [translate('scoring.trips.EventsCount'), trip.EventsCount, number(trip.EventsCount)],
    [
      translate('scoring.trips.Complication'),
      trip.Complication,
      <ComplicationText key="complication" complication={trip.Complication} />,
    ],
    [translate('scoring.figures.NightDurationS'), trip.NightDurationS, duration(trip.NightDurationS)],
    [translate('scoring.figures.RushDurationS'), trip.RushDurationS, duration(trip.RushDurationS)],
    [translate('scoring.trips.Score'), trip.Score, <ScoreText key="score" score={trip.Score} locale={locale} />],
  ] as const;
  const facts = allFacts.filter(([, value]) => value !== null);
  const unmeasured = allFacts.filter(([, value]) => value === null).map(([name]) => name);
  const vehicle = voucher ? vehicleTexts({ voucher, cars, objectId: trip.ObjectId }) : [];
  return (
    <Paper component="header" sx={{ p: 2 }}>
      <Typography variant="h1">
        {translate('scoring.trip.title', { at: moment(trip.DateTime) })} – {clockTime(tripEnd(trip))}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 1.5, minHeight: '1.5em', overflowWrap: 'anywhere' }}>
        {voucher && [voucher.ClientName, ...vehicle, voucher.VoucherNumber].filter(Boolean).join(' · ')}
      </Typography>
      <Box
        component="dl"
        sx={{
          // Values are aligned at the bottom, also if a label takes two lines.
          ...{ m: 0, display: 'grid', gap: 1.5, alignItems: 'end' },
          gridTemplateColumns: 'repeat(auto-fill, minmax(128px, 1fr))',
        }}
      >
        {facts.map(([name, , text]) => (
          <div key={name}>
            <Typography component="dt" variant="caption" color="textSecondary">
              <NonBreakingUnits text={name} />
            </Typography>
            <Typography
              component="dd"
              sx={{ m: 0, fontVariantNumeric: 'tabular-nums', fontWeight: 'fontWeightMedium' }}
            >
              {text}
            </Typography>
          </div>
        ))}
      </Box>
      {unmeasured.length > 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {translate('scoring.trip.unmeasured', { names: unmeasured.join('; ') })}
        </Typography>
      )}
      {trip.Complication === null && (
        <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 1 }}>
          {translate('scoring.trips.complicationHelp')}
        </Typography>
      )}
    </Paper>
  );
};

// The map, the curves and their texts are those of the accident's page.
const TripWorkbench = lazyComponent('TripWorkbench', () => import('./TripWorkbench.tsx'), 'accident');
const SampleLog = lazyComponent('SampleLog', () => import('./SampleLog.tsx'));

const skeletonOf = (height: number) => <Skeleton variant="rounded" height={height} />;

const TripContent = ({ scoringObject, trip }: { scoringObject: ScoringObject; trip: Trip }) => {
  const [search] = useSearchParams();
  const startMs = Date.parse(search.get('at') ?? '');
  const initialTime =
    timeInAddress(`?${search}`) ?? (Number.isNaN(startMs) ? 0 : (startMs - Date.parse(trip.DateTime)) / 1000);
  return (
    <ClockProvider origin="start" initialTime={Math.min(trip.DurationS, Math.max(0, initialTime))}>
      <TripHead scoringObject={scoringObject} trip={trip} />
      <Exclusion scoringObject={scoringObject} trip={trip} />
      <LazyBoundary waiting={skeletonOf(720)}>
        <TripWorkbench trip={trip} />
      </LazyBoundary>
      <NotesForm key={trip.Notes} scoringObject={scoringObject} trip={trip} />
      <LazyBoundary waiting={skeletonOf(480)}>
        <SampleLog trip={trip} />
      </LazyBoundary>
    </ClockProvider>
  );
};

const TripView = ({ scoringObject, tripId }: { scoringObject: ScoringObject; tripId: number }) => {
  const trip = useTrip(scoringObject, tripId);
  if (trip.error instanceof ApiError && trip.error.status === 404) {
    const query =
      scoringObject.objectId === undefined ? '' : `&voucherObjectId=${encodeURIComponent(scoringObject.objectId)}`;
    return <ScoringNotFound kind="trip" to={`/cabinet/scoring/${scoringObject.voucherId}/?tab=trips${query}`} />;
  }
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <QueryContent
        query={trip}
        skeleton={
          <>
            {skeletonOf(96)}
            {skeletonOf(720)}
          </>
        }
        failureText="scoring.failed"
      >
        {data => <TripContent scoringObject={scoringObject} trip={data} />}
      </QueryContent>
    </Box>
  );
};

export const TripPage = () => {
  const { voucherId: voucherText, tripId: tripText } = useParams();
  const [search] = useSearchParams();
  const voucherId = parseRecordId(voucherText);
  const tripId = parseRecordId(tripText);
  const objectId = search.get('voucherObjectId') ?? undefined;
  if (voucherId === undefined || tripId === undefined) return <ScoringNotFound kind="notFound" />;
  return (
    <TripView
      key={`${tripId} ${objectId}`}
      scoringObject={{ voucherId, ...(objectId !== undefined && { objectId }) }}
      tripId={tripId}
    />
  );
};
