import Box from '@mui/material/Box';
import { useGetList, useTranslate } from 'ra-core';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '../../../api/client.ts';
import { useAccount } from '../../../authProvider/account.ts';
import { showToast } from '../../../feedback/toasts.ts';
import { LeaveGuard } from '../../../screens/LeaveGuard.tsx';
import { SaveRow } from '../parts/SaveRow.tsx';
import { useSaving } from '../parts/useSaving.ts';
import { PasswordInput } from './PasswordInput.tsx';
import { noPasswords, type PasswordValues, passwordResolver } from './password.ts';
import { sessionsAsked } from './sessions.ts';

/** Sets another password; the other sessions of the account end with it. */
export const PasswordForm = () => {
  const translate = useTranslate();
  const login = useAccount()?.Email ?? '';
  const { refetch } = useGetList('sessions', sessionsAsked);
  const resolver = useMemo(() => passwordResolver(translate, login), [translate, login]);
  const form = useForm<PasswordValues>({ mode: 'all', defaultValues: noPasswords, resolver });
  const { control, formState, reset } = form;
  const { onSubmit, saving } = useSaving({
    form,
    save: body => api('PUT /api/v2/Account/password', { body }),
    onSaved: () => {
      reset(noPasswords);
      showToast({ kind: 'success', heading: translate('user.password.done') });
      void refetch();
    },
  });
  return (
    <Box
      component="form"
      noValidate
      onSubmit={onSubmit}
      sx={theme => ({ display: 'grid', gap: 2.5, maxWidth: theme.frame.form })}
    >
      <LeaveGuard dirty={formState.isDirty} />
      {/* Tells a password manager whose password is changed. */}
      <Box component="input" type="email" autoComplete="username" value={login} readOnly hidden />
      <PasswordInput {...{ control, name: 'Current', autoComplete: 'current-password' }} />
      <PasswordInput
        {...{ control, name: 'New', autoComplete: 'new-password', help: translate('user.password.help') }}
      />
      <SaveRow
        dirty={formState.isDirty}
        saving={saving}
        action="user.password.submit"
        onReset={() => reset(noPasswords)}
      />
    </Box>
  );
};
