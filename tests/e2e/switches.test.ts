import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { look, lookInBoth } from '../support/axe.ts';
import { startBalancer } from '../support/balancer.ts';
import { addressOf, fillSignIn, gone, openCabinet, phone, see, visit } from '../support/browser.ts';
import { signInTo } from '../support/running.ts';

const manager = 'manager@demo.drivedesk';
const operator = 'operator@demo.drivedesk';
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const at = (page: Page, path: string | RegExp) =>
  expect.poll(() => addressOf(page)).toMatch(path instanceof RegExp ? path : new RegExp(`^${path}`));
const dialog = '[role=dialog]';

describe('with every switch on', () => {
  const cabinet = openCabinet({ CABINET_DIR: inject('cabinets').switches });
  const begin = async (address = '/cabinet/dashboard/', email = manager) => {
    const page = await visit(cabinet, address, email);
    await see(button(page, /^Уведомления, непрочитанных/));
    return page;
  };

  it('the bell tells of a mention, leads to it, and counts it as read', async () => {
    const { get } = await signInTo(cabinet.server.address, manager);
    const { FullName } = (await (await get('/api/v2/Account/info')).json()) as { FullName: string };
    const page = await begin();
    const count = async () =>
      Number(/\d+/.exec((await button(page, /^Уведомления/).getAttribute('aria-label')) ?? '')?.[0]);
    const { count: before } = (await (await get('/api/v3/notifications/unread')).json()) as { count: number };
    // The bell appears before its number.
    await expect.poll(count).toBe(before);
    const { post } = await signInTo(cabinet.server.address, operator);
    const said = { text: `@${FullName}, посмотрите`, accidentId: null, replyToId: null };
    expect((await post('/api/v3/messages', said)).ok).toBe(true);
    await expect.poll(count).toBe(before + 1);
    await button(page, /^Уведомления/).click();
    const notices = page.getByRole('dialog', { name: 'Уведомления' });
    await see(notices.getByText('посмотрите'));
    expect(await lookInBoth(page, 'bell', dialog)).toEqual([]);
    await notices
      .getByRole('button', { name: /упоминает вас/ })
      .first()
      .click();
    await see(page.getByRole('dialog', { name: 'Чат команды' }).getByText('посмотрите'));
    await page.keyboard.press('Escape');
    await expect.poll(count).toBe(before);
  });

  it('the quick actions lead where they say: the next accident, which is claimed, and the three forms', async () => {
    const page = await begin();
    const choose = async (name: string) => {
      await button(page, 'Быстрые действия').click();
      await page.getByRole('menuitem', { name }).click();
    };
    await button(page, 'Быстрые действия').click();
    await see(page.getByRole('menuitem').first());
    expect(await lookInBoth(page, 'quick actions', '[role=menu]')).toEqual([]);
    await page.keyboard.press('Escape');
    await gone(page.getByRole('menu'));
    await choose('Зарегистрировать аварию');
    await at(page, '/cabinet/accidents/create/');
    await choose('Добавить ваучер');
    await at(page, '/cabinet/cards/create/');
    await choose('Добавить оператора');
    await at(page, '/cabinet/users/create-operator/');
    await choose('Следующая авария');
    await at(page, /^\/cabinet\/accidents\/opened\/\d+\/.+/);
    await see(page.getByText('Вы работаете с аварией').first());
  });

  it('the user panel shows who one is, and signs out', async () => {
    const { get } = await signInTo(cabinet.server.address, manager);
    const who = (await (await get('/api/v2/Account/info')).json()) as Record<
      'FullName' | 'Occupation' | 'Email',
      string
    >;
    const page = await begin();
    await button(page, /^Профиль:/).click();
    const panel = page.getByRole('dialog', { name: 'Профиль' });
    for (const text of [who.FullName, who.Occupation, who.Email]) await see(panel.getByText(text, { exact: true }));
    await see(panel.locator('.MuiAvatar-root, img').first());
    expect(await lookInBoth(page, 'user panel', dialog)).toEqual([]);
    await panel.getByRole('button', { name: 'Выйти' }).click();
    await at(page, '/auth/login/');
  });

  it('rows that are chosen lie in the basket from page to page, become a file, and are taken out', async () => {
    const page = await begin('/cabinet/cards/list/');
    const box = page.getByRole('checkbox', { name: /^Выбрать: / });
    await see(box.first());
    const titles: string[] = [];
    for (let row = 0; row < 2; row += 1) {
      const label = (await box.nth(row).getAttribute('aria-label')) ?? '';
      titles.push(label.replace('Выбрать: ', ''));
      const rowBox = page.getByRole('checkbox', { name: label, exact: true });
      await rowBox.click();
      // `check` reads the state at once. On a busy machine the list may need another moment.
      await expect.poll(() => rowBox.isChecked()).toBe(true);
    }
    await see(page.getByText('Выбрано: 2 ваучера'));
    await see(button(page, 'Корзина: 2'));
    expect(await look(page, 'list with a basket')).toEqual([]);
    await page.goto('/cabinet/dashboard/');
    await button(page, 'Корзина: 2').click();
    await at(page, '/cabinet/exports/');
    for (const title of titles) await see(page.getByRole('main').getByText(title, { exact: true }));
    expect(await lookInBoth(page, 'basket')).toEqual([]);
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, /CSV/).click()]);
    const rows = parse(await readFile(await file.path()), { bom: true, delimiter: [';', ','] }) as string[][];
    expect(rows).toHaveLength(3);
    for (const title of titles) expect(rows.flat()).toContain(title);
    await button(page, `Убрать из корзины: ${titles[0]}`).click();
    await see(button(page, 'Корзина: 1'));
    await button(page, 'Очистить').click();
    await see(page.getByText('Корзина пуста', { exact: false }));
  });

  it('the quick panel has the audit, the notifications, and settings that work', async () => {
    const page = await begin();
    await button(page, 'Быстрая панель').click();
    const panel = page.getByRole('dialog', { name: 'Быстрая панель' });
    await see(panel.getByRole('listitem').first());
    expect(await lookInBoth(page, 'audit', dialog)).toEqual([]);
    await panel.getByRole('tab', { name: 'Уведомления' }).click();
    await see(panel.getByText(/упоминает вас|Сильный удар|Уведомлений нет/).first());
    expect(await lookInBoth(page, 'notifications', dialog)).toEqual([]);
    await panel.getByRole('tab', { name: 'Настройки' }).click();
    expect(await lookInBoth(page, 'settings', dialog)).toEqual([]);
    const theme = () => page.locator('html').getAttribute('data-theme');
    const before = await theme();
    await panel.getByLabel('Тёмная тема').click();
    await expect.poll(theme).not.toBe(before);
    await panel.getByRole('button', { name: 'English' }).click();
    await see(page.getByRole('dialog', { name: 'Quick panel' }));
    await page.getByRole('dialog').getByRole('button', { name: 'Русский' }).click();
    await see(panel);
  });

  it('are all reached on a phone', async () => {
    const page = await begin();
    await page.setViewportSize(phone);
    await button(page, 'Открыть верхнее меню').click();
    for (const name of ['Быстрая панель', 'Быстрые действия', /^Корзина/]) await see(button(page, name));
    expect(await lookInBoth(page, 'tools in the menu', '.MuiDrawer-root')).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
  });
});

