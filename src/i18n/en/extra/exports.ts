/** Texts of the page of exports. */
export const exports = {
  listFailed: 'Exports did not load',
  about:
    'Files made by the server are kept for seven days. Their author and managers of the company can download them.',
  rows: 'rows: %{n}',
  size: '%{n} MB',
  until: 'kept until %{at}',
  inBrowser: 'saved in the browser',
  remove: 'Remove',
  removeTitle: 'Remove the file?',
  removeHelp: 'The file “%{file}” will be removed from the server. The history still shows that it was exported.',
  more: 'Show more',
};
