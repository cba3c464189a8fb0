/** Build that has already reloaded itself. public/watch.js uses the same key for the entry script. */
const key = 'reloadedFrom';

const buildOf = (page: Document): string =>
  page.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src') ?? '';

/**
 * Reloads the page unless this build has done so, because a useless reload must not be repeated. Returns true if it
 * reloads.
 */
export const reloadOnce = (reload = () => window.location.reload()): boolean => {
  const build = buildOf(document);
  if (sessionStorage.getItem(key) === build) return false;
  sessionStorage.setItem(key, build);
  reload();
  return true;
};
