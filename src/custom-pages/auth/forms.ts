import { nameMaxLength, phoneMaxLength } from '../../contract/limits.ts';
import { newPassword } from '../../fields/newPassword.ts';
import type { Described } from '../../schema/define.ts';
import { f } from '../../schema/fields.ts';

const login = f.email({
  label: { ru: 'Электронная почта', en: 'E-mail' },
  required: true,
  autoComplete: 'username',
});

export const signInForm = {
  name: 'signIn',
  fields: {
    Login: login,
    Password: f.text({
      label: { ru: 'Пароль', en: 'Password' },
      required: true,
      secret: true,
      autoComplete: 'current-password',
    }),
  },
} as const satisfies Described;

export const signInAgainForm = {
  name: 'signInAgain',
  fields: { Password: signInForm.fields.Password },
} as const satisfies Described;

export const forgottenPasswordForm = {
  name: 'forgottenPassword',
  fields: { Login: login },
} as const satisfies Described;

export const resetForm = { name: 'passwordReset', fields: { Password: newPassword } } as const satisfies Described;

export const registrationForm = {
  name: 'registration',
  fields: {
    FullName: f.text({
      label: { ru: 'ФИО', en: 'Full name' },
      required: true,
      maxLength: nameMaxLength,
      autoComplete: 'name',
    }),
    Email: f.email({ label: login.label, required: true, autoComplete: 'email' }),
    CompanyName: f.text({
      label: { ru: 'Компания', en: 'Company' },
      help: {
        ru: 'Как она названа в кабинете; форму собственности можно опустить',
        en: 'As it is called in the app; the legal form may be left out',
      },
      required: true,
      autoComplete: 'organization',
    }),
    Phone: f.phone({
      label: { ru: 'Телефон (необязательно)', en: 'Phone (optional)' },
      maxLength: phoneMaxLength,
      autoComplete: 'tel',
    }),
  },
} as const satisfies Described;
