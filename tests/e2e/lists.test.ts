import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { read, utils } from 'xlsx';
import { addressOf, gone, openCabinet, openRow, phone, see, walkTo } from '../support/browser.ts';
import { signInTo } from '../support/running.ts';

const cabinet = openCabinet();

const openList = async (address = '/cabinet/accidents/opened/', email = 'operator@demo.drivedesk'): Promise<Page> => {
  const page = await cabinet.open({ as: email });
  await page.goto(address);
  await see(countLine(page));
  return page;
};

const countLine = (page: Page) => page.getByRole('status').filter({ hasText: 'Найдено' });
/** Links of rows. Phone links are left out. */
const rows = (page: Page) => page.getByRole('table').getByRole('link', { name: /^Открыть/ });
const query = (page: Page) => new URL(page.url()).searchParams;

/** Returns the texts of the cells of one column. */
const column = async (page: Page, name: string): Promise<readonly string[]> => {
  const titles = await page.getByRole('columnheader').allInnerTexts();
  const at = titles.findIndex(title => title.trim() === name);
  return page.locator(`tbody tr td:nth-child(${at + 1})`).allInnerTexts();
};

/** Drags a column's header to the left half of another header. */
const dragColumn = async (page: Page, name: string, to: string) => {
  const header = (text: string) => page.getByRole('columnheader', { name: text, exact: true });
  await header(name).hover();
  await see(page.locator('thead [data-drag]'));
  const target = await header(to).boundingBox();
  await page.mouse.down();
  await page.mouse.move((target?.x ?? 0) + 12, (target?.y ?? 0) + 16, { steps: 12 });
  await page.mouse.up();
};

const numbers = (texts: readonly string[]) => texts.map(text => Number(text.replace(',', '.')));
const descending = (values: readonly number[]) => values.toSorted((a, b) => b - a);

it('shows a table or cards, as chosen, and remembers it', async () => {
  const page = await openList();
  await expect.poll(() => rows(page).count()).toBe(25);
  const ids = await rows(page).evaluateAll(links => links.map(link => link.getAttribute('href')));
  await page.getByLabel('Отображение').selectOption('карточки');
  await gone(page.getByRole('table'));
  const cards = page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('link', { name: /^Открыть/ });
  await expect.poll(() => cards.evaluateAll(links => links.map(link => link.getAttribute('href')))).toEqual(ids);
  await page.reload();
  await see(cards.first());
  expect(await page.getByRole('table').count()).toBe(0);
  await page.getByLabel('Отображение').selectOption('таблица');
  await see(page.getByRole('table'));
});

