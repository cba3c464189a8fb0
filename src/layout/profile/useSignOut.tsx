import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useAuthProvider, useTranslate } from 'react-admin';
import { hasUnsaved } from '../../api/unsaved.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { settleToasts } from '../../feedback/toasts.ts';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  /** `here`: leave on this device only, although the session may continue on the server. */
  readonly onLeave: (here: boolean) => void;
}

/** Dialog for a session that the server did not end. The user must know that before leaving a shared computer. */
const SignOutFailed = ({ open, onClose, onLeave }: Props) => {
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

interface SignOut {
  /** Button label. */
  readonly label: string;
  readonly leaving: boolean;
  readonly leave: () => void;
  /** Confirmation dialog, rendered by the caller. */
  readonly question: ReactNode;
}

const patienceMs = 5000;

/** Resolves when all running changes are answered, or after a limited wait. */
const changesAnswered = (client: QueryClient): Promise<void> =>
  new Promise(resolve => {
    const look = () => {
      if (client.isMutating() === 0) end();
    };
    const timer = setTimeout(() => end(), patienceMs);
    const unwatch = client.getMutationCache().subscribe(look);
    const end = () => {
      clearTimeout(timer);
      unwatch();
      resolve();
    };
  });

/**
 * Returns a function that signs out. It asks first if input would be lost, shows its progress, and reports a failure of
 * the server.
 */
export const useSignOut = (): SignOut => {
  const translate = useTranslate();
  const authProvider = useAuthProvider();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const [failed, setFailed] = useState(false);
  const signOut = async (here = false) => {
    setLeaving(true);
    setFailed(false);
    // Pending removals are sent while the token is still valid. The server would refuse them later, although the user
    // saw them as done.
    settleToasts();
    if (client.isMutating() > 0) await changesAnswered(client);
    await authProvider?.logout({ here }).catch(() => {
      setLeaving(false);
      setFailed(true);
    });
  };
  return {
    label: translate(leaving ? 'frame.signOut.leaving' : 'shell.profile.logout'),
    leaving,
    leave: () => (hasUnsaved() ? setAsking(true) : void signOut()),
    question: (
      <>
        <ConfirmDialog
          open={asking}
          title={translate('frame.signOut.title')}
          help={translate('frame.signOut.about')}
          action={translate('frame.signOut.leave')}
          onClose={() => setAsking(false)}
          onConfirm={() => void signOut()}
        />
        <SignOutFailed open={failed} onClose={() => setFailed(false)} onLeave={signOut} />
      </>
    ),
  };
};
