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
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { PageAction, PageActions } from '../../../components/PageActions.tsx';
import { reasonMaxLength } from '../../../contract/limits.ts';
import { showToast } from '../../../feedback/toasts.ts';
import { UnreadableResponse } from '../../../feedback/UnreadableResponse.tsx';
import { anomalies } from '../../../resources/anomalies.ts';
import { listAddress } from '../../../routes/listAddress.ts';
import { toPublic } from '../../../routes/pathMap.ts';
import { isInvisible } from '../../../schema/kinds/plain.ts';
import type { ScoringObject } from '../queries.ts';
import { useFormat } from '../useFormat.ts';
import { type Trip, useTripChanges } from './queries.ts';

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

/** Excludes a trip from the score with a reason, or includes it again. */
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
