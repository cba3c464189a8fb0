import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { onTokenChange, readToken } from '../authProvider/token.ts';
import { OfflineBar } from '../layout/failures/OfflineBar.tsx';
import { closeAllToasts } from '../layout/failures/toasts.ts';
import { queryClient } from '../queryClient.ts';
import { createRouter } from './router.tsx';

/** Cache and router of one session: both begin afresh with the next. */
export const CabinetApp = () => {
  const [router] = useState(createRouter);

  useEffect(() => {
    // What the last session ended with has been read by who signed in again.
    closeAllToasts();
    const stop = onTokenChange(() => {
      // Without a token a refetch could only fail; what is on the screen goes away at once.
      void queryClient.invalidateQueries(readToken() ? undefined : { refetchType: 'none' });
    });
    return () => {
      stop();
      router.dispose();
      // What one account has seen is not for the next one.
      queryClient.clear();
    };
  }, [router]);

  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} useTransitions={false} />
      <OfflineBar />
    </QueryClientProvider>
  );
};
