import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { api } from '../../api/client.ts';
import { FormPage } from './FormPage.tsx';
import { forgottenPasswordForm } from './forms.ts';
import { Outcome, PageDisabled } from './Outcome.tsx';
import { useFields } from './useFields.ts';
import { useSignInOptions } from './useSignInOptions.ts';

/**
 * Page that requests a link for a password reset. The shown result is the same for every address, so it does not reveal
 * which accounts exist.
 */
export const ForgotPage = () => {
  const translate = useTranslate();
  const options = useSignInOptions();
  const [sentTo, setSentTo] = useState<string>();
  const fields = useFields(forgottenPasswordForm, async ({ Login }) => {
    await api('POST /api/v2/Account/forgot')({ body: { Login } });
    setSentTo(Login);
  });
  if (options && !options.Reset) return <PageDisabled page="forgot" />;
  if (sentTo !== undefined)
    return (
      <Outcome
        title={translate('ways.forgotten.sent')}
        text={translate('ways.forgotten.sentText', { email: sentTo })}
      />
    );
  return (
    <FormPage
      title={translate('routes.forgot')}
      about={translate('ways.forgotten.about')}
      action="ways.forgotten.submit"
      {...fields}
    />
  );
};
