import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { AuthField } from './AuthField.tsx';
import { email, optional, required } from './checks.ts';
import { FormPage } from './FormPage.tsx';
import { Outcome } from './Outcome.tsx';
import { TurnedOff } from './TurnedOff.tsx';
import { useFields } from './useFields.ts';
import { useOptions } from './useOptions.ts';

/** Requests an account; a manager of the company decides. */
export const RegisterPage = () => {
  const translate = useTranslate();
  const options = useOptions();
  const [sent, setSent] = useState(false);
  const { field, failure, sending, submit } = useFields({
    checks: { name: required, email, company: required, phone: optional },
    wire: { name: 'FullName', email: 'Email', company: 'CompanyName', phone: 'Phone' },
    send: async values => {
      const Phone = values.phone.trim();
      await api('POST /api/v2/Account/register', {
        body: {
          FullName: values.name.trim(),
          Email: values.email.trim(),
          CompanyName: values.company.trim(),
          ...(Phone && { Phone }),
        },
      });
      setSent(true);
    },
  });
  if (options && !options.Registration) return <TurnedOff about="register" />;
  if (sent)
    return <Outcome title={translate('ways.registration.sent')} text={translate('ways.registration.sentText')} />;
  const label = (name: string) => translate(`ways.registration.${name}`);
  return (
    <FormPage
      title={translate('routes.register')}
      about={label('about')}
      action="ways.registration.submit"
      {...{ sending, failure, onSubmit: submit }}
    >
      <AuthField label={label('name')} type="text" autoComplete="name" {...field('name')} />
      <AuthField label={translate('auth.email')} type="email" autoComplete="email" {...field('email')} />
      <AuthField
        label={label('company')}
        type="text"
        autoComplete="organization"
        help={label('companyHelp')}
        {...field('company')}
      />
      <AuthField label={label('phone')} type="tel" autoComplete="tel" {...field('phone')} />
    </FormPage>
  );
};
