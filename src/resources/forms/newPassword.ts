import { passwordMaxLength, passwordMinLength } from '../../contract/limits.ts';
import { f } from '../../schema/fields.ts';

/** Description of the field for a new password. All forms with a new password share it. */
export const newPassword = f.text({
  label: { ru: 'Новый пароль', en: 'New password' },
  help: {
    ru: 'От 10 символов, не логин и не простой пароль',
    en: '10 or more characters, not the login, not a common one',
  },
  required: true,
  secret: true,
  minLength: passwordMinLength,
  maxLength: passwordMaxLength,
  autoComplete: 'new-password',
});
