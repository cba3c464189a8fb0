import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useInput, useTranslate } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { api } from '../../../api/client.ts';
import { accountQuery, useAccount } from '../../../authProvider/account.ts';
import { HiddenHeading } from '../../../components/HiddenHeading.tsx';
import { Portrait } from '../../../components/Portrait.tsx';
import { imageMaxBytes } from '../../../contract/limits.ts';
import type { AccountInfo } from '../../../contract/shapes/account.ts';
import { PageSkeleton } from '../../../feedback/PageSkeleton.tsx';
import { showLoadFailure } from '../../../feedback/showLoadFailure.ts';
import { showToast } from '../../../feedback/toasts.ts';
import { UnreadableResponse } from '../../../feedback/UnreadableResponse.tsx';
import type { InputProps } from '../../../fields/inputs/InputProps.ts';
import { useI18n } from '../../../fields/useI18n.ts';
import { languageName, locales } from '../../../i18n/locale.ts';
import { useAppLocale } from '../../../i18n/TextsProvider.tsx';
import { personalData } from '../../../resources/forms/pageForms.ts';
import { FormActions } from '../../../screens/form/FormActions.tsx';
import { GuardedForm } from '../../../screens/form/GuardedForm.tsx';
import { StaleAlert, useStale } from '../../../screens/form/StaleAlert.tsx';
import { Inputs, recordSchema } from '../../../screens/record/Inputs.tsx';
import { Choice } from '../parts/LabelledInput.tsx';
import { Section, SectionStack } from '../parts/Section.tsx';
import { CropDialog } from '../picture/CropDialog.tsx';

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

export const PictureEditor = ({ account }: { account: AccountInfo }) => {
  const translate = useTranslate();
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ImageBitmap>();
  const [fault, setFault] = useState<string>();
  const onSuccess = (savedAccount: AccountInfo) => {
    client.setQueryData(accountQuery.queryKey, savedAccount);
    setPicture(undefined);
  };
  const upload = useMutation({ mutationFn: (file: File) => api('POST /api/v2/Account/picture')({ file }), onSuccess });
  const remove = useMutation({ mutationFn: () => api('DELETE /api/v2/Account/picture')(), onSuccess });

  const openFile = async (file: File | undefined) => {
    if (!file) return;
    setFault(undefined);
    if (file.size > imageMaxBytes) return setFault('user.picture.tooLarge');
    await createImageBitmap(file)
      .then(setPicture)
      .catch(() => setFault('user.picture.unreadable'));
  };
  return (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
      <Portrait name={account.FullName} pictureUrl={account.Pic} side={12} />
      <Box>
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          <Button variant="outlined" onClick={() => input.current?.click()}>
            {translate(account.Pic ? 'user.picture.another' : 'user.picture.choose')}
          </Button>
          {account.Pic && (
            <Button color="error" disabled={remove.isPending} onClick={() => remove.mutate()}>
              {translate('user.picture.remove')}
            </Button>
          )}
        </Box>
        <UnreadableResponse error={remove.error} />
        <FormHelperText error={fault !== undefined} role={fault && 'alert'}>
          {translate(fault ?? 'user.picture.help')}
        </FormHelperText>
      </Box>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp"
        aria-label={translate('user.picture.choose')}
        onChange={event => {
          void openFile(event.target.files?.[0]);
          // An emptied input lets the user choose the same file again.
          event.target.value = '';
        }}
      />
      {picture && (
        <CropDialog
          picture={picture}
          sending={upload.isPending}
          error={upload.error}
          onCancel={() => {
            upload.reset();
            setPicture(undefined);
          }}
          onDone={file => upload.mutate(file)}
          onFailed={() => {
            setPicture(undefined);
            setFault('user.picture.notCut');
          }}
        />
      )}
    </Box>
  );
};

/** Company data of the user. Only managers change it. */
const CompanyFacts = ({ account }: { account: AccountInfo }) => {
  const translate = useTranslate();
  const facts = [
    ['email', account.Email],
    ['company', account.CompanyName],
    ['roles', account.Roles.map(role => translate(`errors.roles.${role}`, { _: role })).join(', ')],
  ] as const;
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1.5 }}>
      {facts.map(([name, value]) => (
        <Box key={name}>
          <Typography component="dt" variant="subtitle2">
            {translate(`user.given.${name}`)}
          </Typography>
          <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {value}
          </Typography>
        </Box>
      ))}
    </Box>
  );
};

export const DataPage = () => {
  const translate = useTranslate();
  const account = useAccount();
  if (!account) return <PageSkeleton />;
  return (
    <SectionStack>
      <HiddenHeading>{translate('routes.user')}</HiddenHeading>
      <Section title={translate('user.picture.title')} about={translate('user.picture.about')}>
        <PictureEditor account={account} />
      </Section>
      <Section title={translate('user.data.title')} about={translate('user.data.about')}>
        <DataForm account={account} />
      </Section>
      <Section title={translate('user.given.title')} about={translate('user.given.about')}>
        <CompanyFacts account={account} />
      </Section>
    </SectionStack>
  );
};
