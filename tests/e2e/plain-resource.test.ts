import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressOf, openCabinet, openRow, see, walkTo } from '../support/browser.ts';
import { askAs, signInTo } from '../support/running.ts';
import { type Tree, treeWith } from '../support/tree.ts';

// A copy of the tree gets one resource file and one migration, and no other change. All behaviour of service stations
// must therefore come from their description. The same copy also gets a field of accidents by description and
// migration, so that the tree is built only once.
const fixture = (name: string) => join(import.meta.dirname, '..', 'fixtures', name);
const towTruck = `TowTruck: f.text({
      label: { ru: 'Эвакуатор', en: 'Tow truck' },
      maxLength: 40,
      sortable: true,
      filterable: true,
    }),`;
let tree: Tree;
const cabinet = openCabinet({}, async () => {
  tree = await treeWith([fixture('plain-resource'), fixture('new-field')], {
    file: 'src/resources/accidents.ts',
    replaced: [
      ['...interviewFields,', `...interviewFields, ${towTruck}`],
      ['form: interviewForm,', "form: [...interviewForm, 'TowTruck'],"],
    ],
  });
  return tree.folder;
});
afterAll(() => tree?.remove());

const [operator, manager, admin, other] = ['operator', 'manager', 'admin', 'other'].map(
  name => `${name}@demo.drivedesk`,
) as [string, string, string, string];
const list = '/cabinet/admin/service-stations/';
const call = '/api/v2/ServiceStation';

/** Makes a plain call without the page. */
const ask = (as: string | undefined, method: string, path: string, body?: object) =>
  askAs(cabinet.server.address, as, method, path, body);
const read = async <T>(as: string, path: string): Promise<T> => JSON.parse((await ask(as, 'GET', path)).text) as T;

/** Returns a file that the server writes, as for a list that is too long for a browser. */
const writtenByServer = async (Resource: string, Columns: readonly string[], Query: object) => {
  const order = { Resource, Columns, Query, Format: 'csv' };
  const { Id } = JSON.parse((await ask(manager, 'POST', '/api/v3/exports', order)).text) as { Id: number };
  const path = `/api/v3/exports/${Id}`;
  await expect.poll(async () => (await read<{ State: string }>(manager, path)).State).toBe('done');
  return (await ask(manager, 'GET', `${path}/file`)).text;
};

const exported = async (page: Page, name: string) => {
  await button(page, name).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /^CSV/ }).click(),
  ]);
  return readFile(await download.path(), 'utf8');
};

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
// The label of a required field ends with an asterisk.
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
/** Types a day as digits. */
const writeDay = async (page: Page, name: string, digits: string) => {
  await field(page, name).fill(digits);
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
  await see(page.getByRole('region', { name: 'История' }).getByText('запись создана'));

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
  await page.getByLabel('Отображение').selectOption('карточки');
  await see(main(page).getByRole('listitem').getByText('Колесо'));
  expect(await exported(page, 'Выгрузить')).toMatch(/Название;Город;.*\r?\nКолесо;Тула;/);
  expect(await writtenByServer('serviceStations', ['Name', 'State'], { City: 'тул' })).toMatch(
    /^\uFEFF?Название;Состояние\r?\nКолесо;работает\r?\n$/,
  );
});

it('is found by the search of the whole cabinet, by whoever may read it', async () => {
  const page = await cabinet.open({ as: operator });
  await page.goto('/cabinet/dashboard/');
  await see(page.getByRole('navigation').getByRole('link', { name: 'Автосервисы' }).first());
  await page.keyboard.press('Control+k');
  await see(page.getByText(/^Здесь находятся .*аварии.*, автосервисы и страницы кабинета\.$/));
  await page.getByRole('combobox').fill('шина');
  const group = page.getByRole('group', { name: 'Автосервисы' });
  await see(group.getByRole('option', { name: /Шина.*Казань/ }));
  await group.getByRole('option').click();
  await see(page.getByRole('heading', { level: 1, name: 'Шина' }));
  expect(addressOf(page)).toMatch(new RegExp(`^${list}\\d+/$`));
  const groupsFor = async (as: string) =>
    (await read<{ Groups: unknown[] }>(as, `/api/v3/search?q=${encodeURIComponent('шина')}`)).Groups;
  const groups = await groupsFor(operator);
  expect(groups).toHaveLength(1);
  expect(await groupsFor(manager)).toEqual(groups);
  expect(await groupsFor(other)).toEqual([]);
});

