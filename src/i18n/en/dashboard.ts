import type { Texts } from '../texts.ts';

export const dashboard = {
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
