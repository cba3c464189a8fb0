import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { desk, phone } from './browser.ts';

/** Waits until nothing loads, renders or animates, because colours in transition would be reported as faults. */
export const settled = async (page: Page): Promise<void> => {
  await page.waitForFunction(
    () =>
      !document.querySelector('.MuiSkeleton-root, [aria-busy=true]') &&
      document.getAnimations().every(animation => animation.playState !== 'running'),
  );
};

/** Rules about colours, the only thing that a theme changes. */
const aboutColours = ['color-contrast', 'link-in-text-block'];

/** Rules without serious faults. They are off, because they check every element and their faults would be ignored. */
const neverSerious = [
  'aria-allowed-role',
  'empty-heading',
  'heading-order',
  'image-redundant-alt',
  'landmark-banner-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'no-autoplay-audio',
  'page-has-heading-one',
  'presentation-role-conflict',
  'skip-link',
];

/** Rules without serious faults, or that axe leaves off, that every page keeps nevertheless. */
const alsoKept = ['label-content-name-mismatch', 'landmark-unique', 'region'];

/** Elements whose content is the page's own. The frame around them is nearly the same on each page. */
const ownParts = 'main, nav.crumbs';

/** Outlines of frames that are known to be good; see `outlineOfFrame`. */
const checkedFrames = new Set<string>();

/**
 * Returns all that rules look at outside the page's own parts, without colours: the elements with their attributes, and
 * whether there is a text where one is needed.
 */
const outlineOfFrame = (page: Page): Promise<string> =>
  page.evaluate(own => {
    const passing = new Set(['class', 'style', 'aria-current']);
    const outline = (element: Element, name: string) => {
      const value = element.getAttribute(name) ?? '';
      if (/^(for|aria-(controls|labelledby|describedby|owns|activedescendant))$/.test(name))
        return `${name} ${value.split(' ').every(id => document.getElementById(id))}`;
      return /^(role|type|lang|tabindex|aria-.*)$/.test(name) && name !== 'aria-label'
        ? `${name}=${value}`
        : `${name} ${value.trim() !== ''}`;
    };
    return [...document.querySelectorAll('html, title, body *')]
      .filter(element => !element.closest(own))
      .map(element => {
        const names = element.getAttributeNames().filter(name => !passing.has(name));
        return [
          element.localName,
          element.textContent?.trim() !== '',
          ...names.map(name => outline(element, name)),
        ].join();
      })
      .join('\n');
  }, ownParts);

/** Looks of texts whose contrast is known to be good; see `markNewTexts`. */
const checkedLooks = new Set<string>();
const mark = 'data-new-look';

/** Property of the page's window that this file sets. */
interface Checked {
  checkedLooks?: Set<string>;
}

/**
 * Marks the texts of a part with a look that no page has had yet, and returns these looks. Measuring contrast takes
 * four fifths of axe's time, and texts with equal colours, sizes and layers have equal contrast.
 */
const markNewTexts = async (page: Page, part: string): Promise<readonly string[]> => {
  // The page keeps the looks that it was sent, because they are many.
  const sent = await page.evaluate(() => (window as Checked).checkedLooks?.size ?? 0);
  return page.evaluate(
    ([selector, known, attribute]) => {
      const checked = window as Checked;
      checked.checkedLooks ??= new Set();
      const seen = checked.checkedLooks;
      for (const look of known) seen.add(look);
      const layersOf = new Map<Element, string>();
      /** Backgrounds, opacities and positions from the document down to the element. */
      const layers = (element: Element | null): string => {
        if (!element) return '';
        const before = layersOf.get(element);
        if (before !== undefined) return before;
        const { backgroundColor, backgroundImage, opacity, filter, position, mixBlendMode } = getComputedStyle(element);
        const isClear = backgroundColor === 'rgba(0, 0, 0, 0)' && backgroundImage === 'none';
        const isPlain = opacity === '1' && filter === 'none' && position === 'static' && mixBlendMode === 'normal';
        const own =
          isClear && isPlain ? '' : [backgroundColor, backgroundImage, opacity, filter, position, mixBlendMode].join();
        const all = layers(element.parentElement) + (own && `${own}>`);
        layersOf.set(element, all);
        return all;
      };
      const fresh = new Set<string>();
      for (const element of document.querySelectorAll(`:is(${selector}) *`)) {
        const hasText =
          'value' in element || [...element.childNodes].some(node => node.nodeType === 3 && node.nodeValue?.trim());
        if (!hasText) continue;
        const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
        const isDisabled = element.closest(':disabled, [aria-disabled=true]') !== null;
        const look = [element.localName, color, fontSize, fontWeight, textShadow, isDisabled, layers(element)].join();
        if (seen.has(look)) continue;
        fresh.add(look);
        element.setAttribute(attribute, '');
      }
      return [...fresh];
    },
    [part, [...checkedLooks].slice(sent), mark] as const,
  );
};

