import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { desk, phone } from './browser.ts';

/** Waits until nothing is loading, rendering or animating: colours in transition are no fault. */
export const settled = async (page: Page): Promise<void> => {
  await page.waitForFunction(
    () =>
      !document.querySelector('.MuiSkeleton-root, [aria-busy=true]') &&
      document.getAnimations().every(animation => animation.playState !== 'running'),
  );
};

/** The expensive rules: a theme only changes colours. */
const aboutColours = ['color-contrast', 'link-in-text-block'];

/** Rules whose faults are never serious: what they find would be left out again. They look at every element of the page. */
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

/** Serious and critical accessibility faults with their elements. Axe is brought once into a document, and stays. */
const findings = async (page: Page, part: string, rules?: readonly string[]): Promise<readonly string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ([selector, values, idle]) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(selector, {
        resultTypes: ['violations'],
        // Only the rule about sound wants style sheets and recordings read beforehand.
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

/** As if it had been chosen in another tab. */
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

/** The same page in the other theme and language, on a phone instead of a desktop or the other way round. */
export const turn = async (page: Page): Promise<void> => {
  await page.setViewportSize(page.viewportSize()?.width === desk.width ? phone : desk);
  await turnTheme(page);
  await turnLanguage(page);
};

/** Faults of the page, or a part of it, in its current state. */
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

/** Checks the current theme, then the colours of the other one, which stays. */
export const lookInBoth = async (page: Page, name: string, part?: string): Promise<readonly string[]> => {
  const found = await look(page, name, part);
  await turnTheme(page);
  return [...found, ...(await look(page, name, part, aboutColours))];
};

/** On a desktop in the current theme, on a phone in the other one, which stays: each theme and each width once. */
export const check = async (page: Page, name: string, part?: string): Promise<void> => {
  await page.setViewportSize(desk);
  const found = await look(page, name, part);
  await turnTheme(page);
  await page.setViewportSize(phone);
  expect([...found, ...(await look(page, name, part))]).toEqual([]);
};
