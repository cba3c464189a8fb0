import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { usePaused } from '../api/session.ts';
import { onTokenChange } from '../api/token.ts';
import { ChunkMissing } from '../feedback/ChunkMissing.tsx';
import { LazyBoundary } from '../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../feedback/lazyComponent.ts';
import { loadToastStack } from '../feedback/Toasts.tsx';
import { closeAllToasts } from '../feedback/toasts.ts';
import { useSettled } from '../layout/frame/useSettled.ts';
import { followToken } from './followToken.ts';
import { MuiLocale } from './MuiLocale.tsx';
import { queryClient } from './queryClient.ts';
import { createRouter } from './router.tsx';
import { useFollowLanguage } from './useFollowLanguage.ts';
import { useFollowSettings } from './useFollowSettings.ts';
import { useForgetOthers } from './useForgetOthers.ts';
import { useRepeatFailed } from './useRepeatFailed.ts';

const loadSignInAgain = () => import('../custom-pages/auth/SignInAgain.tsx');
const SignInAgain = lazyComponent('SignInAgain', loadSignInAgain);

/** What tells of trouble is fetched before there is any: a new version may have taken it away by then. */
const useReadyForTrouble = (): void => {
  const settled = useSettled();
  useEffect(() => {
    // One that does not come now is asked for again when it is needed.
    if (settled) for (const load of [loadSignInAgain, loadToastStack]) load().catch(() => undefined);
  }, [settled]);
};

/** Follows what happens around the pages. */
const Following = () => {
  useFollowSettings();
  useFollowLanguage();
  useForgetOthers();
  useRepeatFailed();
  useReadyForTrouble();
  return null;
};

export { bringFirst } from './bringFirst.ts';

/** Cache and router of one session: both begin afresh with the next. */
export const CabinetApp = () => {
  const [router] = useState(createRouter);
  const paused = usePaused();

  useEffect(() => {
    // What the last session ended with has been read by who signed in again.
    closeAllToasts();
    const stop = onTokenChange(() => void followToken());
    return () => {
      stop();
      router.dispose();
      // What one account has seen is not for the next one.
      queryClient.clear();
    };
  }, [router]);

  return (
    <QueryClientProvider client={queryClient}>
      <MuiLocale>
        <Following />
        <RouterProvider router={router} useTransitions={false} />
        {paused && (
          <LazyBoundary failed={<ChunkMissing />}>
            <SignInAgain />
          </LazyBoundary>
        )}
      </MuiLocale>
    </QueryClientProvider>
  );
};
