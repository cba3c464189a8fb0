export const keys = {
  title: 'Keys',
  close: 'Close',
  hint: 'They work in any keyboard layout, unless the cursor is in a field.',
  groups: { anywhere: 'On every page', list: 'In a list', case: 'On an accident’s page and on a row of its lists' },
  anywhere: { x: 'Claim the next free case', search: 'Search the whole app', help: 'Show the keys' },
  list: { j: 'Next row', k: 'Previous row', enter: 'Open the row', e: 'Export the list', slash: 'Search the list' },
  case: {
    l: 'Claim',
    n: 'Write a note',
    c: 'Call',
    r: 'Log call result',
    f: 'Close case',
    m: 'To mini-losses',
    b: 'Reopen',
    jk: 'Next and previous accident of the list',
  },
} as const;
