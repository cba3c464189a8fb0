import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';
import type { PublicAccountCalls } from '../../contract/shapes/account.ts';
import { handleFailure } from '../../feedback/failures.ts';

/** Returns the calls that the server allows before sign-in. Undefined while loading and after a failure. */
export const useOptions = (): PublicAccountCalls | undefined => {
  const [options, setOptions] = useState<PublicAccountCalls>();
  useEffect(() => {
    const stop = new AbortController();
    api('GET /api/v2/Account/options')({ signal: stop.signal }).then(setOptions).catch(handleFailure);
    return () => stop.abort();
  }, []);
  return options;
};
