import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { ApiError } from '../../api/client.ts';
import { signIn } from '../../authProvider/signIn.ts';
import { places } from '../../routes/places.ts';
import { AuthFields } from './AuthFields.tsx';
import { DemoAccounts } from './DemoAccounts.tsx';
import { Failure } from './Failure.tsx';
import { signInForm } from './forms.ts';
import { linkWithoutRouter } from './linkWithoutRouter.ts';
import { Remember } from './Remember.tsx';
import { type FieldInput, useFields } from './useFields.ts';
import { useOptions } from './useOptions.ts';

/** Sign-in page. app/Gate reacts to the new token. */
export const LoginPage = ({ onBegin }: { onBegin?: () => void }) => {
  const translate = useTranslate();
  const [remember, setRemember] = useState(false);
  const { form, field, failure, sending, submit, fillIn } = useFields(signInForm, ({ Login, Password }) =>
    signIn({ email: Login, password: Password, remember }),
  );
  const options = useOptions();
  // The field with the initial focus is not marked as empty when it loses the focus.
  const focused = (name: string): FieldInput => {
    const input = field(name);
    return name === 'Login' ? { ...input, autoFocus: true, onBlur: () => input.value !== '' && input.onBlur() } : input;
  };
  return (
    <>
      <Typography variant="h1" sx={{ mb: 3 }}>
        {translate('auth.title')}
      </Typography>
      <form noValidate onSubmit={submit} onInput={onBegin}>
        {failure !== undefined && (
          <Failure failure={failure}>
            {options?.Reset && failure instanceof ApiError && failure.status === 429 && (
              <>
                {' '}
                {translate('auth.insteadOfWaiting')}{' '}
                <Link {...linkWithoutRouter(places.forgot)} color="inherit">
                  {translate('auth.byLink')}
                </Link>
              </>
            )}
          </Failure>
        )}
        <AuthFields form={form} field={focused} />
        <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'flex-start', gap: 2, mb: 3 }}>
          <Remember checked={remember} onChange={setRemember} />
          {options?.Reset !== false && (
            <Link {...linkWithoutRouter(places.forgot)} sx={{ py: 1, whiteSpace: 'nowrap' }}>
              {translate('auth.forgot')}
            </Link>
          )}
        </Box>
        <Button type="submit" variant="contained" size="large" fullWidth disabled={sending}>
          {translate(sending ? 'auth.submitting' : 'auth.submit')}
        </Button>
      </form>
      {options?.Registration && (
        <Box sx={{ mt: 2, textAlign: 'center' }}>
          {translate('auth.noAccount')}{' '}
          <Link {...linkWithoutRouter(places.register)} sx={{ display: 'inline-block', py: 1 }}>
            {translate('auth.ask')}
          </Link>
        </Box>
      )}
      <DemoAccounts onPick={(Login, Password) => fillIn({ Login, Password })} />
    </>
  );
};
