// Watches the start of the program. If its entry script or stylesheet is missing (removed by a deployment), reloads the
// page once; if that does not help, or the splash still shows 3 s after the load with nothing loading, offers a reload
// instead of an empty page. See docs/decisions/017-first-load.md.
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
        // Storage may be blocked: without it reloads could loop.
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
