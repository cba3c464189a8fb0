import { useState } from 'react';
import { signIn } from '../../authProvider/signIn.ts';
import { email, required } from './checks.ts';
import { useFields } from './useFields.ts';

export const useSignIn = () => {
  const [remember, setRemember] = useState(false);
  const { fillIn, ...form } = useFields({
    checks: { email, password: required },
    send: values => signIn({ ...values, remember }),
  });
  return {
    ...form,
    remember,
    setRemember,
    fillIn: (email: string, password: string) => fillIn({ email, password }),
  };
};
