import Box from '@mui/material/Box';
import { Suspense, useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import { useTranslate } from 'react-admin';
import { usePaused } from '../api/session.ts';
import { onTokenChange, readToken } from '../api/token.ts';
import { AuthPages } from '../custom-pages/auth/AuthPages.tsx';
import { useReachable } from '../feedback/connection.ts';
import { ErrorCatcher } from '../feedback/ErrorFallback.tsx';
import type { LazyComponent } from '../feedback/LazyBoundary.tsx';
import { beginLoading } from '../feedback/loading.ts';
import { Toasts } from '../feedback/Toasts.tsx';
import { TextsProvider } from '../i18n/TextsProvider.tsx';
import { replaceAddress, useAddress } from '../routes/address.ts';
import { isPublicPath, isResetPath, storeLocation } from '../routes/lastLocation.ts';
import { fixedPaths } from '../routes/publicPages.ts';
import { AppTheme } from '../theme/AppTheme.tsx';

/**
 * Full-page loading state at the start. It looks like the mark that public/first-paint.css draws first, so that nothing
 * flickers.
 */
const Splash = () => {
  useEffect(beginLoading, []);
  return (
    <div className="first-paint" role="status" aria-label={useTranslate()('shell.loading')}>
      <i />
    </div>
  );
};

/** Banner shown while the server is unreachable. It is part of the entry script, because nothing can be loaded then. */
const OfflineBanner = () => {
  const translate = useTranslate();
  if (useReachable()) return null;
  return (
    <Box
      role="status"
      sx={{
        position: 'fixed',
        insetInline: 0,
        bottom: 0,
        zIndex: 'snackbar',
        px: 2,
        py: 1.5,
        textAlign: 'center',
        typography: 'subtitle2',
        bgcolor: 'warning.main',
        color: 'warning.contrastText',
      }}
    >
      {translate('shell.offline')}
    </Box>
  );
};

/** Renders the app if this or another tab is signed in, otherwise the public pages. */
export const SignInOrApp = ({ app: App }: { app: LazyComponent<object> }) => {
  const token = useSyncExternalStore(onTokenChange, readToken);
  const paused = usePaused();
  const path = useAddress();
  const isSignedIn = token !== undefined || paused;
  const needsSignIn = !isSignedIn && !isPublicPath(path);

  useLayoutEffect(() => {
    if (!needsSignIn) return;
    storeLocation(window.location.pathname, window.location.search);
    replaceAddress(fixedPaths.login);
  }, [needsSignIn]);

  // Signed-in users get the app, except on the page of a password reset link.
  if (isSignedIn && !isResetPath(path)) return <App />;
  // Preloads the app when the user starts typing. A failed preload is ignored, because the app is requested again
  // later.
  const preloadApp = () => void App.fetch().catch(() => undefined);
  return needsSignIn ? null : <AuthPages path={path} onFirstInput={preloadApp} />;
};

// A failure to load the style sheet is ignored, because the style sheet only enlarges touch targets.
if (matchMedia('(pointer: coarse)').matches) import('../theme/touch.css').catch(console.warn);

/** Renders the sign-in pages or `app`. Contains no react-admin, because the code before sign-in must stay small. */
export const Start = ({ app }: { app: LazyComponent<object> }) => (
  <AppTheme>
    <TextsProvider>
      <ErrorCatcher>
        <Suspense fallback={<Splash />}>
          <SignInOrApp app={app} />
        </Suspense>
      </ErrorCatcher>
      <OfflineBanner />
      <Toasts />
    </TextsProvider>
  </AppTheme>
);