it('speaks English as well', async () => {
  const page = await cabinet.open({ as: manager, language: 'en' });
  await page.goto(list);
  await see(page.getByRole('heading', { level: 1, name: 'Service stations' }));
  await see(page.getByRole('navigation').getByRole('link', { name: 'Service stations' }).first());
  await see(page.getByText(/^\d service stations found$/));
  await page.keyboard.press('Control+k');
  await see(page.getByText(/^Finds .*accidents.*, service stations,? and pages of the app\.$/));
  await page.keyboard.press('Escape');
  expect(await exported(page, 'Export')).toMatch(/Name,City,Car type,.*\r?\n/);
  await openRow(page.getByRole('table').getByRole('link', { name: /^Open/ }).first());
  await see(page.getByRole('region', { name: 'Contract' }).getByText('Hour rate'));
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect.poll(() => field(page, 'City').inputValue()).not.toBe('');
  await write(page, 'Name', '');
  await see(page.getByText('This field is required').first());
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
    await see(page.getByRole('region', { name: 'История' }).getByText('запись создана'));
    await is(page.getByRole('link', { name: 'Изменить' }), may.add);
    await is(page.getByRole('button', { name: 'Удалить' }), may.remove);
    return page;
  };
  const reader = await lookAround(operator, { add: false, remove: false });
  await walkTo(reader, `${list}create/`);
  await see(reader.getByRole('heading', { name: 'Недостаточно прав' }));
  await lookAround(manager, { add: true, remove: false });
  const page = await lookAround(admin, { add: true, remove: true });

  await walkTo(page, list);
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

it('the server answers each role what the description says, by every call', async () => {
  const answers = async (as?: string) => {
    const name = `Пост ${as?.split('@')[0] ?? 'ничей'}`;
    const { Id } = JSON.parse((await ask(manager, 'POST', call, { Name: name, City: 'Орёл' })).text) as { Id: number };
    const history = encodeURIComponent(JSON.stringify({ entity: 'serviceStation', entityId: Id }));
    const status = async (method: string, path: string, body?: object) => (await ask(as, method, path, body)).status;
    const exportOf = { Resource: 'serviceStations', Format: 'csv', Columns: ['Name'] };
    return {
      list: await status('GET', `${call}/table`),
      one: await status('GET', `${call}/${Id}`),
      history: await status('GET', `/api/v3/audit?filter=${history}`),
      export: await status('POST', '/api/v3/exports', exportOf),
      create: await status('POST', call, { Name: `${name} 2`, City: 'Орёл' }),
      update: await status('PUT', `${call}/${Id}`, { City: 'Тверь', Version: 1 }),
      closeMany: await status('POST', `${call}/bulk/close`, { Query: { search: name } }),
      removeMany: await status('POST', `${call}/bulk/remove`, { Query: { search: name } }),
      remove: await status('DELETE', `${call}/${Id}?version=2`),
    };
  };
  const seen = { list: 200, one: 200, history: 200, export: 201 };
  const refused = { create: 403, update: 403, closeMany: 403, removeMany: 403, remove: 403 };
  const written = { create: 201, update: 200, closeMany: 201 };
  expect(Object.values(await answers())).toEqual(Array(9).fill(401));
  expect(await answers(operator)).toEqual({ ...seen, ...refused });
  expect(await answers(manager)).toEqual({ ...seen, ...refused, ...written });
  expect(await answers(admin)).toEqual({ ...seen, ...written, removeMany: 201, remove: 200 });
  // Another company sees none of the records.
  expect(await read(other, `${call}/table`)).toEqual({ Items: [], Total: 0 });
});

it('a new field of accidents is asked, checked, kept in the history, and stands in list, cards, filter and files', async () => {
  const opened = await read<{ Items: { Id: number; ObjectId: string; LockedBy: number | null }[] }>(
    operator,
    '/api/v2/Accident/table/opened?pageSize=100',
  );
  const free = opened.Items.find(({ LockedBy }) => LockedBy === null);
  const page = await cabinet.open({ as: operator });
  await page.goto(`/cabinet/accidents/opened/${free?.Id}/${free?.ObjectId}`);
  await page.getByRole('button', { name: 'Взять в работу' }).click();
  await page.getByRole('button', { name: /^4 Ответы/ }).click();
  await write(page, 'Эвакуатор', 'Ы'.repeat(41));
  await see(page.getByText('Не длиннее 40 знаков'));
  await write(page, 'Эвакуатор', 'Рейс-7');
  await button(page, 'Сохранить').click();
  await see(page.getByRole('status').getByText('Данные сохранены'));
  await page.getByRole('tab', { name: 'История' }).click();
  await see(page.getByRole('tabpanel').getByText('Рейс-7'));

  await walkTo(page, '/cabinet/accidents/opened/');
  await page.getByRole('button', { name: 'Столбцы' }).click();
  await page.getByRole('checkbox', { name: 'Эвакуатор' }).click();
  await page.keyboard.press('Escape');
  await see(page.getByRole('columnheader', { name: 'Эвакуатор' }));
  await page.getByRole('button', { name: 'Фильтры' }).click();
  await page.getByRole('dialog', { name: 'Фильтры' }).getByRole('textbox', { name: 'Эвакуатор' }).fill('рейс');
  await page.keyboard.press('Escape');
  await see(page.getByText(/^Найдено: 1 /));
  await see(page.getByRole('cell', { name: 'Рейс-7' }));
  expect(await exported(page, 'Выгрузить')).toMatch(/;Эвакуатор[;\r\n].*Рейс-7/s);
  await page.getByLabel('Отображение').selectOption('карточки');
  await see(main(page).getByRole('listitem').getByText('Рейс-7'));
});

it('both stand in the published document, in docs/api.md and in docs/roles.md', async () => {
  const document = (await (await fetch(`${cabinet.server.address}/api/openapi.json`)).json()) as {
    paths: Record<
      string,
      Record<string, { requestBody: { content: Record<string, { schema: { properties: object } }> } }>
    >;
  };
  const { properties } = document.paths[call]!.post!.requestBody.content['application/json']!.schema;
  expect(properties).toMatchObject({ Name: { maxLength: 40 } });
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(['CarTypeId', 'CenterId', 'Latitude']));
  expect(document.paths['/api/v2/Accident/{id}']!.put!.requestBody.content['application/json']!.schema).toMatchObject({
    properties: { TowTruck: { maxLength: 40 } },
  });
  const page = await readFile(join(tree.folder, 'docs', 'api.md'), 'utf8');
  expect(page).toContain(`\`DELETE ${call}/{id}\` | SUPERUSER`);
  expect(page).toContain('### serviceStations');
  expect(page).toContain('| `TowTruck` | text | contains |');
  const rights = await readFile(join(tree.folder, 'docs', 'roles.md'), 'utf8');
  expect(rights).toContain(`\`POST ${call}\` |  |  |  | ● | ● |`);
  expect(rights).toContain(`\`DELETE ${call}/{id}\` |  |  |  |  | ● |`);
});
