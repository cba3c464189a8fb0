// Runs before the first paint, so that a page kept dark does not flash white. A file and not inline: the server's
// content policy allows no inline scripts.
(() => {
  let theme = null;
  let locale = null;
  try {
    theme = localStorage.getItem('apptheme');
    locale = localStorage.getItem('applocale');
  } catch {
    // Storage may be closed; the defaults stand.
  }
  document.documentElement.dataset.theme = theme === 'dark' ? 'dark' : 'light';
  document.documentElement.lang = locale === 'en' ? 'en' : 'ru';
})();
