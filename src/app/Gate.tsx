import { useLayoutEffect, useSyncExternalStore } from 'react';
import { usePaused } from '../api/session.ts';
import { onTokenChange, readToken } from '../api/token.ts';
import { AuthPages } from '../custom-pages/auth/AuthPages.tsx';
import type { LazyComponent } from '../feedback/lazyComponent.ts';
import { replaceAddress, useAddress } from '../routes/address.ts';
import { isOutside, isResetPath, keepLocation } from '../routes/lastLocation.ts';
import { places } from '../routes/places.ts';

/** Renders the app if this or another tab is signed in, otherwise the public pages. */
export const Gate = ({ app: App }: { app: LazyComponent<object> }) => {
  const token = useSyncExternalStore(onTokenChange, readToken);
  const paused = usePaused();
  const path = useAddress();
  const inside = token !== undefined || paused;
  const astray = !inside && !isOutside(path);

  useLayoutEffect(() => {
    if (!astray) return;
    keepLocation(window.location.pathname, window.location.search);
    replaceAddress(places.login);
  }, [astray]);

  // A reset link also works while signed in.
  if (inside && !isResetPath(path)) return <App />;
  // Preloads the app when the user starts typing. After a failure it is requested again later.
  const preload = () => void App.fetch().catch(() => undefined);
  return astray ? null : <AuthPages path={path} onBegin={preload} />;
};
