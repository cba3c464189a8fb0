import { vi } from 'vitest';

/** Pages without a browser: made to wait as long as a busy machine needs, and not to work out every style. */

/** All styles of an element, worked out from the style sheets. */
export const wholeStyleOf: { get?: typeof getComputedStyle } = {};

if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react');
  // The file before had this document, too; its head holds the styles of MUI, which know where they stand.
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  configure({ asyncUtilTimeout: 10_000 });

  const inline = /^(a|abbr|b|button|code|em|i|img|input|kbd|label|path|select|small|span|strong|svg|textarea|use)$/;
  const plain = document.createElement('i').style;
  /**
   * What queries by role and name ask of an element: its own styles and whether it stands in a line. jsdom works the rest
   * out from all style sheets, which was more than half the time of these tests; looks are tested in a browser.
   */
  const page = window as typeof window & { wholeStyleOf?: typeof getComputedStyle };
  page.wholeStyleOf ??= window.getComputedStyle;
  wholeStyleOf.get = page.wholeStyleOf;
  window.getComputedStyle = (element, pseudo) => {
    if (pseudo) return plain;
    const { style } = element as HTMLElement;
    const name = element.localName;
    const display = element.hasAttribute('hidden') ? 'none' : style.display || (inline.test(name) ? 'inline' : 'block');
    return new Proxy(style, {
      get: (target, property) => {
        if (property === 'display') return display;
        if (property === 'getPropertyValue')
          return (of: string) => (of === 'display' ? display : target.getPropertyValue(of));
        const value: unknown = Reflect.get(target, property, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  };
}

/** Puts the scripts of a page into its head, in place of those before. */
export const putScript = (address: string): void => {
  for (const before of document.head.querySelectorAll('script')) before.remove();
  document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: address }));
};
