import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import type { FormEvent } from 'react';
import { useTranslate } from 'react-admin';
import { api } from '../../api/client.ts';
import type { FreshSignInRequest } from '../../api/freshSignIn.ts';
import { useAccount } from '../../authProvider/account.ts';
import { AuthFields } from './AuthFields.tsx';
import { Failure } from './Failure.tsx';
import { signInAgainForm } from './forms.ts';
import { useFields } from './useFields.ts';

/**
 * Asks a superuser for the password before a change of data that all companies share. The change then continues by
 * itself.
 */
export const FreshSignIn = ({ request }: { request: FreshSignInRequest }) => {
  const translate = useTranslate();
  const email = useAccount()?.Email ?? '';
  const { form, field, failure, sending, submit } = useFields(signInAgainForm, async ({ Password }) => {
    const { Token, ExpiresAt } = await api('POST /api/v2/superuser/auth')({ body: { Login: email, Password } });
    request.settle(Token, ExpiresAt);
  });
  const focusedField = (name: string) => ({ ...field(name), autoFocus: true });
  const submitOnlyDialog = (event: FormEvent) => {
    // Stops the submit event, because the dialog is inside another form in React's tree and must not submit that form.
    event.stopPropagation();
    return submit(event);
  };

  return (
    <Dialog open maxWidth="xs" fullWidth aria-labelledby="fresh-sign-in" onClose={() => request.settle(undefined)}>
      <form onSubmit={submitOnlyDialog} noValidate>
        <DialogTitle id="fresh-sign-in">{translate('admin.fresh.title')}</DialogTitle>
        <DialogContent>
          <Typography color="textSecondary" sx={{ mb: 2 }}>
            {translate('admin.fresh.about')}
          </Typography>
          {failure !== undefined && <Failure failure={failure} />}
          {/* Tells a password manager which account's password is requested. */}
          <Box component="input" type="email" autoComplete="username" value={email} readOnly hidden />
          <AuthFields form={form} field={focusedField} />
        </DialogContent>
        <DialogActions>
          <Button onClick={() => request.settle(undefined)}>{translate('frame.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={sending}>
            {translate('admin.fresh.submit')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
