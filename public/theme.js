// Runs before the first paint, so that a dark page does not flash white, and preloads the texts of the chosen
// language. A file, because the server's content policy allows no inline scripts.
(() => {
  let theme = null;
  let locale = null;
  let signedIn = false;
  try {
    theme = localStorage.getItem('apptheme');
    locale = localStorage.getItem('applocale');
    signedIn = Boolean(localStorage.getItem('tokens') ?? sessionStorage.getItem('tokens'));
  } catch {
    // Storage may be blocked: keep the defaults.
  }
  document.documentElement.dataset.theme = theme === 'dark' ? 'dark' : 'light';
  document.documentElement.lang = locale ?? 'ru';
  // Written by the build; absent in development.
  const { words = '{}', rel = 'preload' } = document.currentScript?.dataset ?? {};
  const texts = JSON.parse(words);
  // Languages of overlays fill their gaps with English texts.
  const preloads = texts[document.documentElement.lang] ?? texts.en;
  for (const href of preloads?.[signedIn ? 'whole' : 'first'] ?? []) {
    const link = document.createElement('link');
    // As server/plugins/preloads.ts has the others.
    Object.assign(link, { rel, as: 'script', crossOrigin: '', href });
    document.head.append(link);
  }
})();
