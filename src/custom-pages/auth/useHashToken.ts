import { useEffect, useState } from 'react';

/**
 * The token behind the # of the address, the last one that stood there. It is taken off as soon as it is read: nobody
 * who looks at the screen or the history later is to find it.
 */
export const useHashToken = (): string => {
  const [token, setToken] = useState(() => window.location.hash.slice(1));
  useEffect(() => {
    const read = () => {
      const next = window.location.hash.slice(1);
      if (next) setToken(next);
      if (window.location.href.includes('#')) window.history.replaceState(null, '', window.location.pathname);
    };
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  return token;
};
