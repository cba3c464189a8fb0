import { useEffect } from 'react';
import { useAccount } from '../authProvider/account.ts';
import { forgetOwn } from '../components/own.ts';

/** What others left in this browser goes when somebody signs in, also where a closed browser ended their session. */
export const useOnlyOwn = (): void => {
  const id = useAccount()?.Id;
  useEffect(() => {
    if (id !== undefined) forgetOwn(id);
  }, [id]);
};