it('is ordered by what is chosen, also after a reload and on the way back from a record', async () => {
  const page = await openList();
  await page.getByLabel('Сортировать по').selectOption('Пик');
  await page.getByLabel('Направление').selectOption('по убыванию');
  const strongestFirst = async () => {
    const peaks = numbers(await column(page, 'Пик, g'));
    return peaks.length === 25 && peaks.join() === descending(peaks).join();
  };
  await expect.poll(strongestFirst).toBe(true);
  await expect.poll(() => [query(page).get('sort'), query(page).get('order')]).toEqual(['MaximumAcceleration', 'DESC']);
  const address = addressOf(page);

  await page.reload();
  await expect.poll(strongestFirst).toBe(true);
  expect(await page.getByLabel('Сортировать по').inputValue()).toBe('MaximumAcceleration');
  await openRow(rows(page).nth(2));
  await see(page.getByRole('heading', { name: /^Авария #/ }));
  await page.goBack();
  await expect.poll(strongestFirst).toBe(true);
  expect(addressOf(page)).toBe(address);

  // The header of a column sorts with one press too.
  await page.getByRole('columnheader', { name: 'ID' }).getByRole('button').click();
  await expect
    .poll(async () => {
      const ids = numbers(await column(page, 'ID'));
      return ids.join() === descending(ids).toReversed().join();
    })
    .toBe(true);
  await expect.poll(() => page.getByRole('columnheader', { name: 'ID' }).getAttribute('aria-sort')).toBe('ascending');
  await expect.poll(() => page.getByLabel('Направление').inputValue()).toBe('asc');
});

it('finds by plate, whatever alphabet it is typed in, counts in good Russian and says when there is nothing', async () => {
  const page = await openList();
  await see(page.getByText('Найдено: 25 аварий'));
  await expect.poll(() => rows(page).count()).toBe(25);
  const plate = (await column(page, 'Госномер'))[0]!.replace(/\s/g, '');
  const [id] = await column(page, 'ID');
  const latin = plate.replace(/[А-Я]/g, letter => 'ABEKMHOPCTYX'['АВЕКМНОРСТУХ'.indexOf(letter)] ?? letter);
  expect(latin).toMatch(/^[A-Z]\d{3}[A-Z]{2}\d+$/);
  const search = page.getByRole('searchbox', { name: 'Поиск' });
  for (const typed of [plate, latin, latin.toLowerCase()]) {
    await search.fill(typed);
    await expect.poll(() => query(page).get('filter')).toContain(typed);
    await see(page.getByText('Найдено: 1 авария'));
    await expect.poll(() => column(page, 'ID')).toEqual([id]);
  }
  await page.reload();
  await see(page.getByText('Найдено: 1 авария'));
  expect(await search.inputValue()).toBe(latin.toLowerCase());

  await search.fill('такого нет нигде');
  await see(page.getByText('Ничего не найдено'));
  await see(page.getByText('Найдено: 0 аварий'));
  await page.getByRole('button', { name: 'Сбросить фильтры' }).click();
  await see(page.getByText('Найдено: 25 аварий'));
  await expect.poll(() => search.inputValue()).toBe('');
});

it('is narrowed by filters that can be seen, passed on by link and taken away', async () => {
  const page = await openList();
  await page.getByRole('button', { name: 'Фильтры' }).click();
  const panel = page.getByRole('dialog', { name: 'Фильтры' });
  await panel.getByLabel('VIP').selectOption('да');
  await see(page.getByText('Найдено: 4 аварии'));
  await panel.getByRole('checkbox', { name: 'сильный' }).click();
  await expect.poll(() => addressOf(page)).toContain('major');
  await page.keyboard.press('Escape');
  await gone(panel);
  await expect.poll(async () => new Set(await column(page, 'Сила удара'))).toEqual(new Set(['сильный']));
  // The total may arrive later than the rows. All rows are on one page.
  const drawn = async () => `Найдено: ${await rows(page).count()}`;
  await expect.poll(async () => (await countLine(page).innerText()).startsWith(`${await drawn()} `)).toBe(true);
  const found = await countLine(page).innerText();

  const other = await openList(addressOf(page), 'manager@demo.drivedesk');
  await expect.poll(() => countLine(other).innerText()).toBe(found);
  await see(other.getByText('VIP: да'));
  await see(other.getByText('Сила удара: сильный'));
  await other.getByRole('button', { name: 'Сбросить фильтры' }).click();
  await see(other.getByText('Найдено: 25 аварий'));
});

it('goes back and forward through each search, filter, order and page in one step', async () => {
  const page = await cabinet.open({ as: 'operator@demo.drivedesk' });
  await page.goto('/cabinet/accidents/notvalid/');
  await see(countLine(page));
  // The address has no list state. The browser's stored state must not come back after an undo.
  await page.getByRole('navigation', { name: 'Верхнее меню' }).getByRole('link', { name: 'Происшествия' }).click();
  await see(page.getByText('Найдено: 25 аварий'));
  const search = page.getByRole('searchbox', { name: 'Поиск' });
  const shown = async () => ({
    path: new URL(page.url()).pathname,
    filter: JSON.parse(query(page).get('filter') ?? '{}') as object,
    order: query(page).get('sort') === 'MaximumAcceleration' ? 'by peak' : 'usual',
    rows: query(page).get('perPage') ?? '25',
    page: query(page).get('page') ?? '1',
    search: await search.inputValue(),
    found: await countLine(page).innerText(),
  });
  type Shown = Awaited<ReturnType<typeof shown>>;
  const { get } = await signInTo(cabinet.server.address, 'operator@demo.drivedesk');
  const countOf = async ({ q, ...filter }: Record<string, string>): Promise<number> => {
    const parameters = new URLSearchParams({ pageSize: '10', ...filter, ...(q && { search: q }) });
    return ((await (await get(`/api/v2/Accident/table/opened?${parameters}`)).json()) as { Total: number }).Total;
  };
  const steps: Shown[] = [];
  /** Waits for the expected list after one step of the user, and records what it shows. */
  const step = async (expected: Partial<Shown>) => {
    await expect.poll(shown).toMatchObject(expected);
    const found = await countOf((await shown()).filter as Record<string, string>);
    await expect.poll(async () => (await shown()).found).toMatch(new RegExp(`^Найдено: ${found} `));
    steps.push(await shown());
  };
  const path = '/cabinet/accidents/opened/';
  await step({ path, search: '', found: 'Найдено: 25 аварий' });

  await page.getByLabel('На странице', { exact: true }).selectOption('10');
  await step({ rows: '10', page: '1' });
  await page.getByRole('button', { name: 'Следующая страница' }).click();
  await step({ rows: '10', page: '2' });
  // The word is typed letter by letter, each after the list has changed. It is still one history entry.
  const [, word] = (await column(page, 'Клиент'))[0]!.split(' ');
  for (const [at, letter] of [...word!].entries()) {
    await search.pressSequentially(letter);
    await expect.poll(() => query(page).get('filter')).toBe(JSON.stringify({ q: word!.slice(0, at + 1) }));
  }
  await step({ search: word!, filter: { q: word }, page: '1' });
  // Another word in the same field is another history entry.
  await search.fill('7');
  await step({ search: '7', filter: { q: '7' } });
  await page.getByRole('button', { name: 'Фильтры' }).click();
  const panel = page.getByRole('dialog', { name: 'Фильтры' });
  await panel.getByLabel('VIP').selectOption('нет');
  await page.keyboard.press('Escape');
  await gone(panel);
  await step({ search: '7', filter: { q: '7', Vip: false } });
  await page.getByLabel('Сортировать по').selectOption('Пик');
  await step({ order: 'by peak' });

  const undone = steps.toReversed().slice(1);
  for (const expected of undone) {
    await page.goBack();
    await expect.poll(shown).toEqual(expected);
  }
  await page.goBack();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/cabinet/accidents/notvalid/');
  for (const expected of steps) {
    await page.goForward();
    await expect.poll(shown).toEqual(expected);
  }
});

it('opens from a counted tile of the desk without the filter it remembers: both show one number', async () => {
  const page = await openList('/cabinet/accidents/opened/?filter={"CrashDateTimeTo":"2000-01-01T00:00:00.000Z"}');
  await see(countLine(page).filter({ hasText: 'Найдено: 0 аварий' }));
  await page.goto('/cabinet/dashboard/');
  const tile = page.getByRole('main').getByRole('link', { name: /^Новые убытки/ });
  await expect.poll(() => tile.innerText()).toMatch(/\d/);
  const count = (await tile.innerText()).match(/\d+/)?.[0];
  await tile.click();
  await see(countLine(page).filter({ hasText: `Найдено: ${count} ` }));
});

it('is turned page by page in the size chosen, and the address keeps both', async () => {
  const page = await openList();
  await page.getByLabel('На странице', { exact: true }).selectOption('10');
  await see(page.getByText('1–10 из 25'));
  await expect.poll(() => rows(page).count()).toBe(10);
  const first = await column(page, 'ID');
  await page.getByRole('button', { name: 'Следующая страница' }).click();
  await see(page.getByText('11–20 из 25'));
  await page.getByRole('button', { name: 'Следующая страница' }).click();
  await see(page.getByText('21–25 из 25'));
  await expect.poll(() => rows(page).count()).toBe(5);
  await expect.poll(() => page.getByRole('button', { name: 'Следующая страница' }).isDisabled()).toBe(true);
  expect([query(page).get('page'), query(page).get('perPage')]).toEqual(['3', '10']);
  await page.reload();
  await see(page.getByText('21–25 из 25'));
  await expect.poll(() => rows(page).count()).toBe(5);
  const third = await column(page, 'ID');
  expect(third.filter(id => first.includes(id))).toEqual([]);
  await page.goBack();
  await see(page.getByText('11–20 из 25'));
});

it('goes to a file with every row, in the columns and order of the screen', async () => {
  const page = await openList('/cabinet/accidents/opened/?perPage=10&sort=MaximumAcceleration&order=DESC');
  await see(page.getByText('1–10 из 25'));
  await page.getByRole('button', { name: 'Выгрузить' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /^CSV/ }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^accidents-opened \d{4}-\d\d-\d\d \d\d-\d\d\.csv$/);
  await see(page.getByText(/^Файл готов: accidents-opened/));
  const text = await readFile(await download.path(), 'utf8');
  expect(text.charCodeAt(0)).toBe(0xfeff);
  const [titles, ...lines] = parse(text, { bom: true, delimiter: ';', relax_column_count: true }) as string[][];
  // The first column holds the checkboxes.
  const [, ...shown] = await page.getByRole('columnheader').allInnerTexts();
  expect(titles).toEqual(shown.map(title => title.trim()));

  const { get } = await signInTo(cabinet.server.address, 'operator@demo.drivedesk');
  const wanted = (await (
    await get('/api/v2/Accident/table/opened?pageSize=100&sort=MaximumAcceleration-desc')
  ).json()) as { Items: { CrashUniqueIdentifier: number; ClientName: string }[] };
  const client = titles?.indexOf('Клиент') ?? -1;
  expect(lines.slice(0, 25).map(line => [line[0], line[client]])).toEqual(
    wanted.Items.map(row => [String(row.CrashUniqueIdentifier), row.ClientName]),
  );
});

it('too long for the browser is written by the server: it says how far, gives the file, and keeps it among the past ones', async () => {
  const page = await cabinet.open({ as: 'manager@demo.drivedesk' });
  // The total is raised above the limit of a browser export.
  await page.route('**/api/v2/Voucher/table?*', async route => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), Total: 120_000 } });
  });
  await page.goto('/cabinet/cards/list/');
  await see(countLine(page));
  await page.getByRole('button', { name: 'Выгрузить' }).click();
  await page.getByRole('menuitem', { name: /^XLSX/ }).click();
  await see(page.getByText(/^Файл готов: vouchers/));
  const fetched = async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Скачать' }).first().click(),
    ]);
    return read(await readFile(await download.path()));
  };
  const book = await fetched();
  expect(book.SheetNames[1]).toBe('О выгрузке');
  const written = utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] ?? {});
  await page.getByRole('link', { name: 'Все выгрузки' }).click();
  await see(page.getByRole('heading', { name: 'Выгрузки' }));
  const first = page.getByRole('main').getByRole('listitem').first();
  await see(first.getByText('готова'));
  await see(first.getByText(`строк: ${written.length}`, { exact: false }));
  expect((await fetched()).SheetNames).toEqual(book.SheetNames);
  await first.getByRole('button', { name: 'Удалить' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
  await gone(page.getByText(`строк: ${written.length}`, { exact: false }));
});

