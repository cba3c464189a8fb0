import { Suspense } from 'react';
import { ErrorCatcher } from '../feedback/ErrorCatcher.tsx';
import { OfflineBar } from '../feedback/OfflineBar.tsx';
import { Splash } from '../feedback/Splash.tsx';
import { Toasts } from '../feedback/Toasts.tsx';
import { TextsProvider } from '../i18n/TextsProvider.tsx';
import { AppTheme } from '../theme/AppTheme.tsx';
import { Gate } from './Gate.tsx';

// A failure is ignored, because the style only enlarges touch targets.
if (matchMedia('(pointer: coarse)').matches) import('../theme/touch.css').catch(console.warn);

/** Contains theme and texts only, because the code before sign-in must stay small (app/Gate). */
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
