import Box from '@mui/material/Box';
import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useGetList } from 'react-admin';
import type { string } from 'yup';
import { api } from '../../../api/client.ts';
import { useAccount } from '../../../authProvider/account.ts';
import type { BodyFor } from '../../../contract/index.ts';
import { showToast } from '../../../feedback/toasts.ts';
import { type I18n, useI18n } from '../../../fields/useI18n.ts';
import { passwordChange } from '../../../resources/forms/pageForms.ts';
import { FormActions } from '../../../screens/form/FormActions.tsx';
import { GuardedForm } from '../../../screens/form/GuardedForm.tsx';
import { Inputs } from '../../../screens/record/Inputs.tsx';
import { recordSchema } from '../../../screens/record/schema.ts';
import { allSessionsQuery } from './sessions.ts';

/** Returns a schema with the password rules of the contract, so that errors show before the request. */
const passwordSchema = (i18n: I18n, login: string) => {
  const schema = recordSchema(passwordChange, passwordChange.form, i18n);
  const newPasswordSchema = (schema.fields.New as unknown as ReturnType<typeof string>).test(
    'login',
    i18n.translate('validation.passwordIsLogin'),
    value => value?.trim().toLowerCase() !== login.toLowerCase(),
  );
  return schema.shape({ New: newPasswordSchema });
};

type PasswordChange = BodyFor<'PUT /api/v2/Account/password'>;
const emptyValues: PasswordChange = { Current: '', New: '' };

/** Changes the password. All other sessions of the account end. */
export const PasswordForm = () => {
  const i18n = useI18n();
  const { translate } = i18n;
  const login = useAccount()?.Email ?? '';
  const { refetch } = useGetList('sessions', allSessionsQuery);
  const schema = useMemo(() => passwordSchema(i18n, login), [i18n, login]);
  const { mutateAsync } = useMutation({
    mutationFn: (body: PasswordChange) => api('PUT /api/v2/Account/password')({ body }),
  });
  return (
    <Box sx={theme => ({ maxWidth: theme.frame.formWidth })}>
      <GuardedForm
        schema={schema}
        defaultValues={emptyValues}
        onSubmit={async ({ Current, New }) => {
          await mutateAsync({ Current, New });
          showToast({ kind: 'success', heading: translate('user.password.done') });
          void refetch();
          return emptyValues;
        }}
      >
        {/* Tells password managers which account's password is changed. */}
        <Box component="input" type="email" autoComplete="username" value={login} readOnly hidden />
        <Inputs resource={passwordChange} names={passwordChange.form} />
        <FormActions
          saveLabel={translate('user.password.submit')}
          savingLabel={translate('user.saving')}
          resetLabel={translate('user.reset')}
        />
      </GuardedForm>
    </Box>
  );
};
