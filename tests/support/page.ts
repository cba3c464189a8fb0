import { vi } from 'vitest';

/** Pages without a browser: made to wait as long as a busy machine needs, and not to work out every style. */

/** All styles of an element, worked out from the style sheets. */
export const wholeStyleOf: { get?: typeof getComputedStyle } = {};

/** What files put in place of the browser's own: the next file begins without. */
const standIns = (): readonly (readonly [on: object, name: string])[] => [
  ...['matchMedia', 'scrollTo', 'requestIdleCallback', 'cancelIdleCallback'].map(name => [window, name] as const),
  [Element.prototype, 'scrollTo'],
  [document, 'execCommand'],
  [navigator, 'connection'],
];

/** The first file of a process keeps here what the browser has of itself. */
const page = globalThis as typeof globalThis & {
  wholeStyleOf?: typeof getComputedStyle;
  atFirst?: readonly (PropertyDescriptor | undefined)[];
};

const emptyPage = (): void => {
  page.atFirst ??= standIns().map(([on, name]) => Object.getOwnPropertyDescriptor(on, name));
  for (const [at, [on, name]] of standIns().entries()) {
    const before = page.atFirst[at];
    if (before) Object.defineProperty(on, name, before);
    else Reflect.deleteProperty(on, name);
  }
  // Not the head: it holds the styles of MUI, which know where they stand.
  document.body.replaceChildren();
  for (const name of document.documentElement.getAttributeNames()) document.documentElement.removeAttribute(name);
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: as in the tests, there is no other way
    document.cookie = `${cookie.split('=')[0]}=; max-age=0; path=/`;
  }
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
};

if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react');
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  emptyPage();
  configure({ asyncUtilTimeout: 100_000 });

  const inline = /^(a|abbr|b|button|code|em|i|img|input|kbd|label|path|select|small|span|strong|svg|textarea|use)$/;
  const plain = document.createElement('i').style;
  /**
   * What queries by role and name ask of an element: its own styles and whether it stands in a line. jsdom works the rest
   * out from all style sheets, which was more than half the time of these tests; looks are tested in a browser.
   */
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
