import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { ApiError, api } from '../../api/client.ts';
import { deleteToken, readToken } from '../../api/token.ts';
import { DeadLink } from './DeadLink.tsx';
import { FormPage } from './FormPage.tsx';
import { resetForm } from './forms.ts';
import { Outcome } from './Outcome.tsx';
import { useFields } from './useFields.ts';
import { useHashToken } from './useHashToken.ts';

const ByToken = ({ token }: { token: string }) => {
  const translate = useTranslate();
  const [state, setState] = useState<'open' | 'dead' | 'done'>(token ? 'open' : 'dead');
  const fields = useFields(resetForm, async ({ Password }) => {
    try {
      await api('POST /api/v2/Account/reset')({ body: { Token: token, Password } });
    } catch (cause) {
      if (cause instanceof ApiError && cause.status === 422) return setState('dead');
      throw cause;
    }
    setState('done');
    // The new password has ended all sessions of the account, including that of this browser.
    if (readToken()) deleteToken();
  });
  if (state === 'dead') return <DeadLink />;
  if (state === 'done') return <Outcome title={translate('ways.reset.done')} text={translate('ways.reset.doneText')} />;
  return (
    <FormPage
      title={translate('routes.reset')}
      about={translate('ways.reset.about')}
      action="ways.reset.submit"
      {...fields}
    />
  );
};

/** Sets a new password with a mailed link. Another link in the same tab starts over. */
export const ResetPage = () => {
  const token = useHashToken();
  return <ByToken key={token} token={token} />;
};
