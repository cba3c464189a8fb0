import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { AuthField } from './AuthField.tsx';
import { email } from './checks.ts';
import { FormPage } from './FormPage.tsx';
import { Outcome } from './Outcome.tsx';
import { TurnedOff } from './TurnedOff.tsx';
import { useFields } from './useFields.ts';
import { useOptions } from './useOptions.ts';

/** Requests a reset link. The result is the same for every address. */
export const ForgotPage = () => {
  const translate = useTranslate();
  const options = useOptions();
  const [sentTo, setSentTo] = useState<string>();
  const { field, failure, sending, submit } = useFields({
    checks: { email },
    wire: { email: 'Login' },
    send: async values => {
      const Login = values.email.trim();
      await api('POST /api/v2/Account/forgot', { body: { Login } });
      setSentTo(Login);
    },
  });
  if (options && !options.Reset) return <TurnedOff about="forgot" />;
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
      {...{ sending, failure, onSubmit: submit }}
    >
      <AuthField label={translate('auth.email')} type="email" autoComplete="username" {...field('email')} />
    </FormPage>
  );
};
