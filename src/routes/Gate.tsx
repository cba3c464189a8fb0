import { lazy, useLayoutEffect, useSyncExternalStore } from 'react';
import { usePaused } from '../authProvider/session.ts';
import { onTokenChange, readToken } from '../authProvider/token.ts';
import { fetchPart } from '../fetchPart.ts';
import { replaceAddress, useAddress } from './address.ts';
import { isOutside, isResetPath, keepLocation } from './lastLocation.ts';
import { loadAuth } from './loadAuth.ts';
import { loadCabinet } from './loadCabinet.ts';
import { places } from './places.ts';

const Cabinet = lazy(() => fetchPart(loadCabinet));
const AuthPages = lazy(() => fetchPart(loadAuth));

/** Who is signed in, in this tab or by another, gets the cabinet; who is not, the pages open to all. */
export const Gate = () => {
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

  // A link for a new password is followed by who is signed in too.
  if (inside && !isResetPath(path)) return <Cabinet />;
  return astray ? null : <AuthPages path={path} />;
};
