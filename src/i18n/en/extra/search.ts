import type { ExtraTexts } from '../../texts.ts';

export const search: ExtraTexts['search'] = {
  title: 'Search',
  placeholder: 'Number, plate, name, phone…',
  clear: 'Clear',
  close: 'Close search',
  results: 'Results',
  pages: 'Pages',
  recent: 'Recent searches',
  forget: 'Forget',
  hint: {
    what: 'Finds %{what}.',
    pages: 'pages of the app',
    how: 'A part of a number or name will do, the last digits of a phone, IMEI or VIN, words in any order. Keyboard layout and alphabet do not matter.',
  },
  found: { one: '%{n} record found', other: '%{n} records found' },
  nothing: 'Nothing found for “%{q}”',
  nothingHint: 'Try less: a part of the number, a surname or the last four digits.',
  failed: 'The search failed',
  retry: 'Try again',
  keys: { move: 'choose', open: 'open', tab: 'in a new tab', close: 'close' },
};
