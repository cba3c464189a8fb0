import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link as RouterLink } from 'react-router';
import { type SignIn, signIn } from '../../authProvider/signIn.ts';
import { usePageTitle } from '../../layout/pageTitle.ts';
import { cabinet } from '../../routes/pages.tsx';
import { places } from '../../routes/table.ts';
import { AuthFrame } from './AuthFrame.tsx';
import { DemoAccounts } from './DemoAccounts.tsx';
import { failureText } from './failureText.ts';
import { PasswordField } from './PasswordField.tsx';
import { Remember } from './Remember.tsx';
import { TextField } from './TextField.tsx';

const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Signs in; where to go then is decided by routes/Session, which sees the token appear. */
export const LoginPage = () => {
  const translate = useTranslate();
  const [failure, setFailure] = useState<unknown>();
  const { register, handleSubmit, setValue, formState } = useForm<SignIn>({
    mode: 'all',
    defaultValues: { email: '', password: '', remember: false },
  });
  const { errors, isSubmitting } = formState;
  const told = (key: string | undefined) => (key === undefined ? undefined : translate(key));
  usePageTitle(translate('routes.login'));

  const submit = handleSubmit(async values => {
    setFailure(undefined);
    await signIn(values).catch(setFailure);
  });
  const fillIn = (email: string, password: string) => {
    setValue('email', email, { shouldValidate: true });
    setValue('password', password, { shouldValidate: true });
    setFailure(undefined);
  };

  return (
    <AuthFrame>
      <Typography variant="h1" sx={{ mb: 3 }}>
        {translate('auth.title')}
      </Typography>
      {/* Whoever begins to type will need the cabinet in a moment. */}
      <form noValidate onSubmit={submit} onFocus={() => void cabinet().catch(() => undefined)}>
        {failure !== undefined && (
          <Alert severity="error" variant="outlined" sx={{ mb: 2 }}>
            {failureText(failure, translate)}
          </Alert>
        )}
        <TextField
          label={translate('auth.email')}
          type="email"
          autoComplete="username"
          error={told(errors.email?.message)}
          field={register('email', {
            required: 'validation.required',
            validate: value => emailShape.test(value.trim()) || 'validation.email',
          })}
        />
        <PasswordField
          label={translate('auth.password')}
          error={told(errors.password?.message)}
          field={register('password', { required: 'validation.required' })}
        />
        <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'flex-start', gap: 2, mb: 3 }}>
          <Remember field={register('remember')} />
          <Link component={RouterLink} to={places.forgot} sx={{ py: 1 }}>
            {translate('auth.forgot')}
          </Link>
        </Box>
        <Button type="submit" variant="contained" size="large" fullWidth disabled={isSubmitting}>
          {translate(isSubmitting ? 'auth.submitting' : 'auth.submit')}
        </Button>
      </form>
      <DemoAccounts onPick={fillIn} />
    </AuthFrame>
  );
};
