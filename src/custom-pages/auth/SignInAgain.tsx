import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { leaveSession, wasRemembered } from '../../api/session.ts';
import { useAccount } from '../../authProvider/account.ts';
import { signIn } from '../../authProvider/signIn.ts';
import { AuthFields } from './AuthFields.tsx';
import { Failure } from './Failure.tsx';
import { signInAgainForm } from './forms.ts';
import { useFields } from './useFields.ts';

/**
 * Dialog over the page if the session ended while there is unsaved input. The user signs in again and keeps the input.
 */
export const SignInAgain = () => {
  const translate = useTranslate();
  const email = useAccount()?.Email ?? '';
  const { form, field, failure, sending, submit } = useFields(signInAgainForm, ({ Password }) =>
    signIn({ email, password: Password, remember: wasRemembered() }),
  );
  const focusedField = (name: string) => ({ ...field(name), autoFocus: true });

  return (
    <Dialog open maxWidth="xs" fullWidth aria-labelledby="sign-in-again">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="sign-in-again">{translate('frame.again.title')}</DialogTitle>
        <DialogContent>
          <Typography color="textSecondary" sx={{ mb: 2 }}>
            {translate('frame.again.about')}
          </Typography>
          {failure !== undefined && <Failure failure={failure} />}
          <Typography variant="subtitle2">{translate('auth.fields.Login')}</Typography>
          <Typography sx={{ mb: 2, overflowWrap: 'anywhere' }}>{email}</Typography>
          {/* Tells a password manager which account's password is requested. */}
          <Box component="input" type="email" autoComplete="username" value={email} readOnly hidden />
          <AuthFields form={form} field={focusedField} />
        </DialogContent>
        <DialogActions
          sx={{
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