it('that could not be written is written again from the past ones', async () => {
  const page = await cabinet.open({ as: 'manager@demo.drivedesk' });
  const { post } = await signInTo(cabinet.server.address, 'manager@demo.drivedesk');
  const ordered = await post('/api/v3/exports', { Resource: 'clients', Format: 'csv', Columns: ['FullName'] });
  expect(ordered.status).toBe(201);
  const { Id } = (await ordered.json()) as { Id: number };
  await page.route(/\/api\/v3\/exports\?/, async route => {
    const answer = await route.fetch();
    const found = (await answer.json()) as { Items: { Id: number }[] };
    const failed = { State: 'failed', HasFile: false, Error: 'Не хватило места' };
    const Items = found.Items.map(row => (row.Id === Id ? { ...row, ...failed } : row));
    await route.fulfill({ response: answer, json: { ...found, Items } });
  });
  await page.goto('/cabinet/exports/');
  const fault = page.getByRole('listitem').filter({ hasText: 'Не хватило места' });
  await see(fault.getByText('не удалась'));
  await fault.getByRole('button', { name: 'Выгрузить ещё раз' }).click();
  const newest = page.getByRole('main').getByRole('listitem').first();
  await see(newest.getByText('готова'));
  await see(newest.getByRole('heading', { name: 'Клиенты' }));
});

