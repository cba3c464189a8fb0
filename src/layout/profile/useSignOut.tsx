import { useAuthProvider, useTranslate } from 'ra-core';
import { type ReactNode, useState } from 'react';
import { hasUnsaved } from '../../api/unsaved.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { settleToasts } from '../../feedback/toasts.ts';

interface SignOut {
  /** Button label. */
  readonly label: string;
  readonly leaving: boolean;
  readonly leave: () => void;
  /** Confirmation dialog, rendered by the caller. */
  readonly question: ReactNode;
}

/** Signs out; asks first if input would be lost, and shows that it is in progress. */
export const useSignOut = (): SignOut => {
  const translate = useTranslate();
  const authProvider = useAuthProvider();
  const [asking, setAsking] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const signOut = () => {
    setLeaving(true);
    // While the token is still valid.
    settleToasts();
    void authProvider?.logout({});
  };
  return {
    label: translate(leaving ? 'frame.signOut.leaving' : 'shell.profile.logout'),
    leaving,
    leave: () => (hasUnsaved() ? setAsking(true) : signOut()),
    question: (
      <ConfirmDialog
        open={asking}
        title={translate('frame.signOut.title')}
        help={translate('frame.signOut.about')}
        action={translate('frame.signOut.leave')}
        onClose={() => setAsking(false)}
        onConfirm={signOut}
      />
    ),
  };
};
