import { QueryClientProvider } from '@tanstack/react-query';
import type { I18nProvider } from 'ra-core';
import { RouterProvider } from 'react-router/dom';
import { TextsProvider } from './i18n/TextsProvider.tsx';
import { OfflineBar } from './layout/failures/OfflineBar.tsx';
import { ToastStack } from './layout/failures/ToastStack.tsx';
import { AppTheme } from './layout/theme/AppTheme.tsx';
import { queryClient } from './queryClient.ts';
import { createRouter } from './routes/router.tsx';

const router = createRouter();

/** Theme, texts, cache and routes; what is on a page comes from the route table. */
export const App = ({ texts }: { texts: I18nProvider }) => (
  <AppTheme>
    <TextsProvider first={texts}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} useTransitions={false} />
        <ToastStack />
        <OfflineBar />
      </QueryClientProvider>
    </TextsProvider>
  </AppTheme>
);