describe('without menus', () => {
  let proxy: Awaited<ReturnType<typeof startBalancer>>;
  const port = String(inject('otherHostPort'));
  const api = `http://127.0.0.1:${port}`;
  // The cabinet comes from one port, and its API is at another: two origins of one server.
  const settings = { CABINET_DIR: inject('cabinets').blank, PORT: port, ALLOWED_ORIGINS: '' };
  beforeAll(async () => {
    proxy = await startBalancer([api]);
    settings.ALLOWED_ORIGINS = proxy.address;
  });
  afterAll(() => proxy.close());
  const cabinet = openCabinet(settings);

  it('there is the page and nothing around it', async () => {
    const page = await cabinet.open({ as: operator });
    await page.goto('/cabinet/accidents/opened/');
    await see(page.getByRole('table').getByRole('link').first());
    expect(await page.getByRole('banner').count()).toBe(0);
    expect(await page.getByRole('navigation', { name: /меню/ }).count()).toBe(0);
    expect(await page.locator('aside').count()).toBe(0);
    expect(await lookInBoth(page, 'blank')).toEqual([]);
  });

  it('a cabinet on another host signs in, follows the live stream and shows a picture', async () => {
    const photo = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#c81e1e' } })
      .jpeg()
      .toBuffer();
    const { upload } = await signInTo(api, operator);
    expect((await upload('/api/v2/Account/picture', photo, 'me.jpg')).status).toBe(201);

    const page = await cabinet.open();
    const asked = new Set<string>();
    page.on('request', request => asked.add(new URL(request.url()).origin));
    await page.goto(`${proxy.address}/auth/login`);
    await fillSignIn(page, operator);
    await expect.poll(() => addressOf(page)).toBe('/cabinet/dashboard/');
    await page.goto(`${proxy.address}/user/`);
    await see(page.locator('main img[src^="blob:"]'));
    const stream = page.waitForResponse(response => response.url().startsWith(`${api}/api/v3/events`));
    await page.goto(`${proxy.address}/cabinet/accidents/opened/`);
    expect((await stream).status()).toBe(200);
    const row = page.locator('tbody tr').first();
    await see(row.getByRole('link'));

    const colleague = await signInTo(api, manager);
    const { FullName } = (await (await colleague.get('/api/v2/Account/info')).json()) as { FullName: string };
    const [, Id] = /\/opened\/(\d+)\//.exec((await row.getByRole('link').first().getAttribute('href')) ?? '') ?? [];
    expect((await colleague.get(`/api/crash/lock/${Id}`)).status).toBe(200);
    await see(row.getByText(FullName.split(' ')[0] ?? ''));
    expect([...asked].filter(origin => origin.startsWith('http')).sort()).toEqual([api, proxy.address].sort());
  });
});
