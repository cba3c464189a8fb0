import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { check, look, lookInBoth } from '../support/axe.ts';
import { desk, gone, openCabinet, phone, see, walkTo } from '../support/browser.ts';
import { signInTo } from '../support/running.ts';

const cabinet = openCabinet();
const operator = 'operator@demo.drivedesk';
const manager = 'manager@demo.drivedesk';
let accident = '';

cabinet.prepare(async () => {
  const { get, post } = await signInTo(cabinet.server.address, operator);
  const list = (await (await get('/api/v2/Accident/table/closed?pageSize=1')).json()) as {
    Items: { Id: number; ObjectId: string }[];
  };
  accident = `/cabinet/accidents/closed/${list.Items[0]?.Id}/${list.Items[0]?.ObjectId}`;
  for (const text of ['Клиент перезвонит после обеда', 'Эвакуатор уже едет'])
    expect((await post('/api/v3/messages', { text, accidentId: null, replyToId: null })).ok).toBe(true);
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const dialog = '[role=dialog]';
const panel = (page: Page) => page.getByRole('dialog');

const begin = async (address: string, email = manager): Promise<Page> => {
  const page = await cabinet.open({ as: email, maps: 'webgl' });
  await page.goto(address);
  await see(button(page, /^Чат команды/));
  return page;
};

/** Closes a popup with the keyboard and waits until it is gone. */
const close = async (page: Page) => {
  await page.keyboard.press('Escape');
  await gone(panel(page));
};

describe('nothing serious or critical is found by axe', () => {
  // As tables these lists are pages of the route table, which axe.test.ts checks.
  it('in the lists of losses as cards', async () => {
    const page = await begin('/cabinet/accidents/opened/?perPage=10', operator);
    for (const status of ['opened', 'closed', 'notvalid']) {
      await page.setViewportSize(desk);
      await walkTo(page, `/cabinet/accidents/${status}/?perPage=10`);
      await page.getByLabel('Отображение').selectOption('карточки');
      await see(page.getByRole('main').getByRole('listitem').getByRole('link').first());
      await check(page, status);
    }
  });

  it('in what a list opens: filters, columns, export, and all of it on a phone', async () => {
    const page = await begin('/cabinet/accidents/opened/', operator);
    for (const [opener, within] of [
      ['Фильтры', dialog],
      ['Столбцы', dialog],
      ['Выгрузить', '[role=menu]'],
    ] as const) {
      await button(page, opener).click();
      await see(page.locator(within).locator('input, [role=menuitem]').first());
      expect(await lookInBoth(page, opener, within)).toEqual([]);
      await page.keyboard.press('Escape');
      await gone(page.locator(within));
    }
    await page.setViewportSize(phone);
    await button(page, 'Настройки списка').click();
    await see(page.getByRole('dialog', { name: 'Настройки списка' }).getByLabel('VIP'));
    expect(await look(page, 'list settings', dialog)).toEqual([]);
  });

  it('in what the frame opens: chat, profile with the key, page tools, search', async () => {
    const page = await begin('/cabinet/dashboard/');
    await button(page, /^Чат команды/).click();
    await see(panel(page).getByText('Эвакуатор уже едет'));
    await check(page, 'chat', dialog);
    await close(page);

    await page.setViewportSize(desk);
    await button(page, /^Профиль:/).click();
    await button(page, 'Ключ интеграции').click();
    await button(page, 'Показать ключ').click();
    await check(page, 'profile', dialog);
    await close(page);

    await page.setViewportSize(desk);
    await button(page, 'Инструменты страницы').click();
    await see(page.getByRole('menuitem', { name: 'Печать' }));
    expect(await lookInBoth(page, 'page tools', '[role=menu]')).toEqual([]);
    await page.keyboard.press('Escape');
    await gone(page.getByRole('menu'));

    await page.keyboard.press('Control+KeyK');
    await see(page.getByRole('combobox', { name: 'Поиск по кабинету' }));
    await page.keyboard.type('иван');
    await see(page.getByRole('option').first());
    await check(page, 'search with hits', dialog);
  });

  it('in both menus of a phone', async () => {
    const page = await begin('/cabinet/dashboard/');
    await page.setViewportSize(phone);
    for (const opener of ['Открыть меню', 'Открыть верхнее меню']) {
      await button(page, opener).click();
      await see(page.locator('.MuiDrawer-root').getByRole('link').first());
      expect(await lookInBoth(page, opener, '.MuiDrawer-root')).toEqual([]);
      await page.keyboard.press('Escape');
      await gone(page.locator('.MuiDrawer-root'));
    }
  });

  it('in forms with their faults: a reported accident, personal data, settings, a portrait being cut', async () => {
    const page = await begin('/cabinet/accidents/create/');
    await button(page, 'Зарегистрировать аварию').click();
    await see(page.getByText('Пожалуйста, выберете один из предложенных вариантов'));
    await check(page, 'report with faults');
    await page.setViewportSize(desk);
    await walkTo(page, '/user/');
    await page.getByLabel('ФИО').fill('');
    await see(page.getByText('Поле обязательно для заполнения'));
    expect(await lookInBoth(page, 'data with faults')).toEqual([]);
    const background = { r: 31, g: 94, b: 255 };
    const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background } })
      .png()
      .toBuffer();
    await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
    await see(page.getByRole('dialog', { name: 'Выберите квадрат' }));
    await check(page, 'portrait', dialog);
  });

  it('in the workbench, on every tab and where it asks', async () => {
    const page = await begin(accident, operator);
    await see(page.getByRole('img', { name: /^График скорости/ }));
    for (const tab of ['Обработка', 'Фото', 'История']) {
      await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
      await see(page.getByRole('tabpanel', { name: new RegExp(`^${tab}`) }));
      expect(await lookInBoth(page, `workbench, ${tab}`, '[role=tabpanel]:not([hidden])')).toEqual([]);
    }
    await button(page, 'Взять в работу').click();
    for (const size of [phone, desk]) {
      await page.setViewportSize(size);
      await button(page, 'Вернуть в новые').click();
      expect(await look(page, 'workbench, asking why', dialog)).toEqual([]);
      await panel(page).getByRole('button', { name: 'Отмена' }).click();
      await gone(panel(page));
    }
  });

  it('in what goes wrong: a toast, a page that fails, a session that ends over a form', async () => {
    const page = await begin('/cabinet/dashboard/');
    await page.route('**/api/v2/Accident/table/**', route =>
      route.fulfill({ status: 500, json: { Message: 'База не отвечает', TraceId: '1' } }),
    );
    await walkTo(page, '/cabinet/accidents/opened/');
    await see(page.getByText('Server respond with status "500"'));
    await check(page, 'a failed list and its toast');
    await page.setViewportSize(desk);
    await page.unroute('**/api/v2/Accident/table/**');
    await button(page, 'Закрыть сообщение').click();

    await page.route(/\/api\/v2\/Accident\/\d+\?/, route => route.fulfill({ json: { Id: 1 } }));
    await walkTo(page, accident);
    await see(page.getByText('Something went wrong. Try later or reload the page'));
    await check(page, 'a page that fails');

    await page.setViewportSize(desk);
    await walkTo(page, '/cabinet/accidents/create/');
    await page.getByRole('textbox', { name: 'Город' }).fill('Пермь');
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('tokens') ?? '{}').Token as string);
    await fetch(`${cabinet.server.address}/api/v1/logoff`, { headers: { authorization: `Bearer ${token}` } });
    await see(page.getByRole('dialog', { name: 'Сеанс завершён' }));
    await check(page, 'signing in again', dialog);
  });
});
