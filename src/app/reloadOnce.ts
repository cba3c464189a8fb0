/** Which build has been reloaded by itself already. public/watch.js keeps the same for the first file. */
const key = 'reloadedFrom';

const buildOf = (page: Document): string =>
  page.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src') ?? '';

/** Loads the page anew unless this very build has been tried that way: a reload that did not help is not repeated. */
export const reloadOnce = (reload = () => window.location.reload()): boolean => {
  const build = buildOf(document);
  if (sessionStorage.getItem(key) === build) return false;
  sessionStorage.setItem(key, build);
  reload();
  return true;
};
