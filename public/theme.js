// Runs before the first paint, so that a page kept dark does not flash white, and has the words of the chosen language
// fetched beside the program. A file and not inline: the server's
// content policy allows no inline scripts.
(() => {
  let theme = null;
  let locale = null;
  let signedIn = false;
  try {
    theme = localStorage.getItem('apptheme');
    locale = localStorage.getItem('applocale');
    signedIn = Boolean(localStorage.getItem('tokens') ?? sessionStorage.getItem('tokens'));
  } catch {
    // Storage may be closed; the defaults stand.
  }
  document.documentElement.dataset.theme = theme === 'dark' ? 'dark' : 'light';
  document.documentElement.lang = locale === 'en' ? 'en' : 'ru';
  // Written by the build; without one there is nothing to fetch ahead.
  const words = JSON.parse(document.currentScript?.dataset.words ?? '{}')[document.documentElement.lang];
  for (const href of words?.[signedIn ? 'whole' : 'first'] ?? []) {
    const link = document.createElement('link');
    // As server/plugins/preloads.ts has it.
    Object.assign(link, { rel: 'preload', as: 'script', crossOrigin: '', href });
    document.head.append(link);
  }
})();
