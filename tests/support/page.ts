import { vi } from 'vitest';

/** Set-up for page tests in jsdom: long waits for a busy machine, and cheap styles. */

/** Returns all styles of an element, computed from the style sheets. */
export const wholeStyleOf: { get?: typeof getComputedStyle } = {};

/** Browser functions that tests replace. They are restored before the next file. */
const standIns = (): readonly (readonly [on: object, name: string])[] => [
  ...['matchMedia', 'scrollTo', 'requestIdleCallback', 'cancelIdleCallback'].map(name => [window, name] as const),
  [Element.prototype, 'scrollTo'],
  [document, 'execCommand'],
  [navigator, 'connection'],
];

/** Set by the first file of a process: the browser's own functions. */
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
  // The head stays, because it holds MUI's styles, and MUI keeps their position.
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
   * Queries by role and name need only an element's own styles and whether it is inline. jsdom computes the rest from
   * all style sheets, which took more than half the time of these tests. Browser tests check the looks.
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

/** Puts the page's script into its head and removes earlier scripts. */
export const putScript = (address: string): void => {
  for (const before of document.head.querySelectorAll('script')) before.remove();
  document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: address }));
};
