import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { usePaused } from '../authProvider/session.ts';
import { onTokenChange } from '../authProvider/token.ts';
import { watchTyping } from '../authProvider/unsaved.ts';
import { part } from '../components/part.ts';
import { OfflineBar } from '../layout/failures/OfflineBar.tsx';
import { closeAllToasts } from '../layout/failures/toasts.ts';
import { queryClient } from '../queryClient.ts';
import { followToken } from './followToken.ts';
import { createRouter } from './router.tsx';
import { useFollowSettings } from './useFollowSettings.ts';

const SignInAgain = part('SignInAgain', () => import('../custom-pages/auth/SignInAgain.tsx'));

const FollowSettings = () => {
  useFollowSettings();
  return null;
};

/** Cache and router of one session: both begin afresh with the next. */
export const CabinetApp = () => {
  const [router] = useState(createRouter);
  const paused = usePaused();

  useEffect(() => {
    // What the last session ended with has been read by who signed in again.
    closeAllToasts();
    const stop = onTokenChange(() => void followToken());
    const stopWatching = watchTyping();
    return () => {
      stop();
      stopWatching();
      router.dispose();
      // What one account has seen is not for the next one.
      queryClient.clear();
    };
  }, [router]);

  return (
    <QueryClientProvider client={queryClient}>
      <FollowSettings />
      <RouterProvider router={router} useTransitions={false} />
      <OfflineBar />
      {paused && (
        <Suspense>
          <SignInAgain />
        </Suspense>
      )}
    </QueryClientProvider>
  );
};