it('is walked with j and k and opened with Enter', async () => {
  const page = await openList();
  await expect.poll(() => rows(page).count()).toBe(25);
  const labels = await rows(page).evaluateAll(links => links.map(link => link.getAttribute('aria-label')));
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  for (const [key, wanted] of [
    ['j', labels[0]],
    ['j', labels[1]],
    ['j', labels[2]],
    ['k', labels[1]],
    ['/', 'Поиск'],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(focused).toBe(wanted);
  }
  await rows(page).nth(1).focus();
  await page.keyboard.press('Enter');
  await see(page.getByRole('heading', { name: `Авария #${labels[1]?.match(/\d+/)?.[0]}` }));
});

it('vouchers and operators are lists of the same kind', async () => {
  const page = await openList('/cabinet/cards/list/', 'manager@demo.drivedesk');
  await expect.poll(() => countLine(page).innerText()).toMatch(/^Найдено: \d+ ваучер/);
  await page.getByRole('searchbox', { name: 'Поиск' }).fill('DD-000020');
  await see(page.getByText('Найдено: 1 ваучер'));
  await walkTo(page, '/cabinet/users/operators/');
  await expect.poll(() => countLine(page).innerText()).toMatch(/^Найдено: \d+ оператор/);
  await see(page.getByText('operator@demo.drivedesk'));
});

it('is looked at in another browser as it was saved in one, chosen from the menu or opened by link', async () => {
  const filter = '{"MaximumAccelerationFrom":0.5}';
  const page = await openList(
    `/cabinet/accidents/opened/?${new URLSearchParams({ filter })}`,
    'manager@demo.drivedesk',
  );
  await page.getByLabel('Сортировать по').selectOption('Пик');
  await page.getByLabel('Направление').selectOption('по убыванию');
  await page.getByLabel('На странице', { exact: true }).selectOption('10');
  await page.getByRole('button', { name: 'Столбцы' }).click();
  await page.getByRole('checkbox', { name: 'ID', exact: true }).click();
  await page.getByLabel('Плотность').selectOption('плотно');
  await page.getByLabel('Ширина, знаков: Клиент').fill('40');
  await page.keyboard.press('Escape');
  const shown = async (of: Page) => ({
    filter: query(of).get('filter'),
    columns: await of.getByRole('columnheader').allInnerTexts(),
    clientPx: await of
      .getByRole('columnheader', { name: 'Клиент' })
      .evaluate(header => Math.round(header.getBoundingClientRect().width)),
    peaks: numbers(await column(of, 'Пик, g')),
    rowPx: await of
      .locator('tbody tr')
      .first()
      .evaluate(row => row.getBoundingClientRect().height),
  });
  await expect.poll(async () => (await shown(page)).peaks.length).toBe(10);
  await expect.poll(async () => (await shown(page)).rowPx).toBe(36);
  await expect.poll(async () => (await shown(page)).clientPx).toBeGreaterThan(280);
  const columnsOf = async (of: Page) => (await shown(of)).columns;
  const [dragged, target] = ['Пик, g', 'Сила удара'];
  // While the list is drawn anew it has no columns, so a column that must be there is waited for as well.
  let columns: readonly string[] = [];
  await expect
    .poll(async () => {
      columns = await columnsOf(page);
      return [dragged, target, 'ID'].map(name => columns.includes(name));
    })
    .toEqual([true, true, false]);
  await dragColumn(page, dragged, target);
  const others = columns.filter(name => name !== dragged);
  const asDragged = others.flatMap(name => (name === target ? [dragged, target] : [name]));
  await expect.poll(() => columnsOf(page)).toEqual(asDragged);
  // A drag of the header does not sort.
  expect(query(page).get('order')).toBe('DESC');

  // Uses only the keyboard.
  await page.getByRole('button', { name: 'Виды' }).focus();
  await page.keyboard.press('Enter');
  await see(page.getByRole('menu', { name: 'Виды' }));
  await page.getByRole('menuitem', { name: 'Сохранить как новый вид' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Сохранить как новый вид' });
  await see(dialog);
  await page.keyboard.type('Сильные первыми');
  await dialog.getByLabel('Кому виден').selectOption('всей компании');
  await dialog.getByLabel('Название').press('Enter');
  await see(page.getByRole('button', { name: 'Виды: Сильные первыми' }));
  let saved = await shown(page);
  await expect
    .poll(async () => {
      saved = await shown(page);
      return [saved.columns, saved.rowPx, saved.peaks.length];
    })
    .toEqual([asDragged, 36, 10]);

  const other = await openList('/cabinet/accidents/opened/');
  await other.getByRole('button', { name: 'Виды' }).click();
  await other.getByRole('menuitemradio', { name: 'Сильные первыми' }).click();
  await expect.poll(() => shown(other)).toEqual(saved);

  const stored = await page.evaluate(() => localStorage.getItem('RaStoredrivedesk.accidents-opened.view'));
  const { Id } = JSON.parse(stored ?? '{}') as { Id: number };
  const third = await openList(`/cabinet/accidents/opened/?view=${Id}`);
  await expect.poll(() => shown(third)).toEqual(saved);
  expect([query(third).get('sort'), query(third).get('perPage')]).toEqual(['MaximumAcceleration', '10']);
  await third.reload();
  await expect.poll(() => shown(third)).toEqual(saved);

  // A changed view that is saved under the same name also changes for others who follow the link.
  await page.getByRole('button', { name: 'Столбцы' }).click();
  await page.getByLabel('Плотность').selectOption('просторно');
  await page.getByRole('checkbox', { name: 'ID', exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Виды: Сильные первыми' }).click();
  await page.getByRole('menuitem', { name: 'Обновить «Сильные первыми»' }).click();
  let changed = saved;
  await expect
    .poll(async () => {
      changed = await shown(page);
      return [changed.columns.includes('ID'), changed.rowPx, changed.peaks.length];
    })
    .toEqual([true, 48, 10]);
  await see(page.getByText('Вид сохранён: Сильные первыми').last());
  await third.goto(`/cabinet/accidents/opened/?view=${Id}`);
  await expect.poll(() => shown(third)).toEqual(changed);

  await page.getByRole('button', { name: 'Виды: Сильные первыми' }).click();
  await page.getByRole('menuitem', { name: 'Удалить вид' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить вид' }).click();
  await see(page.getByText('Вид удалён: Сильные первыми'));
  await third.goto(`/cabinet/accidents/opened/?view=${Id}`);
  await see(third.getByText('Такого вида нет', { exact: false }));
  await see(countLine(third));
});

it.each([
  ['a desk', {}],
  ['a phone', { size: phone }],
])(
  'on %s, far down the list, the next page and what is done to chosen records are within reach',
  async (_where, size) => {
    const page = await cabinet.open({ as: 'manager@demo.drivedesk', ...size });
    await page.goto('/cabinet/cards/list/');
    await see(countLine(page));
    await page
      .getByRole('main')
      .getByRole('checkbox', { name: /^Выбрать: / })
      .last()
      .check();
    await see(page.getByRole('button', { name: 'Наверх' }));
    const suspend = page.getByRole('button', { name: 'Приостановить' });
    await see(suspend);
    expect(await suspend.evaluate(button => button.getBoundingClientRect().top)).toBeGreaterThan(0);
    await suspend.click();
    await see(page.getByRole('dialog', { name: /^Приостановить/ }));
    await page.keyboard.press('Escape');
    await gone(page.getByRole('dialog'));
    await page.mouse.move((page.viewportSize()?.width ?? 0) / 2, 500);
    await page.mouse.wheel(0, 20_000);
    await see(page.getByRole('button', { name: 'Наверх' }));
    const next = page.getByRole('button', { name: 'Следующая страница' });
    await expect
      .poll(() =>
        next.evaluate(button => {
          const { x, y, width, height } = button.getBoundingClientRect();
          return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        }),
      )
      .toBe(true);
    await next.click();
    await see(page.getByText('26–50 из', { exact: false }));
  },
);
