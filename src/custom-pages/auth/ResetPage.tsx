import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { ApiError, api } from '../../api/client.ts';
import { deleteToken, readToken } from '../../api/token.ts';
import { passwordLengthFault } from '../../settings/password.ts';
import { required } from './checks.ts';
import { DeadLink } from './DeadLink.tsx';
import { FormPage } from './FormPage.tsx';
import { Outcome } from './Outcome.tsx';
import { PasswordField } from './PasswordField.tsx';
import { useFields } from './useFields.ts';
import { useHashToken } from './useHashToken.ts';

const password = (value: string) => required(value) ?? passwordLengthFault(value);

const ByToken = ({ token }: { token: string }) => {
  const translate = useTranslate();
  const [state, setState] = useState<'open' | 'dead' | 'done'>(token ? 'open' : 'dead');
  const { field, failure, sending, submit } = useFields({
    checks: { password },
    wire: { password: 'Password' },
    send: async values => {
      try {
        await api('POST /api/v2/Account/reset', { body: { Token: token, Password: values.password } });
      } catch (cause) {
        if (cause instanceof ApiError && cause.status === 422) return setState('dead');
        throw cause;
      }
      setState('done');
      // The reset ended all sessions of the account, this browser's too.
      if (readToken()) deleteToken();
    },
  });
  if (state === 'dead') return <DeadLink />;
  if (state === 'done') return <Outcome title={translate('ways.reset.done')} text={translate('ways.reset.doneText')} />;
  return (
    <FormPage
      title={translate('routes.reset')}
      about={translate('ways.reset.about')}
      action="ways.reset.submit"
      {...{ sending, failure, onSubmit: submit }}
    >
      <PasswordField
        label={translate('ways.reset.password')}
        autoComplete="new-password"
        help={translate('ways.reset.help')}
        {...field('password')}
      />
    </FormPage>
  );
};

/** Sets a new password by a mailed link. Following another link in the same tab starts over. */
export const ResetPage = () => {
  const token = useHashToken();
  return <ByToken key={token} token={token} />;
};
