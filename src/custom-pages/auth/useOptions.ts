import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';
import type { AccountOptions } from '../../contract/shapes/account.ts';

/** What this installation offers to who is not signed in; undefined until it is known, and where nothing answers. */
export const useOptions = (): AccountOptions | undefined => {
  const [options, setOptions] = useState<AccountOptions>();
  useEffect(() => {
    const stop = new AbortController();
    api('GET /api/v2/Account/options', { signal: stop.signal })
      .then(setOptions)
      .catch(() => undefined);
    return () => stop.abort();
  }, []);
  return options;
};
