import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { desk, phone } from './browser.ts';

export type Size = typeof desk | typeof phone;

/** Waits until nothing is loading, rendering or animating: colours in transition are no fault. */
export const settled = async (page: Page): Promise<void> => {
  await page.waitForFunction(
    () =>
      !document.querySelector('.MuiSkeleton-root, [aria-busy=true]') &&
      document.getAnimations().every(animation => animation.playState !== 'running'),
  );
};

const aboutColours = ['color-contrast', 'link-in-text-block'];
/** The expensive rules separately: a theme only changes colours, a language only texts. */
type Rules = 'all' | 'colours' | 'words';

/** Accessibility faults with their elements. */
const findings = async (page: Page, part: string, rules: Rules): Promise<readonly string[]> => {
  const axe = new AxeBuilder({ page })
    // The default mode opens and closes a tab per check to merge frames, of which we have none.
    .setLegacyMode()
    .include(part)
    .options({ resultTypes: ['violations'] });
  if (rules === 'colours') axe.withRules(aboutColours);
  if (rules === 'words') axe.disableRules(aboutColours);
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, impact, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${impact} ${id} at ${target.join(' ')}: ${failureSummary}`),
    );
};

const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);

const turnTheme = async (page: Page): Promise<void> => {
  const before = await themeOf(page);
  await page.evaluate(
    mode => {
      localStorage.setItem('apptheme', mode);
      window.dispatchEvent(new StorageEvent('storage', { key: 'apptheme' }));
    },
    before === 'dark' ? 'light' : 'dark',
  );
  expect(await themeOf(page)).not.toBe(before);
};

/** Faults of the page, or a part of it, in its current state. */
export const look = async (
  page: Page,
  name: string,
  part = 'html',
  rules: Rules = 'all',
): Promise<readonly string[]> => {
  await settled(page);
  const how = `${name}, ${page.viewportSize()?.width} px, ${await themeOf(page)}`;
  return (await findings(page, part, rules)).map(text => `${how}: ${text}`);
};

/** Checks the current theme, then the other one, which stays. */
export const lookInBoth = async (page: Page, name: string, part?: string): Promise<readonly string[]> => {
  const found = await look(page, name, part);
  await turnTheme(page);
  return [...found, ...(await look(page, name, part, 'colours'))];
};

/** Desktop in light and dark, phone in one theme: faults of width do not depend on the theme. */
export const check = async (
  page: Page,
  name: string,
  part?: string,
  sizes: readonly Size[] = [desk, phone],
): Promise<void> => {
  const found: string[] = [];
  for (const [at, size] of sizes.entries()) {
    await page.setViewportSize(size);
    found.push(...(await (at === 0 ? lookInBoth : look)(page, name, part)));
  }
  expect(found).toEqual([]);
};
