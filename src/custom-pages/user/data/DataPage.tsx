import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { api } from '../../../api/client.ts';
import { accountQuery, useAccount } from '../../../authProvider/account.ts';
import { HiddenHeading } from '../../../components/HiddenHeading.tsx';
import { Portrait } from '../../../components/Portrait.tsx';
import { imageMaxBytes } from '../../../contract/limits.ts';
import type { AccountInfo } from '../../../contract/shapes/account.ts';
import { PageSkeleton } from '../../../feedback/PageSkeleton.tsx';
import { UnreadableResponse } from '../../../feedback/UnreadableResponse.tsx';
import { Section, SectionStack } from '../parts/Section.tsx';
import { CropDialog } from '../picture/CropDialog.tsx';
import { DataForm } from './DataForm.tsx';

/** The user's picture with its actions. */
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

/** Personal data: fields that the user may change, and fields that the company sets. */
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
