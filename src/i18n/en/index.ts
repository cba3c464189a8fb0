import english from 'ra-language-english';
import { resources } from '../../resources/index.ts';
import { pageTitles, resourceTexts } from '../../schema/texts.ts';
import type { Texts } from '../texts.ts';
import { enFirst } from './first.ts';
import { lists } from './lists.ts';

const dashboard = {
  urgent: 'Needs attention',
  loading: 'Loading the work desk',
  tiles: {
    cardsList: 'Contracts, vehicles and devices',
    cardsCreate: 'Client, vehicle and device',
    accidentsOpened: 'Waiting for a call and a decision',
    accidentsCreate: 'Reported by phone or partner',
    accidentsClosed: 'Decided',
    accidentsNotvalid: 'Weak impacts, kept searchable',
    scoring: 'How people drive, and why',
    createOperator: 'Access for a new colleague',
    operators: 'Who works in the company',
    clients: 'Policyholders and drivers',
    clientsCreate: 'A policyholder or driver, without a voucher for now',
    billing: 'How many vouchers were active, and for how many days',
    texts: 'Interface texts in each language',
    registrations: 'Who requests an account',
    screener: 'Conditions over the portfolio and “was it there?”',
    imports: 'Vouchers from CSV and XLSX files: check, import, undo',
    exports: 'Finished CSV, XLSX and PDF files',
    settings: 'Language, theme, notifications',
  },
} satisfies Texts['dashboard'];

const errors = {
  notFound: {
    title: 'Page not found',
    about: 'The address “%{path}” leads nowhere: the link may be mistyped, or the page has moved.',
    back: 'To the work desk',
  },
  noPermission: {
    title: 'Not permitted',
    about: 'The section “%{page}” is open to the role “%{roles}”. Your role: “%{own}”.',
    hint: 'If you need the section for your work, turn to the manager of your company.',
    back: 'To the work desk',
  },
  roles: { OPERATOR: 'operator', MANAGER: 'manager', SUPERUSER: 'administrator' },
  noRole: 'none',
} satisfies Texts['errors'];

const frame = {
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

export const en: Texts = {
  ...enFirst,
  ra: { ...english.ra, notification: { ...english.ra.notification, created: 'Record created' } },
  dashboard,
  errors,
  frame,
  lists,
  resources: resourceTexts(resources, 'en'),
  routes: { ...enFirst.routes, ...pageTitles(resources, 'en') },
};
