import { useEffect } from 'react';
import { useAccount } from '../authProvider/account.ts';
import { forgetPersonal } from '../components/personal.ts';

/** What others left in this browser goes when somebody signs in, also where a closed browser ended their session. */
export const useForgetOthers = (): void => {
  const id = useAccount()?.Id;
  useEffect(() => {
    if (id !== undefined) forgetPersonal(id);
  }, [id]);
};
