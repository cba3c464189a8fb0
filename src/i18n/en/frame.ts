import type { Texts } from '../texts.ts';

export const frame = {
  again: {
    title: 'The session has ended',
    about: 'Please sign in again. What you typed on the page is still there.',
    other: 'Sign in as somebody else',
  },
  user: {
    title: 'Profile',
    data: 'Personal data',
    messages: 'Messages',
    activity: 'My activity',
    calls: 'My calls',
    settings: 'Settings',
    failed: 'The server did not say which sections are open to you. Try again or reload the page.',
  },
  close: 'Close',
  cancel: 'Cancel',
  basket: {
    title: 'Set aside for export',
    format: 'Export %{format}',
  },
  leave: {
    title: 'Leave the page?',
    about: 'What you typed is not saved and will be lost.',
    leave: 'Leave',
    stay: 'Stay',
  },
  actions: { open: 'Quick actions', next: 'Next case', none: 'No unclaimed cases' },
  cart: { open: 'Basket: %{n}' },
  tools: {
    link: 'Copy the link',
    linkCopied: 'The link is on the clipboard',
    linkNotCopied: 'It could not be copied',
    full: 'Full screen',
    print: 'Print',
  },
} satisfies Texts['frame'];
