import { useLayoutEffect, useSyncExternalStore } from 'react';
import { usePaused } from '../api/session.ts';
import { onTokenChange, readToken } from '../api/token.ts';
import { AuthPages } from '../custom-pages/auth/AuthPages.tsx';
import { replaceAddress, useAddress } from '../routes/address.ts';
import { isOutside, isResetPath, keepLocation } from '../routes/lastLocation.ts';
import { places } from '../routes/places.ts';
import { LazyCabinet } from './loadCabinet.ts';

/** Whoever begins to type will need the cabinet in a moment; one that does not come now is asked for again then. */
const prepareCabinet = () => void LazyCabinet.fetch().catch(() => undefined);

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
  if (inside && !isResetPath(path)) return <LazyCabinet />;
  return astray ? null : <AuthPages path={path} onBegin={prepareCabinet} />;
};
