import { readdir, readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { openCabinet, see } from '../support/browser.ts';

const cabinet = openCabinet();
const limits = { beforeSignIn: 150_000, beforeFirstRow: 340_000 } as const;

/**
 * Counts scripts and styles that are requested before `sight` is visible, as if all were compressed with gzip. The page
 * records the moment itself, because the test may notice it late.
 */
const weigh = async (page: Page, sight: string) => {
  const sizes = new Map<string, Promise<number>>();
  page.on('response', reply => {
    if (!/\.(js|css)$/.test(reply.url())) return;
    const size = reply.body().then(
      body => gzipSync(body).length,
      // The response was aborted with the page, so the page did not wait for it.
      () => 0,
    );
    sizes.set(reply.url(), size);
  });
  await page.addInitScript(selector => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector(selector)) return;
      performance.mark('stands');
      watch.disconnect();
    });
    watch.observe(document, { childList: true, subtree: true });
  }, sight);
  return async () => {
    const before = await page.evaluate(() => {
      const standsAt = performance.getEntriesByName('stands')[0]?.startTime ?? Number.POSITIVE_INFINITY;
      return performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime < standsAt)
        .map(({ name }) => name);
    });
    const bytes = await Promise.all(before.map(name => sizes.get(name) ?? 0));
    return bytes.reduce((sum, each) => sum + each, 0);
  };
};

it('is 150 kB at most before one can sign in, and 340 kB before the first row of a list', async () => {
  const stranger = await cabinet.open({ cold: true });
  const before = await weigh(stranger, 'button[type=submit]');
  await stranger.goto('/auth/login/', { waitUntil: 'commit' });
  await see(stranger.getByRole('button', { name: 'Войти' }));
  const signIn = await before();

  const operator = await cabinet.open({ as: 'operator@demo.drivedesk', cold: true });
  const upTo = await weigh(operator, 'table a[href]');
  await operator.goto('/cabinet/accidents/opened/', { waitUntil: 'commit' });
  await see(operator.getByRole('table').getByRole('link').first());
  const firstRow = await upTo();
  console.log(`before signing in ${signIn} bytes, before the first row ${firstRow}`);
  expect(signIn).toBeLessThanOrEqual(limits.beforeSignIn);
  expect(firstRow).toBeLessThanOrEqual(limits.beforeFirstRow);
});

/** Maximum number of scripts until a page is visible. */
const mostScripts = 12;

/**
 * Scripts that an event asks for, such as a change of the list or a lost connection, and those that load after the page
 * has settled. They do not delay the drawing.
 */
const onDemand = /\/(Live|live|LiveTools|ListChangesBar|SignInAgain|ToastStack)-/;

const scriptsOf = (page: Page): readonly string[] => {
  const scripts: string[] = [];
  page.on('request', asked => {
    const { pathname } = new URL(asked.url());
    if (pathname.startsWith('/static/js/')) scripts.push(pathname);
  });
  return scripts;
};

it.each([
  '/cabinet/dashboard/',
  '/cabinet/cards/list/',
  '/cabinet/accidents/opened/',
  '/cabinet/admin/installation-centers/create/',
  '/user/application/',
])('%s is made of 12 scripts at most, and is sent with links to them', async path => {
  const page = await cabinet.open({ as: 'manager@demo.drivedesk', cold: true });
  const scripts = scriptsOf(page);
  const reply = await page.goto(path, { waitUntil: 'commit' });
  await see(page.getByRole('button', { name: /^Профиль:/ }));
  // The live stream never ends, so the network may never be idle: scripts are complete when a second brought none.
  let before = -1;
  const isComplete = () => {
    const same = scripts.length === before;
    before = scripts.length;
    return same;
  };
  await expect.poll(isComplete, { interval: 1000 }).toBe(true);
  const html = (await reply?.text()) ?? '';
  // A manager's dashboard loads what is urgent and the control room, with their shared scripts, after the tiles are drawn.
  const afterwards =
    path === '/cabinet/dashboard/' ? /\/(Urgent|ControlRoom|room|chart-vendor|shared)-/ : /\/chart-vendor-/;
  const untilItStands = scripts.filter(script => !afterwards.test(script) && !onDemand.test(script));
  expect(untilItStands.length, untilItStands.join('\n')).toBeLessThanOrEqual(mostScripts);
  // Texts of a single page, and scripts that load after drawing with what they share, do not delay the drawing.
  const drawnBy = untilItStands.filter(script => !/\/(user|live|Live|shared|shared-vendor)-/.test(script));
  expect(html).not.toMatch(/(map|chart)-vendor-/);
  expect(drawnBy.filter(script => !html.includes(script))).toEqual([]);
});

