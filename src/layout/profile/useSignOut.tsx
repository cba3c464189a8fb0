import { useAuthProvider, useTranslate } from 'ra-core';
import { type ReactNode, useState } from 'react';
import { hasUnsaved } from '../../api/unsaved.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { settleToasts } from '../../feedback/toasts.ts';

interface SignOut {
  /** What the button says. */
  readonly label: string;
  readonly leaving: boolean;
  readonly leave: () => void;
  /** Drawn by whoever has the button. */
  readonly question: ReactNode;
}

/** The way out: asks first where something typed would be lost, and says at once that it is under way. */
export const useSignOut = (): SignOut => {
  const translate = useTranslate();
  const authProvider = useAuthProvider();
  const [asking, setAsking] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const signOut = () => {
    setLeaving(true);
    // While there is still a token to do it with.
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
