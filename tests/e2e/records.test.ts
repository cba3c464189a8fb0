import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addressOf, openCabinet, openRow, see, walkTo } from '../support/browser.ts';
import { signInTo } from '../support/running.ts';

const cabinet = openCabinet();
const manager = 'manager@demo.drivedesk';
const list = '/cabinet/admin/installation-centers/';

const save = (page: Page) => page.getByRole('button', { name: 'Сохранить' });
const field = (page: Page, name: string) => page.getByRole('main').getByLabel(name, { exact: false }).first();

let made = 0;
/** Returns a name that no other try has used. */
const fresh = (name: string): string => {
  made += 1;
  return `${name} ${made}`;
};

/** Makes an installation centre without a page, and returns the address of its page. */
const make = async (Name: string): Promise<string> => {
  const { post } = await signInTo(cabinet.server.address, manager);
  const reply = await post('/api/v2/InstallationCenter', { Name, City: 'Казань', Address: 'ул. Баумана, 1' });
  expect(reply.status).toBe(201);
  return `${list}${((await reply.json()) as { Id: number }).Id}/`;
};

// No code of the cabinet mentions installation centres, so all these pages come from the description.
it('a described resource is reached, made, read, changed and removed', async () => {
  // A company without installation centres.
  const page = await cabinet.open({ as: 'recordings@demo.drivedesk' });
  await page.goto('/cabinet/dashboard/');
  await page.getByRole('navigation').getByRole('link', { name: 'Справочники и настройки' }).first().click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /Центры установки/ })
    .click();
  await see(page.getByText('Здесь пока нет центров установки'));
  await page.getByRole('link', { name: 'Добавить центр установки' }).last().click();

  await field(page, 'Название').fill('Северный');
  await save(page).click();
  await see(page.getByText('Поле обязательно для заполнения').first());
  await field(page, 'Город').fill('Казань');
  await field(page, 'Адрес').fill('ул. Баумана, 1');
  await field(page, 'Широта').fill('155');
  await see(page.getByText('Должно быть меньше, чем 90'));
  await field(page, 'Широта').fill('55.79');
  await field(page, 'Долгота').fill('49.12');
  await save(page).click();

  await see(page.getByRole('heading', { level: 1, name: 'Северный' }));
  expect(addressOf(page)).toMatch(/^\/cabinet\/admin\/installation-centers\/\d+\/$/);
  await expect.poll(() => page.title()).toContain('Северный');
  await see(page.getByText('запись создана'));

  await page.getByRole('link', { name: 'Изменить' }).click();
  await expect.poll(() => field(page, 'Город').inputValue()).toBe('Казань');
  await expect.poll(() => page.title()).toBe('Изменить: Северный · Drivedesk');
  await field(page, 'Город').fill('Самара');
  await save(page).click();
  await see(page.getByRole('heading', { level: 1, name: 'Северный' }));
  await see(page.getByRole('region', { name: 'История' }).getByText('Самара'));

  await walkTo(page, list);
  await see(page.getByText('Найдено: 1 центр установки'));
  await openRow(page.getByRole('table').getByRole('link').first());
  await page.getByRole('button', { name: 'Удалить' }).click();
  await see(page.getByText('Здесь пока нет центров установки'));
  await page.getByRole('button', { name: 'Отменить' }).click();
  await see(page.getByText('Найдено: 1 центр установки'));

  // Leaving the page does not undo the removal.
  await openRow(page.getByRole('table').getByRole('link').first());
  await page.getByRole('button', { name: 'Удалить' }).click();
  await see(page.getByText('Удалено: Северный'));
  await page.reload();
  await see(page.getByText('Здесь пока нет центров установки'));
});

it('a removal that the server refuses brings the record back and says why', async () => {
  const page = await cabinet.open({ as: manager });
  const name = fresh('Нужный');
  await page.goto(await make(name));
  await page.route('**/api/v2/InstallationCenter/*', (route, request) =>
    request.method() === 'DELETE'
      ? route.fulfill({ status: 409, json: { Message: 'Здесь ещё ставят устройства', TraceId: '' } })
      : route.fallback(),
  );
  await page.getByRole('button', { name: 'Удалить' }).click();
  await see(page.getByText(`Удалено: ${name}`));
  await see(page.getByText('Здесь ещё ставят устройства'));
  await see(page.getByRole('table').getByRole('link', { name }));
});

