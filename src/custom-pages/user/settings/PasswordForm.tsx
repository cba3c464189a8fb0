import Box from '@mui/material/Box';
import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useGetList, useTranslate } from 'react-admin';
import { api } from '../../../api/client.ts';
import { useAccount } from '../../../authProvider/account.ts';
import type { BodyFor } from '../../../contract/index.ts';
import { showToast } from '../../../feedback/toasts.ts';
import { FormActions } from '../../../screens/form/FormActions.tsx';
import { GuardedForm } from '../../../screens/form/GuardedForm.tsx';
import { Inputs } from '../../../screens/record/Inputs.tsx';
import { passwordChange, passwordSchema } from './password.ts';
import { allSessionsQuery } from './sessions.ts';

type PasswordChange = BodyFor<'PUT /api/v2/Account/password'>;
const nothing: PasswordChange = { Current: '', New: '' };

/** Changes the password. All other sessions of the account end. */
export const PasswordForm = () => {
  const translate = useTranslate();
  const login = useAccount()?.Email ?? '';
  const { refetch } = useGetList('sessions', allSessionsQuery);
  const schema = useMemo(() => passwordSchema(translate, login), [translate, login]);
  const { mutateAsync } = useMutation({
    mutationFn: (body: PasswordChange) => api('PUT /api/v2/Account/password')({ body }),
  });
  return (
    <Box sx={theme => ({ maxWidth: theme.frame.form })}>
      <GuardedForm
        schema={schema}
        defaultValues={nothing}
        onSubmit={async ({ Current, New }) => {
          await mutateAsync({ Current, New });
          showToast({ kind: 'success', heading: translate('user.password.done') });
          void refetch();
          return nothing;
        }}
      >
        {/* Tells password managers whose password is changed. */}
        <Box component="input" type="email" autoComplete="username" value={login} readOnly hidden />
        <Inputs resource={passwordChange} names={passwordChange.form} />
        <FormActions
          save={translate('user.password.submit')}
          saving={translate('user.saving')}
          reset={translate('user.reset')}
        />
      </GuardedForm>
    </Box>
  );
};
