import Box from '@mui/material/Box';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useInput } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { api } from '../../../api/client.ts';
import { accountQuery } from '../../../authProvider/account.ts';
import type { AccountInfo } from '../../../contract/shapes/account.ts';
import { showLoadFailure } from '../../../feedback/showLoadFailure.ts';
import { showToast } from '../../../feedback/toasts.ts';
import type { InputProps } from '../../../fields/inputs/InputProps.ts';
import { useI18n } from '../../../fields/useI18n.ts';
import { languageName, locales } from '../../../i18n/locale.ts';
import { useAppLocale } from '../../../i18n/TextsProvider.tsx';
import { personalData } from '../../../resources/forms/pageForms.ts';
import { FormActions } from '../../../screens/form/FormActions.tsx';
import { GuardedForm } from '../../../screens/form/GuardedForm.tsx';
import { StaleAlert } from '../../../screens/form/StaleAlert.tsx';
import { useStale } from '../../../screens/form/useStale.ts';
import { Inputs } from '../../../screens/record/Inputs.tsx';
import { recordSchema } from '../../../screens/record/schema.ts';
import { Choice } from '../parts/Choice.tsx';

type PersonalData = Pick<AccountInfo, keyof typeof personalData.fields>;

const valuesOf = ({ FullName, Occupation, Phone, Locale }: AccountInfo): PersonalData => ({
  FullName,
  Occupation,
  Phone,
  Locale,
});

const LocaleInput = ({ source, label, help }: InputProps) => {
  const { field } = useInput({ source });
  return (
    <Choice
      label={label}
      help={help}
      options={locales.map(value => ({ value, title: languageName(value), lang: value }))}
      value={field.value}
      onChange={field.onChange}
    />
  );
};

const customInputs = { Locale: LocaleInput };

/** Replaces null by an empty text, because an emptied input is null, but the account stores empty texts. */
const toRequestBody = (values: FieldValues) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? ''])) as unknown as PersonalData;

export const DataForm = ({ account }: { account: AccountInfo }) => {
  const i18n = useI18n();
  const { translate } = i18n;
  const client = useQueryClient();
  const [locale, setLanguage] = useAppLocale();
  const { stale, settle, onFailure } = useStale(accountQuery.queryKey);
  const schema = useMemo(() => recordSchema(personalData, personalData.form, i18n), [i18n]);
  const { mutateAsync } = useMutation({
    mutationFn: (values: FieldValues) =>
      api('PUT /api/v2/Account/info')({ body: { ...toRequestBody(values), Version: account.Version } }),
    onError: onFailure,
  });
  const save = async (values: FieldValues) => {
    const savedAccount = await mutateAsync(values);
    client.setQueryData(accountQuery.queryKey, savedAccount);
    settle();
    showToast({ kind: 'success', heading: translate('user.saved') });
    if (savedAccount.Locale !== locale) void setLanguage(savedAccount.Locale).catch(showLoadFailure);
    return valuesOf(savedAccount);
  };
  return (
    <Box sx={{ maxWidth: 'sm' }}>
      <GuardedForm schema={schema} values={valuesOf(account)} onSubmit={save}>
        {stale && (
          <StaleAlert resource={personalData} {...stale} title={translate('user.data.staleTitle')} onSettled={settle} />
        )}
        <Inputs resource={personalData} names={personalData.form} replacements={customInputs} />
        <FormActions
          saveLabel={translate('user.save')}
          savingLabel={translate('user.saving')}
          resetLabel={translate('user.reset')}
          onReset={settle}
        />
      </GuardedForm>
    </Box>
  );
};
