import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { reasonMaxLength } from '../../../contract/limits.ts';

const reasons = ['driver', 'device', 'service'] as const;

interface Props {
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onExclude: (reason: string) => void;
}

/** Asks for the reason why a trip must not count: a suggested reason or free text. */
export const ExcludeDialog = ({ busy, onClose, onExclude }: Props) => {
  const translate = useTranslate();
  const t = (key: string) => translate(`scoring.trip.${key}`);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const missing = tried && reason.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (reason.trim() !== '') onExclude(reason.trim());
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-label={t('excludeTitle')}>
      <form noValidate onSubmit={submit}>
        <DialogTitle>{t('excludeTitle')}</DialogTitle>
        <DialogContent>
          <DialogContentText sx={{ mb: 2 }}>{t('excludeHelp')}</DialogContentText>
          <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1, mb: 2 }}>
            {reasons.map(name => (
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
            error={missing}
            helperText={missing ? translate('validation.required') : undefined}
            required
            autoFocus
            fullWidth
            size="small"
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
