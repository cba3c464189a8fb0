import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ApiError } from '../../api/client.ts';
import { signIn } from '../../authProvider/signIn.ts';
import { config } from '../../config.ts';
import { fixedPaths } from '../../routes/publicPages.ts';
import { AuthFields } from './AuthFields.tsx';
import { Failure } from './Failure.tsx';
import { signInForm } from './forms.ts';
import { linkWithoutRouter } from './linkWithoutRouter.ts';
import { type FieldInput, useFields } from './useFields.ts';
import { useSignInOptions } from './useSignInOptions.ts';

interface Demo {
  readonly Accounts: readonly { readonly Email: string; readonly Role: string; readonly CompanyName: string }[];
  readonly Password: string;
}

const isDemo = (value: unknown): value is Demo =>
  typeof value === 'object' && value !== null && 'Accounts' in value && Array.isArray(value.Accounts);

/**
 * Returns the demo accounts, loaded after the form. Undefined if the server is no demo: it answers 404, or a static
 * host answers with an HTML page.
 */
const useDemo = (): Demo | undefined => {
  const [demo, setDemo] = useState<Demo>();
  useEffect(() => {
    const abortController = new AbortController();
    fetch(`${config.host}/demo.json`, { signal: abortController.signal })
      .then(response => (response.ok ? response.json() : undefined))
      .then((value: unknown) => isDemo(value) && setDemo(value))
      .catch(() => undefined);
    return () => abortController.abort();
  }, []);
  return demo;
};

/** Buttons for signing in with the accounts of a demo server. Renders nothing on other servers. */
const DemoAccounts = ({ onPick }: { onPick: (email: string, password: string) => void }) => {
  const translate = useTranslate();
  const demo = useDemo();
  if (!demo) return null;
  return (
    <Box component="section" sx={{ mt: 4, pt: 3, borderTop: 1, borderColor: 'divider' }}>
      <Typography variant="subtitle1" component="h2">
        {translate('auth.demo.title')}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 1.5 }}>
        {translate('auth.demo.about')}
      </Typography>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(186px, 1fr))', gap: 1 }}>
        {demo.Accounts.map(({ Email, Role, CompanyName }) => (
          <ButtonBase
            key={Email}
            title={CompanyName}
            onClick={() => onPick(Email, demo.Password)}
            sx={{
              display: 'block',
              px: 1.25,
              py: 1,
              border: 1,
              borderColor: 'divider',
              borderRadius: 1,
              textAlign: 'left',
              '&:hover': { borderColor: 'primary.main' },
            }}
          >
            <Typography component="span" noWrap sx={{ display: 'block', fontWeight: 'fontWeightMedium' }}>
              {translate(`auth.demo.roles.${Role}`)}
            </Typography>
            <Typography component="span" variant="caption" color="textSecondary" noWrap sx={{ display: 'block' }}>
              {Email}
            </Typography>
          </ButtonBase>
        ))}
      </Box>
    </Box>
  );
};

interface Props {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

const CheckboxInput = styled('input')(({ theme }) => ({
  width: theme.spacing(2),
  height: theme.spacing(2),
  margin: theme.spacing(0.375, 0, 0),
  accentColor: theme.palette.primary.main,
}));

/** Checkbox "Remember me". The native checkbox needs no code to load. */
const RememberCheckbox = ({ checked, onChange }: Props) => {
  const translate = useTranslate();
  return (
    <Box component="label" sx={{ display: 'flex', gap: 1, py: 1, cursor: 'pointer' }}>
      <CheckboxInput type="checkbox" checked={checked} onChange={event => onChange(event.target.checked)} />
      <span>
        {translate('auth.remember')}
        <Typography variant="caption" component="span" color="textSecondary" sx={{ display: 'block' }}>
          {translate('auth.rememberHelp')}
        </Typography>
      </span>
    </Box>
  );
};

/** Sign-in page. After a sign-in it only stores the new token. `app/Start` then shows the application. */
export const LoginPage = ({ onFirstInput }: { onFirstInput?: () => void }) => {
  const translate = useTranslate();
  const [remember, setRemember] = useState(false);
  const { form, field, failure, sending, submit, fillIn } = useFields(signInForm, ({ Login, Password }) =>
    signIn({ email: Login, password: Password, remember }),
  );
  const options = useSignInOptions();
  // The login field has the focus from the start. It shows no error if the user leaves it empty.
  const loginField = (name: string): FieldInput => {
    const input = field(name);
    return name === 'Login' ? { ...input, autoFocus: true, onBlur: () => input.value !== '' && input.onBlur() } : input;
  };
  return (
    <>
      <Typography variant="h1" sx={{ mb: 3 }}>
        {translate('auth.title')}
      </Typography>
      <form noValidate onSubmit={submit} onInput={onFirstInput}>
        {failure !== undefined && (
          <Failure failure={failure}>
            {options?.Reset && failure instanceof ApiError && failure.status === 429 && (
              <>
                {' '}
                {translate('auth.insteadOfWaiting')}{' '}
                <Link {...linkWithoutRouter(fixedPaths.forgot)} color="inherit">
                  {translate('auth.byLink')}
                </Link>
              </>
            )}
          </Failure>
        )}
        <AuthFields form={form} field={loginField} />
        <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'flex-start', gap: 2, mb: 3 }}>
          <RememberCheckbox checked={remember} onChange={setRemember} />
          {options?.Reset !== false && (
            <Link {...linkWithoutRouter(fixedPaths.forgot)} sx={{ py: 1, whiteSpace: 'nowrap' }}>
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
          <Link {...linkWithoutRouter(fixedPaths.register)} sx={{ display: 'inline-block', py: 1 }}>
            {translate('auth.ask')}
          </Link>
        </Box>
      )}
      <DemoAccounts onPick={(Login, Password) => fillIn({ Login, Password })} />
    </>
  );
};
