import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ApiError, api } from '../../api/client.ts';
import { deleteToken, readToken } from '../../api/token.ts';
import { fixedPaths } from '../../routes/publicPages.ts';
import { FormPage } from './FormPage.tsx';
import { resetForm } from './forms.ts';
import { linkWithoutRouter } from './linkWithoutRouter.ts';
import { Outcome } from './Outcome.tsx';
import { useFields } from './useFields.ts';

/** Shown if the link of a password reset is used, expired or invalid. It offers to request another link. */
const InvalidLink = () => {
  const translate = useTranslate();
  return (
    <>
      <Typography variant="h1" gutterBottom>
        {translate('ways.reset.dead')}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 3 }}>
        {translate('ways.reset.deadText')}
      </Typography>
      <Button variant="contained" size="large" fullWidth {...linkWithoutRouter(fixedPaths.forgot)}>
        {translate('ways.reset.again')}
      </Button>
      <Button fullWidth sx={{ mt: 1 }} {...linkWithoutRouter(fixedPaths.login)}>
        {translate('ways.toLogin')}
      </Button>
    </>
  );
};

/**
 * Returns the token in the fragment of the address. The fragment is removed at once, so that it is not visible on
 * screen or in the history.
 */
const useHashToken = (): string => {
  const [token, setToken] = useState(() => window.location.hash.slice(1));
  useEffect(() => {
    const readHash = () => {
      const hashToken = window.location.hash.slice(1);
      if (hashToken) setToken(hashToken);
      if (window.location.href.includes('#')) window.history.replaceState(null, '', window.location.pathname);
    };
    readHash();
    window.addEventListener('hashchange', readHash);
    return () => window.removeEventListener('hashchange', readHash);
  }, []);
  return token;
};

const PasswordResetForm = ({ token }: { token: string }) => {
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
    // Deletes this browser's token, because the new password has ended all sessions of the account.
    if (readToken()) deleteToken();
  });
  if (state === 'dead') return <InvalidLink />;
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

/** Page that sets a new password with a token from an e-mail. Opening another link in the same tab resets the page. */
export const ResetPage = () => {
  const token = useHashToken();
  return <PasswordResetForm key={token} token={token} />;
};
