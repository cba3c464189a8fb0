import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';
import type { PublicAccountCalls } from '../../contract/shapes/account.ts';
import { handleFailure } from '../../feedback/failures.ts';

/** Returns the API calls that the server allows before sign-in. Undefined while loading and after a failure. */
export const useSignInOptions = (): PublicAccountCalls | undefined => {
  const [options, setOptions] = useState<PublicAccountCalls>();
  useEffect(() => {
    const abortController = new AbortController();
    api('GET /api/v2/Account/options')({ signal: abortController.signal }).then(setOptions).catch(handleFailure);
    return () => abortController.abort();
  }, []);
  return options;
};
