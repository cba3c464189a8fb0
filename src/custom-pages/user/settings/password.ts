import type { string } from 'yup';
import type { I18n } from '../../../fields/kind.ts';
import { newPassword } from '../../../fields/newPassword.ts';
import type { Described } from '../../../schema/define.ts';
import { f } from '../../../schema/fields.ts';
import { recordSchema } from '../../../screens/record/schema.ts';

/** Description of the form: present and new password. */
export const passwordChange = {
  name: 'passwordChange',
  fields: {
    Current: f.text({
      label: { ru: 'Текущий пароль', en: 'Current password' },
      required: true,
      secret: true,
      autoComplete: 'current-password',
    }),
    New: newPassword,
  },
  form: ['Current', 'New'],
} as const satisfies Described;

/** Returns a schema with the contract's rules, so that errors show before the request. */
export const passwordSchema = (translate: I18n['translate'], login: string) => {
  const schema = recordSchema(passwordChange, passwordChange.form, translate);
  const another = (schema.fields.New as unknown as ReturnType<typeof string>).test(
    'login',
    translate('validation.passwordIsLogin'),
    value => value?.trim().toLowerCase() !== login.toLowerCase(),
  );
  return schema.shape({ New: another });
};
