import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useTranslate } from 'ra-core';

interface Props {
  readonly open: boolean;
  readonly title: string;
  readonly help: string;
  readonly action: string;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asks before something is deleted. */
export const ConfirmDialog = ({ open, title, help, action, onClose, onConfirm }: Props) => {
  const translate = useTranslate();
  return (
    <Dialog open={open} onClose={onClose} fullWidth maxWidth="xs" aria-label={title}>
      <DialogTitle>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ overflowWrap: 'anywhere' }}>{help}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {translate('accident.reason.cancel')}
        </Button>
        <Button
          color="error"
          variant="contained"
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
