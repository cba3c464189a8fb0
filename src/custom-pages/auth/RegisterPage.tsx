import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { api } from '../../api/client.ts';
import { FormPage } from './FormPage.tsx';
import { registrationForm } from './forms.ts';
import { Outcome, PageDisabled } from './Outcome.tsx';
import { useFields } from './useFields.ts';
import { useSignInOptions } from './useSignInOptions.ts';

/** Page that requests an account. A manager of the company approves or refuses the request. */
export const RegisterPage = () => {
  const translate = useTranslate();
  const options = useSignInOptions();
  const [sent, setSent] = useState(false);
  const fields = useFields(registrationForm, async body => {
    await api('POST /api/v2/Account/register')({ body });
    setSent(true);
  });
  if (options && !options.Registration) return <PageDisabled page="register" />;
  if (sent)
    return <Outcome title={translate('ways.registration.sent')} text={translate('ways.registration.sentText')} />;
  return (
    <FormPage
      title={translate('routes.register')}
      about={translate('ways.registration.about')}
      action="ways.registration.submit"
      {...fields}
    />
  );
};
