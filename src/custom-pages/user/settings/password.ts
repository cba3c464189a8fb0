import { yupResolver } from '@hookform/resolvers/yup';
import type { Resolver } from 'react-hook-form';
import { object, string } from 'yup';
import { passwordMinLength } from '../../../contract/limits.ts';

export interface PasswordValues {
  readonly Current: string;
  readonly New: string;
}

export const noPasswords: PasswordValues = { Current: '', New: '' };

/** The contract's rules, before the server is asked. */
export const passwordResolver = (translate: (key: string) => string, login: string): Resolver<PasswordValues> => {
  const required = translate('validation.required');
  const schema = object({
    Current: string().required(required),
    New: string()
      .required(required)
      .min(passwordMinLength, translate('validation.passwordLength'))
      .test(
        'login',
        translate('validation.passwordIsLogin'),
        value => value?.trim().toLowerCase() !== login.toLowerCase(),
      ),
  });
  return yupResolver(schema) as unknown as Resolver<PasswordValues>;
};
