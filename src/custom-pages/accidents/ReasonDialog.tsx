import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useUnsaved } from '../../api/unsaved.ts';
import { UnreadableResponse } from '../../feedback/UnreadableResponse.tsx';
import { isInvisible } from '../../schema/kinds/plain.ts';

interface Props {
  readonly open: boolean;
  readonly title: string;
  readonly help: string;
  readonly warning?: string | undefined;
  readonly action: string;
  readonly error?: unknown;
  readonly maxLength: number;
  readonly optional?: boolean;
  readonly onClose: () => void;
  /** Sends the reason. Resolves to true on success. Otherwise the dialog stays open with the typed reason. */
  readonly onReason: (reason: string) => Promise<boolean>;
}

interface BusyState {
  readonly busy: boolean;
  readonly setBusy: (busy: boolean) => void;
}

const ReasonForm = ({
  title,
  help,
  warning,
  action,
  error,
  maxLength,
  optional = false,
  ...rest
}: Props & BusyState) => {
  const { busy, setBusy, onClose, onReason } = rest;
  const translate = useTranslate();
  const [reason, setReason] = useState('');
  useUnsaved(reason !== '');
  const [touched, setTouched] = useState(false);
  const isMissing = !optional && isInvisible(reason);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    if (isMissing) return;
    setBusy(true);
    const isAccepted = await onReason(reason.trim());
    setBusy(false);
    if (isAccepted) onClose();
  };
  return (
    <form onSubmit={event => void submit(event)} noValidate>
      <DialogTitle>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>{help}</DialogContentText>
        {warning && (
          <Alert severity="warning" sx={{ mb: 2 }}>
            {warning}
          </Alert>
        )}
        <TextField
          label={translate(optional ? 'accident.reason.optional' : 'accident.reason.label')}
          value={reason}
          onChange={event => {
            setReason(event.target.value);
            setTouched(true);
          }}
          onBlur={() => setTouched(true)}
          error={touched && isMissing}
          helperText={touched && isMissing ? translate('validation.required') : ' '}
          slotProps={{ htmlInput: { maxLength } }}
          required={!optional}
          autoFocus
          fullWidth
          multiline
          minRows={2}
          maxRows={8}
        />
        <UnreadableResponse error={error} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={busy}>
          {translate('accident.reason.cancel')}
        </Button>
        <Button type="submit" variant="contained" disabled={busy}>
          {action}
        </Button>
      </DialogActions>
    </form>
  );
};

/** Asks for the reason of a move or takeover. The dialog stays open during the request. */
export const ReasonDialog = (props: Props) => {
  const [busy, setBusy] = useState(false);
  const { open, title, onClose } = props;
  return (
    <Dialog open={open} onClose={busy ? undefined : onClose} fullWidth maxWidth="sm" aria-label={title}>
      {open && <ReasonForm {...props} busy={busy} setBusy={setBusy} />}
    </Dialog>
  );
};
