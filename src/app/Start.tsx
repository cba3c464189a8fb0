import { Suspense } from 'react';
import { ErrorCatcher } from '../feedback/ErrorCatcher.tsx';
import type { LazyComponent } from '../feedback/lazyComponent.ts';
import { OfflineBar } from '../feedback/OfflineBar.tsx';
import { Splash } from '../feedback/Splash.tsx';
import { Toasts } from '../feedback/Toasts.tsx';
import { TextsProvider } from '../i18n/TextsProvider.tsx';
import { AppTheme } from '../theme/AppTheme.tsx';
import { Gate } from './Gate.tsx';

// A failure is ignored, because the style only enlarges touch targets.
if (matchMedia('(pointer: coarse)').matches) import('../theme/touch.css').catch(console.warn);

/** Renders the sign-in pages or `app`. Contains no react-admin, because the code before sign-in must stay small. */
export const Start = ({ app }: { app: LazyComponent<object> }) => (
  <AppTheme>
    <TextsProvider>
      <ErrorCatcher>
        <Suspense fallback={<Splash />}>
          <Gate app={app} />
        </Suspense>
      </ErrorCatcher>
      <OfflineBar />
      <Toasts />
    </TextsProvider>
  </AppTheme>
);
