import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useAuthProvider, useTranslate } from 'react-admin';
import { hasUnsaved } from '../../api/unsaved.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { settleToasts } from '../../feedback/toasts.ts';
import { SignOutFailed } from './SignOutFailed.tsx';

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
