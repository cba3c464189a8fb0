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

/** The expensive rules. They are about colours, the only thing that a theme changes. */
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
  'landmark-unique',
  'no-autoplay-audio',
  'page-has-heading-one',
  'presentation-role-conflict',
  'region',
  'skip-link',
];

/** Returns serious and critical accessibility faults with their elements. Axe is loaded once into a document. */
const findings = async (page: Page, part: string, rules?: readonly string[]): Promise<readonly string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ([selector, values, idle]) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(selector, {
        resultTypes: ['violations'],
        // Preloading is off, because only the rule about sound needs style sheets and recordings.
        preload: false,
        rules: Object.fromEntries(idle.map(id => [id, { enabled: false }])),
        ...(values && { runOnly: { type: 'rule', values: [...values] } }),
      });
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, impact, nodes }) =>
          nodes.map(({ target, failureSummary }) => `${impact} ${id} at ${target.join(' ')}: ${failureSummary}`),
        );
    },
    [part, rules, neverSerious] as const,
  );
};

const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);
const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang);

/** Simulates a choice in another tab. */
const choose = (page: Page, key: string, value: string): Promise<void> =>
  page.evaluate(
    ([name, chosen]) => {
      localStorage.setItem(name, chosen);
      window.dispatchEvent(new StorageEvent('storage', { key: name }));
    },
    [key, value] as const,
  );

const turnTheme = async (page: Page): Promise<void> => {
  const theme = (await themeOf(page)) === 'dark' ? 'light' : 'dark';
  await choose(page, 'apptheme', theme);
  expect(await themeOf(page)).toBe(theme);
};

const turnLanguage = async (page: Page): Promise<void> => {
  const language = (await languageOf(page)) === 'ru' ? 'en' : 'ru';
  await choose(page, 'applocale', language);
  await expect.poll(() => languageOf(page), { interval: 20 }).toBe(language);
};

/** Switches the page to the other theme and language, and from desktop to phone or back. */
export const turn = async (page: Page): Promise<void> => {
  await page.setViewportSize(page.viewportSize()?.width === desk.width ? phone : desk);
  await turnTheme(page);
  await turnLanguage(page);
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
