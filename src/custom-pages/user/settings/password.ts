import { object, string } from 'yup';
import { passwordLengthFault } from '../../../settings/password.ts';

/** The contract's rules, checked before sending. */
export const passwordSchema = (translate: (key: string) => string, login: string) => {
  const required = translate('validation.required');
  return object({
    Current: string().nullable().required(required),
    New: string()
      .nullable()
      .required(required)
      .test('length', (value, { createError }) => {
        const fault = passwordLengthFault(value ?? '');
        return fault ? createError({ message: translate(fault) }) : true;
      })
      .test(
        'login',
        translate('validation.passwordIsLogin'),
        value => value?.trim().toLowerCase() !== login.toLowerCase(),
      ),
  });
};
