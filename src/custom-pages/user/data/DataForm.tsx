import Box from '@mui/material/Box';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useMemo, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { api, currentIn } from '../../../api/client.ts';
import { accountQuery } from '../../../authProvider/account.ts';
import type { AccountInfo } from '../../../contract/shapes/account.ts';
import { tellMissing } from '../../../feedback/tellMissing.ts';
import { showToast } from '../../../feedback/toasts.ts';
import { locales } from '../../../i18n/locale.ts';
import { useAppLocale } from '../../../i18n/TextsProvider.tsx';
import { LeaveGuard } from '../../../screens/LeaveGuard.tsx';
import { Choice } from '../parts/Choice.tsx';
import { SaveRow } from '../parts/SaveRow.tsx';
import { TextInput } from '../parts/TextInput.tsx';
import { useSaving } from '../parts/useSaving.ts';
import { type Stale, StaleAlert } from './StaleAlert.tsx';
import { type DataValues, dataResolver, valuesOf } from './values.ts';

/** Name, occupation, phone and language. */
export const DataForm = ({ account }: { account: AccountInfo }) => {
  const translate = useTranslate();
  const client = useQueryClient();
  const [, setLocale] = useAppLocale();
  const [stale, setStale] = useState<Stale>();
  const resolver = useMemo(() => dataResolver(translate), [translate]);
  const form = useForm<DataValues>({
    mode: 'all',
    values: valuesOf(account),
    // A fresher account does not undo what is being typed.
    resetOptions: { keepDirtyValues: true },
    resolver,
  });
  const { control, formState, reset } = form;
  const { onSubmit, saving } = useSaving({
    form,
    save: values => api('PUT /api/v2/Account/info', { body: { ...values, Version: account.Version } }),
    onSaved: saved => {
      client.setQueryData(accountQuery.queryKey, saved);
      reset(valuesOf(saved));
      setStale(undefined);
      showToast({ kind: 'success', heading: translate('user.saved') });
      void setLocale(saved.Locale).catch(tellMissing);
    },
    onRefused: error => {
      const current = currentIn(error) as AccountInfo | undefined;
      if (!current) return;
      setStale({ before: valuesOf(account), now: valuesOf(current) });
      // What is typed stays, the rest and the version follow: saved again, it is kept.
      client.setQueryData(accountQuery.queryKey, current);
    },
  });
  return (
    <Box component="form" noValidate onSubmit={onSubmit} sx={{ display: 'grid', gap: 2.5, maxWidth: 'sm' }}>
      <LeaveGuard dirty={formState.isDirty} />
      {stale && <StaleAlert {...stale} />}
      <TextInput
        {...{ control, name: 'FullName', required: true, autoComplete: 'name' }}
        label={translate('user.data.FullName')}
      />
      <TextInput
        {...{ control, name: 'Occupation', autoComplete: 'organization-title' }}
        label={translate('user.data.Occupation')}
      />
      <TextInput
        {...{ control, name: 'Phone', type: 'tel', autoComplete: 'tel' }}
        label={translate('user.data.Phone')}
        help={translate('user.data.PhoneHelp')}
      />
      <Controller
        control={control}
        name="Locale"
        render={({ field: { value, onChange } }) => (
          <Choice
            label={translate('user.data.Locale')}
            help={translate('user.data.LocaleHelp')}
            options={locales.map(each => ({ value: each, title: translate(`shell.language.${each}`), lang: each }))}
            {...{ value, onChange }}
          />
        )}
      />
      <SaveRow
        dirty={formState.isDirty}
        saving={saving}
        onReset={() => {
          reset(valuesOf(account), { keepDirtyValues: false });
          setStale(undefined);
        }}
      />
    </Box>
  );
};
