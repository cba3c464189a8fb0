import { nameMaxLength, phoneMaxLength } from '../../contract/limits.ts';
import { newPassword } from '../../resources/forms/newPassword.ts';
import type { FormDescription } from '../../schema/define.ts';
import { f } from '../../schema/fields.ts';

/*
 * Forms of people who are not signed in. Their labels are in the message catalogue (`auth.fields`, `ways.fields`),
 * because the files of an additional language replace only texts of the catalogue.
 */

const login = f.email({ required: true, autoComplete: 'username' });

export const signInForm = {
  name: 'signIn',
  fields: {
    Login: login,
    Password: f.text({
      required: true,
      secret: true,
      autoComplete: 'current-password',
    }),
  },
} as const satisfies FormDescription;

export const signInAgainForm = {
  name: 'signInAgain',
  fields: { Password: signInForm.fields.Password },
} as const satisfies FormDescription;

export const forgottenPasswordForm = {
  name: 'forgottenPassword',
  fields: { Login: login },
} as const satisfies FormDescription;

export const resetForm = {
  name: 'passwordReset',
  fields: { Password: newPassword },
} as const satisfies FormDescription;

export const registrationForm = {
  name: 'registration',
  fields: {
    FullName: f.text({
      required: true,
      maxLength: nameMaxLength,
      autoComplete: 'name',
    }),
    Email: f.email({ required: true, autoComplete: 'email' }),
    CompanyName: f.text({
      required: true,
      autoComplete: 'organization',
    }),
    Phone: f.phone({
      maxLength: phoneMaxLength,
      autoComplete: 'tel',
    }),
  },
} as const satisfies FormDescription;
