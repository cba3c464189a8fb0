import { useEffect } from 'react';
import { useAccount } from '../authProvider/account.ts';
import { forgetPersonal } from '../components/personal.ts';

/** Deletes other accounts' data in this browser on sign-in, because closing the browser does not sign out. */
export const useForgetOthers = (): void => {
  const id = useAccount()?.Id;
  useEffect(() => {
    if (id !== undefined) forgetPersonal(id);
  }, [id]);
};
