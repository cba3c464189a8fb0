import { useEffect } from 'react';
import { loadToastStack } from '../feedback/Toasts.tsx';
import { usePageSettled } from '../layout/frame/usePageSettled.ts';
import { loadSignInAgain } from './SignInDialogs.tsx';
import { useFollowSettings } from './useFollowSettings.ts';
import { useFollowTexts } from './useFollowTexts.ts';
import { useForgetOthers } from './useForgetOthers.ts';
import { useRepeatFailed } from './useRepeatFailed.ts';

/** Preloads the error UI, because after a deployment its scripts may be missing when they are needed. */
const useReadyForTrouble = (): void => {
  const settled = usePageSettled();
  useEffect(() => {
    // After a failure they are requested again when needed.
    if (settled) for (const load of [loadSignInAgain, loadToastStack]) load().catch(() => undefined);
  }, [settled]);
};

/** Hooks that follow the session, settings and connection. */
export const SessionEffects = () => {
  useFollowSettings();
  useFollowTexts();
  useForgetOthers();
  useRepeatFailed();
  useReadyForTrouble();
  return null;
};
