import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressOf, openCabinet, see } from '../support/browser.ts';
import { signInTo } from '../support/running.ts';
import { type Tree, treeWith } from '../support/tree.ts';

// One resource file and one migration are added to a copy of the tree, and nothing else is touched: whatever is found here
// of service stations was read off their description.
const added = join(import.meta.dirname, '..', 'fixtures', 'plain-resource');
let tree: Tree;
const cabinet = openCabinet({}, async () => {
  tree = await treeWith(added);
  return tree.folder;
});
afterAll(() => tree?.remove());

const [operator, manager, admin] = ['operator', 'manager', 'admin'].map(name => `${name}@demo.drivedesk`) as [
  string,
  string,
  string,
];
const list = '/cabinet/admin/service-stations/';
const call = '/api/v2/ServiceStation';

beforeAll(async () => {
  const { post } = await signInTo(cabinet.server.address, manager);
  const centre = { Name: 'Северный центр', City: 'Казань', Address: 'ул. Баумана, 1' };
  expect((await post('/api/v2/InstallationCenter', centre)).status).toBe(201);
  expect((await post(call, { Name: 'Колесо', City: 'Тула', Towing: true, State: 'open' })).status).toBe(201);
});

const main = (page: Page) => page.getByRole('main');
const field = (page: Page, name: string) => main(page).getByLabel(name, { exact: true }).first();
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const rows = (page: Page) => page.getByRole('table').getByRole('link', { name: /^Открыть/ });
const pick = async (page: Page, input: Locator, text: string, option = text) => {
  await input.fill(text);
  await page.getByRole('option', { name: option }).click();
};

it('is made, checked on both ends, read with its history, and changed', async () => {
  const page = await cabinet.open({ as: manager });
  await page.goto('/cabinet/dashboard/');
  await page.getByRole('navigation').getByRole('link', { name: 'Автосервисы' }).first().click();
  await see(page.getByText('Найдено: 1 автосервис'));
  await page.getByRole('link', { name: 'Добавить автосервис' }).click();

  await button(page, 'Сохранить').click();
  await see(page.getByText('Поле обязательно для заполнения').first());
  await field(page, 'Город').fill('Казань');
  await field(page, 'Название').fill('Ы'.repeat(41));
  await see(page.getByText(/не длиннее 40|Не длиннее 40/));
  await field(page, 'Название').fill('Колесо');
  await field(page, 'Договор с').fill('2026-03-01');
  await field(page, 'Договор до').fill('2026-02-01');
  await see(page.getByText('Не может быть раньше, чем дата старта'));
  await field(page, 'Договор до').fill('2027-02-01');
  await field(page, 'Постов').fill('51');
  await see(page.getByText('Должно быть меньше, чем 50'));
  await field(page, 'Постов').fill('4');
  await pick(page, field(page, 'Тип автомобилей'), 'Внедорожник');
  await pick(page, field(page, 'Состояние'), 'работает');
  await pick(page, field(page, 'Центр установки'), 'Север', 'Северный центр');
  await button(page, 'Сохранить').click();
  await see(page.getByText('Уже занято: Колесо').first());
  await field(page, 'Название').fill('Мотор');
  await button(page, 'Сохранить').click();

  await see(page.getByRole('heading', { level: 1, name: 'Мотор' }));
  expect(addressOf(page)).toMatch(new RegExp(`^${list}\\d+/$`));
  const about = page.getByRole('region', { name: 'О сервисе' });
  for (const value of ['Казань', 'Внедорожник', 'Северный центр', 'работает']) await see(about.getByText(value));
  await see(page.getByRole('region', { name: 'Договор' }).getByText('01.02.2027'));
  await see(page.getByRole('region', { name: 'История' }).getByText('заведено'));

  await page.getByRole('link', { name: 'Изменить' }).click();
  await expect.poll(() => field(page, 'Центр установки').inputValue()).toBe('Северный центр');
  await field(page, 'Город').fill('Самара');
  await button(page, 'Сохранить').click();
  await see(page.getByRole('region', { name: 'История' }).getByText('Самара'));
});

