import type { ExtraTexts } from '../../texts.ts';

export const ways = {
  toLogin: 'Back to sign-in',
  unknown: 'The address “%{path}” leads nowhere: the link may be mistyped.',
  sending: 'Sending…',
  forgotten: {
    about: 'Enter the e-mail you sign in with. We will send a link to set a new password.',
    submit: 'Send the link',
    sent: 'Check your mail',
    sentText:
      'If there is an account %{email}, an e-mail with a link is on its way. The link works once, within one hour.',
  },
  reset: {
    about: 'Choose a password to sign in with. Open sessions will end.',
    submit: 'Save the password',
    done: 'The password is saved',
    doneText: 'Now sign in with the new password.',
    dead: 'The link has expired',
    deadText: 'It was already used, has expired or is incomplete. Request a new one.',
    again: 'Request a new link',
  },
  registration: {
    about: 'A manager of your company will see the request. Once approved, a link to choose a password comes by mail.',
    submit: 'Send the request',
    sent: 'The request was sent',
    sentText: 'If such a company works with us, its manager has got the request. The answer comes to your e-mail.',
  },
  fields: {
    Login: 'E-mail',
    Password: 'New password',
    FullName: 'Full name',
    Email: 'E-mail',
    CompanyName: 'Company',
    Phone: 'Phone (optional)',
  },
  help: {
    Password: '10 or more characters, not the login, not a common one',
    CompanyName: 'As it is called in the app; the legal form may be left out',
  },
  turnedOff: {
    register: 'Accounts are made by a manager of your company. Ask them or support.',
    forgot: 'Access is restored by a manager of your company. Ask them or support.',
  },
} satisfies ExtraTexts['ways'];