it('what somebody else saved meanwhile is shown, and what was typed may replace it', async () => {
  const one = await cabinet.open({ as: manager });
  const name = fresh('Общий');
  const address = await make(name);
  const two = await cabinet.open({ as: manager });
  // Events would update untouched fields of the form, so they are blocked here.
  await two.route('**/api/v3/events*', route => route.abort());
  await two.goto(`${address}edit/`);
  await expect.poll(() => field(two, 'Город').inputValue()).toBe('Казань');
  await one.goto(`${address}edit/`);
  await field(one, 'Город').fill('Уфа');
  await save(one).click();
  await see(one.getByRole('heading', { level: 1, name }));

  await field(two, 'Адрес').fill('ул. Ленина, 2');
  await save(two).click();
  await see(two.getByText('Запись изменилась, пока вы её правили'));
  await save(two).click();
  await see(two.getByRole('heading', { level: 1, name }));
  await see(two.getByText('ул. Ленина, 2').first());
  await see(two.getByText('Уфа').first());

  // The other answer discards the typed input.
  await two.goto(`${address}edit/`);
  await expect.poll(() => field(two, 'Город').inputValue()).toBe('Уфа');
  await one.goto(`${address}edit/`);
  await field(one, 'Город').fill('Пермь');
  await save(one).click();
  await see(one.getByRole('heading', { level: 1, name }));
  await field(two, 'Город').fill('Сочи');
  await save(two).click();
  await two.getByRole('button', { name: 'Отменить мой ввод' }).click();
  await expect.poll(() => field(two, 'Город').inputValue()).toBe('Пермь');
  await two.getByRole('link', { name: 'Отмена' }).click();
  await see(two.getByRole('heading', { level: 1, name }));
  await see(two.getByText('Пермь').first());
});

it('a form with changes is not left without a question, and a taken name is told at its field', async () => {
  const page = await cabinet.open({ as: manager });
  const name = fresh('Занятый');
  await make(name);
  await page.goto(`${list}create/`);
  await field(page, 'Название').fill(name);
  await field(page, 'Город').fill('Казань');
  await field(page, 'Адрес').fill('ул. Баумана, 1');
  await save(page).click();
  await see(page.getByText(`Уже занято: ${name}`).first());
  await page.getByRole('link', { name: 'Отмена' }).click();
  await see(page.getByRole('dialog', { name: 'Уйти со страницы?' }));
  await page.getByRole('button', { name: 'Остаться' }).click();
  expect(addressOf(page)).toBe(`${list}create/`);
});

it('what the server has against a switch leads there and is told with it', async () => {
  const page = await cabinet.open({ as: manager });
  await page.goto('/cabinet/users/clients/create/');
  await field(page, 'Фамилия').fill('Журавлёва');
  const Message = 'Пока нельзя';
  await page.route('**/api/v2/Client', route =>
    route.fulfill({ status: 422, json: { Message, TraceId: '', Errors: [{ Field: 'Vip', Message }] } }),
  );
  await save(page).click();
  const vip = page.getByRole('switch', { name: 'VIP' });
  await expect.poll(() => vip.evaluate(it => it === document.activeElement)).toBe(true);
  expect(await vip.getAttribute('aria-description')).toBe(Message);
});

it('an operator reads what may be read and is offered nothing else', async () => {
  const boss = await cabinet.open({ as: manager });
  const name = fresh('Открытый');
  const address = await make(name);
  await boss.goto(address);
  const page = await cabinet.open({ as: 'operator@demo.drivedesk' });
  await page.goto(address);
  await see(page.getByRole('heading', { level: 1, name }));
  await see(page.getByRole('region', { name: 'История' }).getByText('запись создана'));
  expect(await page.getByRole('link', { name: 'Изменить' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Удалить' }).count()).toBe(0);
  // A record that another person removed does not stay on the screen.
  await boss.getByRole('button', { name: 'Удалить' }).click();
  await see(boss.getByText(`Удалено: ${name}`));
  await boss.reload();
  await see(page.getByText('Такой записи нет'));
  await walkTo(page, `${list}create/`);
  await see(
    page
      .getByRole('main')
      .getByText(/MANAGER|руководител/i)
      .first(),
  );
});
