import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client.ts';
import type { FreshAsk } from '../../api/freshSignIn.ts';
import { useAccount } from '../../authProvider/account.ts';
import { Failure } from './Failure.tsx';
import { PasswordField } from './PasswordField.tsx';

/** Asks a superuser for the password before what only they may change is changed; the change then goes on by itself. */
export const FreshSignIn = ({ ask }: { ask: FreshAsk }) => {
  const translate = useTranslate();
  const email = useAccount()?.Email ?? '';
  const [password, setPassword] = useState('');
  const [looked, setLooked] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [sending, setSending] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // The dialog stands over a form whose own sending this must not be.
    event.stopPropagation();
    setLooked(true);
    if (password === '') return;
    setSending(true);
    setFailure(undefined);
    await api('POST /api/v2/superuser/auth', { body: { Login: email, Password: password } })
      .then(({ Token, ExpiresAt }) => ask.settle(Token, ExpiresAt))
      .catch(setFailure)
      .finally(() => setSending(false));
  };

  return (
    <Dialog open maxWidth="xs" fullWidth aria-labelledby="fresh-sign-in" onClose={() => ask.settle(undefined)}>
      <form onSubmit={submit} noValidate>
        <DialogTitle id="fresh-sign-in">{translate('frame.fresh.title')}</DialogTitle>
        <DialogContent>
          <Typography color="textSecondary" sx={{ mb: 2 }}>
            {translate('frame.fresh.about')}
          </Typography>
          {failure !== undefined && <Failure failure={failure} />}
          {/* Tells a password manager whose password is asked for. */}
          <Box component="input" type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            name="password"
            label={translate('auth.password')}
            value={password}
            fault={looked && password === '' ? 'validation.required' : undefined}
            onChange={setPassword}
            onBlur={() => undefined}
            inputRef={element => element?.focus()}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={() => ask.settle(undefined)}>{translate('frame.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={sending}>
            {translate('frame.fresh.submit')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