it('every page there is asks for 12 scripts at most', async () => {
  const built = (name: string) => readFile(new URL(`../../dist/cabinet/${name}`, import.meta.url), 'utf8');
  const start = (await built('index.html')).match(/\/static\/js\/[^"]+\.js/g) ?? [];
  const pages: readonly { path: string; scripts: readonly string[] }[] = JSON.parse(await built('preloads.json'));
  expect(pages.length).toBeGreaterThan(30);
  const tooMany = pages
    .map(({ path, scripts }) => ({ path, scripts: new Set([...start, ...scripts]) }))
    // The page names the texts of two languages, and loads one.
    .filter(({ scripts }) => scripts.size - 1 > mostScripts);
  expect(tooMany).toEqual([]);
});

it('every text that parts of react-admin may say is there in both languages', async () => {
  const folder = new URL('../../dist/cabinet/static/js/', import.meta.url);
  const scripts = await Promise.all((await readdir(folder)).map(name => readFile(new URL(name, folder), 'utf8')));
  const said = new Set(scripts.flatMap(script => script.match(/(?<=["'`])ra\.[a-z]+\.\w+(?=["'`])/g) ?? []));
  expect(said.size).toBeGreaterThan(20);
  const texts: { [language: string]: { [key: string]: string } } = JSON.parse(
    await readFile(new URL('../../texts.json', folder), 'utf8'),
  );
  for (const language of ['ru', 'en']) expect([...said].filter(key => !texts[language]?.[key])).toEqual([]);
});

/** Returns the colour of the first pixels of a page, before the program is loaded. */
const colourOf = async (page: Page) => {
  const { data } = await sharp(await page.screenshot({ clip: { x: 4, y: 4, width: 8, height: 8 } }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return `#${data.subarray(0, 3).toString('hex')}`;
};

it.each([
  ['dark', '#0e1318', 'rgb(14, 19, 24)'],
  ['light', '#f4f6f8', 'rgb(244, 246, 248)'],
] as const)('the %s theme is painted from the first frame on: nothing flashes', async (theme, colour, styled) => {
  const page = await cabinet.open({ as: 'operator@demo.drivedesk', theme, cold: true });
  // Records the background of every frame from the first one. The program itself is delayed.
  await page.addInitScript(() => {
    const drawn: string[] = [];
    Object.assign(window, { drawn });
    const look = () => {
      if (document.body)
        drawn.push(
          [document.body, document.documentElement]
            .map(each => getComputedStyle(each).backgroundColor)
            .find(painted => painted !== 'rgba(0, 0, 0, 0)') ?? 'nothing',
        );
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  let letGo = () => {};
  const held = new Promise<void>(go => {
    letGo = go;
  });
  await page.route('**/static/js/**', async route => {
    await held;
    await route.continue();
  });
  await page.goto('/cabinet/accidents/opened/', { waitUntil: 'commit' });
  await see(page.locator('.first-paint'));
  expect(await colourOf(page)).toBe(colour);
  letGo();
  await see(page.getByRole('table').getByRole('link').first());
  const drawn = await page.evaluate(() => [...new Set((window as unknown as { drawn: string[] }).drawn)]);
  expect(drawn).toEqual([styled]);
});
