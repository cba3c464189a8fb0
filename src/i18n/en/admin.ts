import type { ExtraTexts } from '../texts.ts';

export const admin: ExtraTexts['admin'] = {
  billing: {
    earlier: 'Previous month',
    later: 'Next month',
    failed: 'The bill did not load',
    figures: {
      Active: 'Vouchers at work',
      Began: 'Begun among them',
      Ended: 'Closed among them',
      VoucherDays: 'Voucher days',
    },
  },
  key: {
    make: 'Create key',
    once: 'Keep the key now: it is shown nowhere again.',
    use: 'The platform sends it in the header Authorization: Bearer.',
    done: 'To the keys',
  },
  texts: {
    about: 'A text changes for everybody at once. Placeholders must stay.',
    search: 'Search by text or key',
    key: 'Key',
    ru: 'Russian',
    en: 'English',
    changed: 'changed',
    onlyChanged: 'Changed only',
    shown: 'Shown: %{n} of %{total}',
    failed: 'The texts did not load',
    edit: 'Change the text',
    back: 'Give the built-in back',
    save: 'Save',
    saved: 'The text is changed',
  },
  company: {
    about: 'The manager gets a letter with a link. What is in the new company is seen by its people alone.',
    make: 'Create company',
    made: 'The company “%{name}” is made; the invitation went to %{email}.',
    back: 'To the companies',
  },
};
