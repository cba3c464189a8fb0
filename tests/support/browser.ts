import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { startDemo } from './browser-machine.ts';
import { makeDatabase } from './database.ts';
import { theMachine } from './machine.ts';
import { signInTo } from './running.ts';
import { endServed, type Served, serveHere } from './serving.ts';
import { leaveTab, type Maps, type Tab, takeTab } from './tabs.ts';

const pictures = join(import.meta.dirname, '..', '..', 'test-results');

export const desk = { width: 1440, height: 900 } as const;
export const phone = { width: 390, height: 844 } as const;

interface Visitor {
  /** E-mail of an account that is already signed in, with “remember me”. */
  readonly as?: string;
  readonly language?: 'ru' | 'en';
  readonly theme?: 'light' | 'dark';
  readonly size?: typeof desk | typeof phone;
  /** Absent: drawn without WebGL. */
  readonly maps?: Maps;
  /** The browser has an empty cache. */
  readonly cold?: boolean;
}

/** A real server on a copy of the demo portfolio, and browsers of its users. */
export interface Cabinet {
  server: Served;
  /** Opens a separate browser context with one empty tab, as on another machine. */
  readonly open: (visitor?: Visitor) => Promise<Page>;
  /** Runs before the file's journeys, and again before a retried journey, which gets a new server. */
  readonly prepare: (work: () => Promise<void>) => void;
}

/** Returns the value that the sign-in page stores. */
const tokenOf = async (address: string, email: string): Promise<string> => {
  const { token } = await signInTo(address, email);
  return JSON.stringify({ Token: token, ExpiresAt: new Date(Date.now() + 3_600_000).toISOString() });
};

const takePictures = async (tabs: readonly Tab[], test: string): Promise<void> => {
  await mkdir(pictures, { recursive: true });
  const pages = tabs.flatMap(({ context }) => context.pages());
  const name = test.replace(/[^\p{L}\p{N}]+/gu, '-');
  // A failing screenshot must not hide the test's failure.
  await Promise.all(
    pages.map((page, at) => page.screenshot({ path: join(pictures, `${name}-${at + 1}.png`) }).catch(() => undefined)),
  );
};

/**
 * Opens the cabinet for the journeys of a file. Its pages are closed after each journey. `environment` is that of the
 * server. `makeTree` makes a copy of the source tree to run.
 */
export const openCabinet = (environment: Record<string, string> = {}, makeTree?: () => Promise<string>): Cabinet => {
  let drop = async () => {};
  let tabs: Tab[] = [];
  const preparations: (() => Promise<void>)[] = [];
  const cabinet: Partial<Cabinet> = {
    prepare: work => void preparations.push(work),
    open: async ({ as, language = 'ru', theme = 'light', size = desk, maps = 'drawn', cold = false } = {}) => {
      const origin = cabinet.server?.address ?? '';
      const stored: Record<string, string> = { applocale: language, apptheme: theme };
      if (as !== undefined) stored.tokens = await tokenOf(origin, as);
      const tab = await takeTab(origin, maps, cold, stored);
      tabs.push(tab);
      await tab.page.setViewportSize(size);
      return tab.page;
    },
  };
  const serveCopy = async () => {
    const database = await makeDatabase((await theMachine()).demoServer, [], 'drivedesk');
    drop = database.drop;
    return serveHere(database.url, environment);
  };
  beforeAll(async () => {
    const tree = await makeTree?.();
    cabinet.server = await (tree === undefined
      ? serveCopy()
      : startDemo((await theMachine()).demoData, undefined, tree));
    for (const prepare of preparations) await prepare();
  });
  beforeEach(async ({ task }) => {
    if (!task.result?.retryCount || makeTree || !cabinet.server) return;
    // A retried journey gets a new server, because the first try may have changed anything.
    await endServed(cabinet.server);
    await drop();
    cabinet.server = await serveCopy();
    for (const prepare of preparations) await prepare();
  });
  afterEach(async ({ task }) => {
    const failed = task.result?.state === 'fail';
    if (failed) await takePictures(tabs, task.name);
    const left = tabs;
    tabs = [];
    const thrown = (await Promise.all(left.map(tab => leaveTab(tab, failed)))).flat();
    expect(thrown, 'errors nobody caught in the browser').toEqual([]);
  });
  afterAll(async () => {
    if (cabinet.server) await endServed(cabinet.server);
    await drop();
  });
  return cabinet as Cabinet;
};

/** Waits until one match is visible. The same words may stand in two places, such as a page and a toast. */
export const see = (thing: Locator): Promise<void> => thing.filter({ visible: true }).first().waitFor();

/** Opens a row by the keyboard, because texts lie above the link. */
export const openRow = (link: Locator): Promise<void> => link.press('Enter');

export const gone = (thing: Locator): Promise<void> => thing.waitFor({ state: 'hidden' });

/** Navigates within the page like a link, without a page load. */
export const walkTo = async (page: Page, address: string): Promise<void> => {
  await page.evaluate(async to => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
    await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  }, address);
};

/** Returns path and query of the present address. */
export const addressOf = (page: Page): string => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};

/** Fills in and submits the login page, in either language. */
export const fillSignIn = async (page: Page, email: string, password = 'drivedesk-demo'): Promise<void> => {
  await page.getByRole('textbox', { name: /^(Электронная почта|E-mail)$/ }).fill(email);
  await page.getByRole('textbox', { name: /^(Пароль|Password)$/ }).fill(password);
  await page.getByRole('button', { name: /^(Войти|Sign in)$/ }).click();
};

/**
 * Opens an address as an account that is already signed in, on a machine of its own. Resolves when the frame is
 * visible.
 */
export const visit = async (cabinet: Cabinet, address: string, as: string, more: Visitor = {}): Promise<Page> => {
  const page = await cabinet.open({ ...more, as });
  await page.goto(address, { waitUntil: 'commit' });
  await see(page.getByRole('button', { name: /^(Профиль|Profile):/ }));
  return page;
};

/**
 * Opens an address, signs in on the sign-in page, and waits for the address. It takes three times the work of `visit`.
 */
export const signInAt = async (page: Page, address: string, email: string): Promise<void> => {
  await page.goto(address, { waitUntil: 'commit' });
  await fillSignIn(page, email);
  await see(page.getByRole('button', { name: /^(Профиль|Profile):/ }));
};

export const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^(Профиль|Profile):/ }).click();
  await page.getByRole('menuitem', { name: /^(Выйти|Sign out)$/ }).click();
};
