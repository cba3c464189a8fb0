// Stands guard before the program runs. When its first file or stylesheet does not come (a deployment took it away),
// the page is loaded anew once; when that does not help, or nothing is loading 3 s after the load and the splash still
// stands, it says so and offers a reload instead of an empty page. See docs/decisions/0030-splash.md.
(() => {
  const hideAfterMs = 3000;
  const key = 'reloadedFrom';
  const words = {
    ru: ['Страница не загрузилась. Попробуйте ещё раз.', 'Перезагрузить страницу'],
    en: ['The page did not load. Please try again.', 'Reload the page'],
  };
  const splash = () => document.querySelector('#reactroot > .first-paint');

  const offer = () => {
    const mark = splash();
    if (!mark) return;
    const [text, label] = words[document.documentElement.lang === 'en' ? 'en' : 'ru'];
    const button = document.createElement('button');
    button.textContent = label;
    button.addEventListener('click', () => location.reload());
    const alert = document.createElement('p');
    alert.setAttribute('role', 'alert');
    alert.append(text, document.createElement('br'), button);
    mark.replaceChildren(alert);
  };

  const build = () => document.querySelector('script[type=module][src]')?.getAttribute('src') ?? '';
  addEventListener(
    'error',
    ({ target }) => {
      const address =
        target instanceof HTMLScriptElement ? target.src : target instanceof HTMLLinkElement && target.href;
      if (!address || !/\/(static|src)\//.test(address) || !splash()) return;
      let tried = true;
      try {
        tried = sessionStorage.getItem(key) === build();
        sessionStorage.setItem(key, build());
      } catch {
        // Storage may be closed: without it a reload could go on for ever.
      }
      if (tried) offer();
      else location.reload();
    },
    true,
  );
  const lookAgainMs = 1000;
  const look = () => {
    if (!splash()) return;
    if (Number(document.documentElement.dataset.loading) > 0) setTimeout(look, lookAgainMs);
    else offer();
  };
  addEventListener('load', () => setTimeout(look, hideAfterMs));
})();
