import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslate } from 'react-admin';
import { SecretPanel } from '../../../components/SecretPanel.tsx';

interface Props {
  readonly title: string;
  readonly value: string;
  readonly onClose: () => void;
}

/**
 * Shows a secret that an action created. A click outside does not close the dialog, because the secret cannot be shown
 * again.
 */
export const SecretDialog = ({ title, value, onClose }: Props) => {
  const translate = useTranslate();
  return (
    <Dialog
      open
      onClose={(_, reason) => reason === 'escapeKeyDown' && onClose()}
      fullWidth
      maxWidth="sm"
      aria-label={title}
    >
      <DialogTitle>{title}</DialogTitle>
      <DialogContent>
        <SecretPanel value={value} textPrefix="admin.webhook">
          <Button onClick={onClose}>{translate('frame.close')}</Button>
        </SecretPanel>
      </DialogContent>
    </Dialog>
  );
};
