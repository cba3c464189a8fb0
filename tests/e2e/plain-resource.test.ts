import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressOf, openCabinet, openRow, see } from '../support/browser.ts';
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
  for (const station of [
    { Name: 'Колесо', City: 'Тула', Towing: true, State: 'open' },
    { Name: 'Шина', City: 'Казань', CarTypeId: 1 },
  ])
    expect((await post(call, station)).status).toBe(201);
});

const main = (page: Page) => page.getByRole('main');
// A required one has an asterisk behind its name.
const field = (page: Page, name: string) =>
  main(page)
    .getByLabel(new RegExp(`^${name}[\\s*]*$`))
    .first();
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const rows = (page: Page) => page.getByRole('table').getByRole('link', { name: /^Открыть/ });
const write = async (page: Page, name: string, text: string) => {
  await field(page, name).fill(text);
  await page.keyboard.press('Tab');
};
/** A day is typed part by part, from the first. */
const writeDay = async (page: Page, name: string, digits: string) => {
  await field(page, name).getByRole('spinbutton').first().click();
  await page.keyboard.type(digits);
  await page.keyboard.press('Tab');
};
const pick = async (page: Page, input: Locator, text: string, option = text) => {
  await input.fill(text);
  await page.getByRole('option', { name: option }).click();
};

it('is made, checked on both ends, read with its history, and changed', async () => {
  const page = await cabinet.open({ as: manager });
  await page.goto('/cabinet/dashboard/');
  await page.getByRole('navigation').getByRole('link', { name: 'Автосервисы' }).first().click();
  await see(page.getByText('Найдено: 2 автосервиса'));
  await page.getByRole('link', { name: 'Добавить автосервис' }).click();

  await field(page, 'Город').fill('Казань');
  await button(page, 'Сохранить').click();
  await see(page.getByText('Поле обязательно для заполнения').first());
  await write(page, 'Название', 'Ы'.repeat(41));
  await see(page.getByText('Не длиннее 40 знаков'));
  await field(page, 'Название').fill('Колесо');
  await writeDay(page, 'Договор с', '01032026');
  await writeDay(page, 'Договор до', '01022026');
  await see(page.getByText('Не может быть раньше, чем дата старта'));
  await writeDay(page, 'Договор до', '01022027');
  await write(page, 'Постов', '51');
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
  await see(page.getByRole('region', { name: 'История' }).getByText('создано'));

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
  await see(rows(page).nth(1));
  await page.getByRole('searchbox', { name: 'Поиск' }).fill('шин');
  await see(page.getByText('Найдено: 1 автосервис'));
  await expect.poll(() => page.getByRole('cell', { name: 'Седан' }).count()).toBe(1);
  await page.getByRole('searchbox', { name: 'Поиск' }).fill('');
  await see(rows(page).nth(1));
  await page.getByRole('button', { name: 'Фильтры' }).click();
  await page.getByRole('dialog', { name: 'Фильтры' }).getByRole('textbox', { name: 'Город' }).fill('Тул');
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
  const lookAround = async (as: string, may: { readonly add: boolean; readonly remove: boolean }) => {
    const page = await cabinet.open({ as });
    const is = async (thing: Locator, offered: boolean) =>
      offered ? see(thing.first()) : expect(await thing.count()).toBe(0);
    await page.goto(list);
    await see(page.getByRole('navigation').getByRole('link', { name: 'Автосервисы' }).first());
    await see(rows(page).nth(1));
    await is(page.getByRole('link', { name: 'Добавить автосервис' }), may.add);
    await is(page.getByRole('checkbox', { name: /^Выбрать: / }), may.add);
    await openRow(rows(page).first());
    await see(page.getByRole('region', { name: 'История' }).getByText('создано'));
    await is(page.getByRole('link', { name: 'Изменить' }), may.add);
    await is(page.getByRole('button', { name: 'Удалить' }), may.remove);
    return page;
  };
  await lookAround(operator, { add: false, remove: false });
  await lookAround(manager, { add: true, remove: false });
  const page = await lookAround(admin, { add: true, remove: true });
  const asOperator = await signInTo(cabinet.server.address, operator);
  expect((await asOperator.post(call, { Name: 'Чужой', City: 'Тула' })).status).toBe(403);

  await page.goto(list);
  await page.getByRole('checkbox', { name: 'Выбрать все на странице' }).check();
  const dialog = page.getByRole('dialog');
  const toAll = async (name: string) => {
    await button(page, name).click();
    await dialog.getByRole('button', { name: 'Проверить' }).click();
    await dialog.getByRole('button', { name: new RegExp(`^${name}: [23]$`) }).click();
  };
  await toAll('Закрыть');
  await see(page.getByText(/Изменено: [23]/));
  await page.getByRole('checkbox', { name: 'Выбрать все на странице' }).check();
  await toAll('Удалить');
  await see(page.getByText(/^Удалить. Изменено: [23]/));
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
