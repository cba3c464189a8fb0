import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { ApiError } from '../../api/client.ts';
import { places } from '../../routes/places.ts';
import { AuthField } from './AuthField.tsx';
import { DemoAccounts } from './DemoAccounts.tsx';
import { Failure } from './Failure.tsx';
import { followHere } from './followHere.ts';
import { PasswordField } from './PasswordField.tsx';
import { Remember } from './Remember.tsx';
import { useOptions } from './useOptions.ts';
import { useSignIn } from './useSignIn.ts';

/** Signs in; app/Gate reacts to the new token. */
export const LoginPage = ({ onBegin }: { onBegin?: () => void }) => {
  const translate = useTranslate();
  const { field, remember, setRemember, failure, sending, submit, fillIn } = useSignIn();
  const options = useOptions();
  return (
    <>
      <Typography variant="h1" sx={{ mb: 3 }}>
        {translate('auth.title')}
      </Typography>
      <form noValidate onSubmit={submit} onFocus={onBegin}>
        {failure !== undefined && (
          <Failure failure={failure}>
            {options?.Reset && failure instanceof ApiError && failure.status === 429 && (
              <>
                {' '}
                {translate('auth.insteadOfWaiting')}{' '}
                <Link {...followHere(places.forgot)} color="inherit">
                  {translate('auth.byLink')}
                </Link>
              </>
            )}
          </Failure>
        )}
        <AuthField label={translate('auth.email')} type="email" autoComplete="username" {...field('email')} />
        <PasswordField label={translate('auth.password')} {...field('password')} />
        <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'flex-start', gap: 2, mb: 3 }}>
          <Remember checked={remember} onChange={setRemember} />
          {options?.Reset !== false && (
            <Link {...followHere(places.forgot)} sx={{ py: 1 }}>
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
          <Link {...followHere(places.register)} sx={{ display: 'inline-block', py: 1 }}>
            {translate('auth.ask')}
          </Link>
        </Box>
      )}
      <DemoAccounts onPick={fillIn} />
    </>
  );
};
