import { Suspense } from 'react';
import { TextsProvider } from './i18n/TextsProvider.tsx';
import { ErrorCatcher } from './layout/failures/ErrorCatcher.tsx';
import { OfflineBar } from './layout/failures/OfflineBar.tsx';
import { Toasts } from './layout/failures/Toasts.tsx';
import { Splash } from './layout/Splash.tsx';
import { AppTheme } from './layout/theme/AppTheme.tsx';
import { Gate } from './routes/Gate.tsx';

/** Theme and words. The rest is the gate's: what is before signing in must stay small, see routes/Gate. */
export const App = () => (
  <AppTheme>
    <TextsProvider>
      <ErrorCatcher>
        <Suspense fallback={<Splash />}>
          <Gate />
        </Suspense>
      </ErrorCatcher>
      <OfflineBar />
      <Toasts />
    </TextsProvider>
  </AppTheme>
);
