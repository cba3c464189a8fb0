import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslate } from 'ra-core';

interface Props {
  readonly name: string;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** A letter goes out with it: asked before. */
export const DeclineDialog = ({ name, onClose, onConfirm }: Props) => {
  const translate = useTranslate();
  const title = translate('user.registrations.declineTitle');
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-label={title}>
      <DialogTitle>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText>{translate('user.registrations.declineAbout', { name })}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {translate('user.cancel')}
        </Button>
        <Button
          color="error"
          variant="contained"
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {translate('user.registrations.decline')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
