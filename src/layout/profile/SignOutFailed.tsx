import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslate } from 'react-admin';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  /** `here`: leave on this device only, although the session may continue on the server. */
  readonly onLeave: (here: boolean) => void;
}

/** The server did not end the session. The user must know that before leaving a shared computer. */
export const SignOutFailed = ({ open, onClose, onLeave }: Props) => {
  const translate = useTranslate();
  const title = translate('frame.signOut.failed');
  return (
    <Dialog open={open} onClose={onClose} fullWidth maxWidth="xs" aria-label={title}>
      <DialogTitle>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText>{translate('frame.signOut.failedAbout')}</DialogContentText>
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        <Button onClick={onClose}>{translate('frame.cancel')}</Button>
        <Button color="error" onClick={() => onLeave(true)}>
          {translate('frame.signOut.here')}
        </Button>
        <Button variant="contained" autoFocus onClick={() => onLeave(false)}>
          {translate('frame.signOut.again')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
