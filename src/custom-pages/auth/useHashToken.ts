import { useEffect, useState } from 'react';

/**
 * Returns the token in the fragment of the address. The fragment is removed at once, so that it is not visible on
 * screen or in the history.
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
