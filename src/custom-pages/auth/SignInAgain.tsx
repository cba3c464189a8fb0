import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type FormEvent, useState } from 'react';
import { leaveSession, wasRemembered } from '../../api/session.ts';
import { useAccount } from '../../authProvider/account.ts';
import { signIn } from '../../authProvider/signIn.ts';
import { Failure } from './Failure.tsx';
import { PasswordField } from './PasswordField.tsx';

/** The session ended over unsaved input: signs in again in a dialog over the page. */
export const SignInAgain = () => {
  const translate = useTranslate();
  const email = useAccount()?.Email ?? '';
  const [password, setPassword] = useState('');
  const [looked, setLooked] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [sending, setSending] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setLooked(true);
    if (password === '') return;
    setSending(true);
    setFailure(undefined);
    await signIn({ email, password, remember: wasRemembered() })
      .catch(setFailure)
      .finally(() => setSending(false));
  };

  return (
    <Dialog open maxWidth="xs" fullWidth aria-labelledby="sign-in-again">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="sign-in-again">{translate('frame.again.title')}</DialogTitle>
        <DialogContent>
          <Typography color="textSecondary" sx={{ mb: 2 }}>
            {translate('frame.again.about')}
          </Typography>
          {failure !== undefined && <Failure failure={failure} />}
          <Typography variant="subtitle2">{translate('auth.email')}</Typography>
          <Typography sx={{ mb: 2, overflowWrap: 'anywhere' }}>{email}</Typography>
          {/* Tells password managers whose password is asked for. */}
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
        <DialogActions
          disableSpacing
          sx={{
            px: 3,
            pb: 2,
            gap: 1,
            flexDirection: { xs: 'column-reverse', sm: 'row' },
            alignItems: 'stretch',
            justifyContent: 'space-between',
          }}
        >
          <Button color="inherit" onClick={leaveSession}>
            {translate('frame.again.other')}
          </Button>
          <Button type="submit" variant="contained" disabled={sending}>
            {translate('auth.submit')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