it('stands in its group, and its list is searched, narrowed, shown as cards and written as a file', async () => {
  const page = await cabinet.open({ as: manager });
  await page.goto('/cabinet/admin/');
  await main(page)
    .getByRole('link', { name: /Автосервисы/ })
    .click();
  await expect.poll(() => rows(page).count()).toBe(2);
  await page.getByRole('searchbox', { name: 'Поиск' }).fill('мото');
  await see(page.getByText('Найдено: 1 автосервис'));
  await see(page.getByRole('cell', { name: 'Внедорожник' }));
  await page.getByRole('searchbox', { name: 'Поиск' }).fill('');
  await see(page.getByText('Найдено: 2 автосервиса'));
  await page.getByRole('button', { name: 'Фильтры' }).click();
  await page.getByRole('dialog', { name: 'Фильтры' }).getByLabel('Город').fill('Тул');
  await see(page.getByText('Найдено: 1 автосервис'));
  await page.keyboard.press('Escape');
  await page.getByLabel('Вид').selectOption('карточки');
  await see(main(page).getByRole('listitem').getByText('Колесо'));
  await button(page, 'Выгрузить').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /^CSV/ }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toMatch(/Название;Город;.*\r?\nКолесо;Тула;/);
});

it('each role may what the description says', async () => {
  const offered = async (as: string) => {
    const page = await cabinet.open({ as });
    await page.goto(list);
    await see(page.getByRole('navigation').getByRole('link', { name: 'Автосервисы' }).first());
    await expect.poll(() => rows(page).count()).toBe(2);
    const add = await page.getByRole('link', { name: 'Добавить автосервис' }).count();
    const choose = await page.getByRole('checkbox', { name: /^Выбрать: / }).count();
    await rows(page).first().click();
    await see(page.getByRole('region', { name: 'История' }).getByText('заведено'));
    const change = await page.getByRole('link', { name: 'Изменить' }).count();
    return { add, choose, change, remove: await button(page, 'Удалить').count(), page };
  };
  expect(await offered(operator)).toMatchObject({ add: 0, choose: 0, change: 0, remove: 0 });
  expect(await offered(manager)).toMatchObject({ add: 1, choose: 2, change: 1, remove: 0 });
  const { page, ...may } = await offered(admin);
  expect(may).toEqual({ add: 1, choose: 2, change: 1, remove: 1 });
  const asOperator = await signInTo(cabinet.server.address, operator);
  expect((await asOperator.post(call, { Name: 'Чужой', City: 'Тула' })).status).toBe(403);

  await page.goto(list);
  await page.getByRole('checkbox', { name: 'Выбрать все на странице' }).check();
  await button(page, 'Закрыть').click();
  await see(page.getByText('Изменено: 2'));
  await page.getByRole('checkbox', { name: 'Выбрать все на странице' }).check();
  await button(page, 'Удалить').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
  await see(page.getByText('Удалено: 2'));
  await see(page.getByText('Здесь пока нет автосервисов'));
});

it('stands in the published document and in docs/api.md', async () => {
  const document = (await (await fetch(`${cabinet.server.address}/api/openapi.json`)).json()) as {
    paths: Record<
      string,
      Record<string, { requestBody: { content: Record<string, { schema: { properties: object } }> } }>
    >;
  };
  const { properties } = document.paths[call]!.post!.requestBody.content['application/json']!.schema;
  expect(properties).toMatchObject({ Name: { maxLength: 40 } });
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(['CarTypeId', 'CenterId', 'Latitude']));
  const page = await readFile(join(tree.folder, 'docs', 'api.md'), 'utf8');
  expect(page).toContain(`\`DELETE ${call}/{id}\` | SUPERUSER`);
  expect(page).toContain('### serviceStations');
});
