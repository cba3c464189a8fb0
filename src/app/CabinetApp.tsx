import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { useFreshAsk } from '../api/freshSignIn.ts';
import { usePaused } from '../api/session.ts';
import { onTokenChange } from '../api/token.ts';
import { showMissing } from '../feedback/ChunkMissing.tsx';
import { LazyBoundary } from '../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../feedback/lazyComponent.ts';
import { loadToastStack } from '../feedback/Toasts.tsx';
import { useSettled } from '../layout/frame/useSettled.ts';
import { followToken } from './followToken.ts';
import { MuiLocale } from './MuiLocale.tsx';
import { queryClient } from './queryClient.ts';
import { createRouter } from './router.tsx';
import { useFollowSettings } from './useFollowSettings.ts';
import { useFollowTexts } from './useFollowTexts.ts';
import { useForgetOthers } from './useForgetOthers.ts';
import { useRepeatFailed } from './useRepeatFailed.ts';

const loadSignInAgain = () => import('../custom-pages/auth/SignInAgain.tsx');
const SignInAgain = lazyComponent('SignInAgain', loadSignInAgain);
const FreshSignIn = lazyComponent('FreshSignIn', () => import('../custom-pages/auth/FreshSignIn.tsx'), 'admin');

/** Preloads the error UI, because after a deployment its scripts may be missing when they are needed. */
const useReadyForTrouble = (): void => {
  const settled = useSettled();
  useEffect(() => {
    // After a failure they are requested again when needed.
    if (settled) for (const load of [loadSignInAgain, loadToastStack]) load().catch(() => undefined);
  }, [settled]);
};

/** Hooks that follow the session, settings and connection. */
const Following = () => {
  useFollowSettings();
  useFollowTexts();
  useForgetOthers();
  useRepeatFailed();
  useReadyForTrouble();
  return null;
};

export { bringFirst } from './bringFirst.ts';

/** Cache and router of one session. The next session starts with new ones. */
export const CabinetApp = () => {
  const [router] = useState(createRouter);
  const paused = usePaused();
  const freshAsk = useFreshAsk();

  useEffect(() => {
    const stop = onTokenChange(() => void followToken());
    return () => {
      stop();
      router.dispose();
      // The next account must not see the cache.
      queryClient.clear();
    };
  }, [router]);

  return (
    <QueryClientProvider client={queryClient}>
      <MuiLocale>
        <Following />
        <RouterProvider router={router} useTransitions={false} />
        {freshAsk && !paused && (
          <LazyBoundary failed={showMissing}>
            <FreshSignIn ask={freshAsk} />
          </LazyBoundary>
        )}
        {paused && (
          <LazyBoundary failed={showMissing}>
            <SignInAgain />
          </LazyBoundary>
        )}
      </MuiLocale>
    </QueryClientProvider>
  );
};
