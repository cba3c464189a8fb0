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
import { commitUndoableToasts } from '../../feedback/toasts.ts';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Signs out again. `deviceOnly`: only on this device, although the session may continue on the server. */
  readonly onLeave: (deviceOnly: boolean) => void;
}

/** Dialog for a session that the server did not end. The user must know that before leaving a shared computer. */
const SignOutFailed = ({ open, onClose, onLeave }: Props) => {
  const translate = useTranslate();
  const title = translate('user.signOut.failed');
  return (
    <Dialog open={open} onClose={onClose} fullWidth maxWidth="xs" aria-label={title}>
      <DialogTitle>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText>{translate('user.signOut.failedAbout')}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('frame.cancel')}</Button>
        <Button color="error" onClick={() => onLeave(true)}>
          {translate('user.signOut.here')}
        </Button>
        <Button variant="contained" autoFocus onClick={() => onLeave(false)}>
          {translate('user.signOut.again')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};

interface SignOut {
  readonly label: string;
  readonly isSigningOut: boolean;
  readonly startSignOut: () => void;
  /** Dialog that asks for a confirmation or reports a failure. The caller must render it. */
  readonly confirmation: ReactNode;
}

const maxWaitMs = 5000;

/** Resolves when the server has answered all pending changes, or after `maxWaitMs`. */
const waitForMutations = (client: QueryClient): Promise<void> =>
  new Promise(resolve => {
    const check = () => {
      if (client.isMutating() === 0) finish();
    };
    const timer = setTimeout(() => finish(), maxWaitMs);
    const unsubscribe = client.getMutationCache().subscribe(check);
    const finish = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
  });

/**
 * Returns the sign-out button's label, state and function. Sign-out asks first if unsaved input would be lost, and
 * reports a failure of the server.
 */
export const useSignOut = (): SignOut => {
  const translate = useTranslate();
  const authProvider = useAuthProvider();
  const client = useQueryClient();
  const [isConfirming, setIsConfirming] = useState(false);
  const [isSigningOut, setIsSigningOut] = useState(false);
  const [failed, setFailed] = useState(false);
  const signOut = async (deviceOnly = false) => {
    setIsSigningOut(true);
    setFailed(false);
    // Removals that can still be undone are sent while the token is valid. The server would refuse them later, although
    // the user saw them as done.
    commitUndoableToasts();
    if (client.isMutating() > 0) await waitForMutations(client);
    await authProvider?.logout({ deviceOnly }).catch(() => {
      setIsSigningOut(false);
      setFailed(true);
    });
  };
  return {
    label: translate(isSigningOut ? 'user.signOut.leaving' : 'shell.profile.logout'),
    isSigningOut,
    startSignOut: () => (hasUnsaved() ? setIsConfirming(true) : void signOut()),
    confirmation: (
      <>
        <ConfirmDialog
          open={isConfirming}
          title={translate('user.signOut.title')}
          text={translate('user.signOut.about')}
          confirmLabel={translate('user.signOut.leave')}
          onClose={() => setIsConfirming(false)}
          onConfirm={() => void signOut()}
        />
        <SignOutFailed open={failed} onClose={() => setFailed(false)} onLeave={signOut} />
      </>
    ),
  };
};
