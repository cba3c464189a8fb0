import Box from '@mui/material/Box';
import { useMutation } from '@tanstack/react-query';
import { useGetList, useTranslate } from 'ra-core';
import { useMemo } from 'react';
import { TextInput } from 'react-admin';
import { api } from '../../../api/client.ts';
import { useAccount } from '../../../authProvider/account.ts';
import { usePasswordEye } from '../../../components/usePasswordEye.tsx';
import type { BodyFor } from '../../../contract/index.ts';
import { showToast } from '../../../feedback/toasts.ts';
import { FormActions } from '../../../screens/form/FormActions.tsx';
import { GuardedForm } from '../../../screens/form/GuardedForm.tsx';
import { passwordSchema } from './password.ts';
import { sessionsAsked } from './sessions.ts';

type PasswordChange = BodyFor<'PUT /api/v2/Account/password'>;
const nothing: PasswordChange = { Current: '', New: '' };

interface Props {
  readonly source: keyof PasswordChange;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly help?: string;
}

/** Password input with a "show" button. */
const PasswordInput = ({ source, autoComplete, help = '' }: Props) => {
  const translate = useTranslate();
  const { type, endAdornment } = usePasswordEye();
  return (
    <TextInput
      {...{ source, type, autoComplete }}
      label={translate(`user.password.${source}`)}
      helperText={help || false}
      isRequired
      size="small"
      variant="outlined"
      margin="none"
      fullWidth
      slotProps={{ input: { endAdornment } }}
    />
  );
};

/** Changes the password, which ends the account's other sessions. */
export const PasswordForm = () => {
  const translate = useTranslate();
  const login = useAccount()?.Email ?? '';
  const { refetch } = useGetList('sessions', sessionsAsked);
  const schema = useMemo(() => passwordSchema(translate, login), [translate, login]);
  const { mutateAsync } = useMutation({
    mutationFn: (body: PasswordChange) => api('PUT /api/v2/Account/password', { body }),
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
        <PasswordInput source="Current" autoComplete="current-password" />
        <PasswordInput source="New" autoComplete="new-password" help={translate('user.password.help')} />
        <FormActions
          save={translate('user.password.submit')}
          saving={translate('user.saving')}
          reset={translate('user.reset')}
        />
      </GuardedForm>
    </Box>
  );
};