/**
 * Returns serious and critical accessibility faults, and those of the kept rules, with their elements. Axe is loaded once into a document. Contrast
 * is measured for new looks only; looks with a fault stay new. A frame is checked once, and again if a text of it has a
 * new look.
 */
const findings = async (page: Page, part: string, rules?: readonly string[]): Promise<readonly string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const looks = await markNewTexts(page, part);
  const frame = part === 'html' ? await outlineOfFrame(page) : '';
  const hasNewFrame =
    !checkedFrames.has(frame) ||
    (await page.locator(`[${mark}]`).evaluateAll((all, own) => all.some(element => !element.closest(own)), ownParts));
  const found = await page.evaluate(
    async ([selector, values, idle, kept, attribute]) => {
      const { axe: checker } = window as unknown as { axe: typeof axe };
      checker.configure({ rules: [{ id: 'color-contrast', selector: `[${attribute}]` }] });
      const { violations } = await checker.run(selector, {
        resultTypes: ['violations'],
        // Preloading is off, because only the rule about sound needs style sheets and recordings.
        preload: false,
        rules: Object.fromEntries([
          ...idle.map(id => [id, { enabled: false }]),
          ...kept.map(id => [id, { enabled: true }]),
        ]),
        ...(values && { runOnly: { type: 'rule', values: [...values] } }),
      });
      for (const element of document.querySelectorAll(`[${attribute}]`)) element.removeAttribute(attribute);
      return violations
        .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || kept.includes(id))
        .flatMap(({ id, impact, nodes }) =>
          nodes.map(({ target, failureSummary }) => `${impact} ${id} at ${target.join(' ')}: ${failureSummary}`),
        );
    },
    [hasNewFrame ? part : ownParts, rules, neverSerious, alsoKept, mark] as const,
  );
  if (found.length === 0) {
    for (const look of looks) checkedLooks.add(look);
    if (frame && !rules) checkedFrames.add(frame);
  }
  return found;
};

const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);
const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang);

/** Simulates choices in another tab. */
const choose = (page: Page, chosen: Readonly<Record<string, string>>): Promise<void> =>
  page.evaluate(values => {
    for (const [key, value] of Object.entries(values)) {
      localStorage.setItem(key, value);
      window.dispatchEvent(new StorageEvent('storage', { key }));
    }
  }, chosen);

const otherTheme = async (page: Page) => ((await themeOf(page)) === 'dark' ? 'light' : 'dark');

const turnTheme = async (page: Page): Promise<void> => {
  const apptheme = await otherTheme(page);
  await choose(page, { apptheme });
  expect(await themeOf(page)).toBe(apptheme);
};

/** Switches the page to the other theme and language, and from desktop to phone or back. */
export const turn = async (page: Page): Promise<void> => {
  const apptheme = await otherTheme(page);
  const applocale = (await languageOf(page)) === 'ru' ? 'en' : 'ru';
  await page.setViewportSize(page.viewportSize()?.width === desk.width ? phone : desk);
  await choose(page, { apptheme, applocale });
  await expect.poll(() => languageOf(page), { interval: 20 }).toBe(applocale);
  expect(await themeOf(page)).toBe(apptheme);
};

/** Returns the faults of the page, or of a part, in its present state. */
export const look = async (
  page: Page,
  name: string,
  part = 'html',
  rules?: readonly string[],
): Promise<readonly string[]> => {
  await settled(page);
  const how = `${name}, ${page.viewportSize()?.width} px, ${await themeOf(page)}, ${await languageOf(page)}`;
  return (await findings(page, part, rules)).map(text => `${how}: ${text}`);
};

/** Checks the present theme, then the colours of the other one. The other theme stays. */
export const lookInBoth = async (page: Page, name: string, part?: string): Promise<readonly string[]> => {
  const found = await look(page, name, part);
  await turnTheme(page);
  return [...found, ...(await look(page, name, part, aboutColours))];
};

/**
 * Checks a desktop in the present theme, then a phone in the other one, so that each theme and each width is checked
 * once.
 */
export const check = async (page: Page, name: string, part?: string): Promise<void> => {
  await page.setViewportSize(desk);
  const found = await look(page, name, part);
  await turnTheme(page);
  await page.setViewportSize(phone);
  expect([...found, ...(await look(page, name, part))]).toEqual([]);
};
