import type { Texts } from '../texts.ts';

export const auth = {
  title: 'Sign in',
  lead: 'Telematics insurance back office',
  remember: 'Remember me',
  rememberHelp: 'Stay signed in on this device for 30 days',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  submit: 'Sign in',
  submitting: 'Signing in…',
  forgot: 'Forgot your password?',
  insteadOfWaiting: 'There is no need to wait:',
  byLink: 'set a new password by a link in an e-mail',
  noAccount: 'No account?',
  ask: 'Ask for access',
  failed: 'Could not sign in. Try again.',
  offline: 'No connection to the server. Check the network and try again.',
  fields: {
    Login: 'E-mail',
    Password: 'Password',
  },
  demo: {
    title: 'Demo access',
    about: 'Choose a role: the form is filled in for you.',
    roles: { OPERATOR: 'Operator', MANAGER: 'Manager', SUPERUSER: 'Administrator' },
  },
  about: {
    accidents: 'Accident queue',
    accidentsText: 'An impact within seconds: force, direction, place',
    scoring: 'Driving scores',
    scoringText: 'A score explained trip by trip',
    vouchers: 'Vouchers and devices',
    vouchersText: 'Contract, vehicle and device on one card',
  },
} satisfies Texts['auth'];
