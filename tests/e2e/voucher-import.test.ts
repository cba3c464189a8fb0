import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { read, utils, write } from 'xlsx';
import { addressOf, openCabinet, see } from '../support/browser.ts';

const cabinet = openCabinet();

const headings = 'Номер ваучера;ФИО;Марка;Модель;Гос. номер;Телефон;Примечание';
const good = [
  'IMP-1;Журавлёва Мария;Kia;Rio;А101ВС77;+7 900 111-22-33;',
  'IMP-2;Соколов Пётр;Kia;Vesta;А102ВС77;;срочно',
];
const bad = [
  'IMP-3;Орлова Анна;;Rio;А103ВС77;;',
  'IMP-4;Крылов Олег;Kia;Rio;А12ВС77;;',
  'IMP-1;Зимин Юрий;Kia;Rio;А105ВС77;;',
];
const total = 'Итого;5;;;;;';
const mended = [
  'IMP-3;Орлова Анна;Kia;Rio;А103ВС77;;',
  'IMP-4;Крылов Олег;Kia;Rio;А104ВС77;;',
  'IMP-5;Зимин Юрий;Kia;Rio;А105ВС77;;',
];
const choose = (page: Page, rows: readonly string[]) =>
  page.locator('input[type=file]').setInputFiles({
    name: 'ваучеры октября.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['\uFEFF', headings, '\n', rows.join('\n')].join('')),
  });
/** Returns the number of vouchers that the list shows. */
const found = async (page: Page): Promise<number> => {
  const line = page.getByText(/^Найдено: \d+/);
  await see(line.first());
  return Number(/\d+/.exec((await line.first().textContent()) ?? '')?.[0]);
};
const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.IMPORT_PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
};

it('begins with a template whose columns are all recognised when it comes back filled in', async () => {
  const page = await cabinet.open({ as: 'manager@demo.drivedesk' });
  await page.goto('/cabinet/cards/import/');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать образец XLSX' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('Образец импорта ваучеров.xlsx');
  const book = read(await readFile(await saved.path()));
  const [rows = '', about = ''] = book.SheetNames;
  const titles = utils.sheet_to_json<string[]>(book.Sheets[rows]!, { header: 1 })[0]!;
  expect(titles).toEqual(expect.arrayContaining(['Номер ваучера', 'Фамилия', 'Госномер', 'VIN', 'IMEI устройства']));
  const required = utils
    .sheet_to_json<string[]>(book.Sheets[about]!, { header: 1 })
    .filter(([, text]) => text === 'обязательно')
    .map(([title]) => title);
  expect(required).toContain('Номер ваучера');
  utils.sheet_add_aoa(book.Sheets[rows]!, [titles.map((_, index) => `значение ${index}`)], { origin: 'A2' });
  await page.locator('input[type=file]').setInputFiles({
    name: 'образец.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx' })),
  });
  await see(page.getByRole('heading', { name: 'Какой столбец чему соответствует' }));
  const fields = page.getByRole('combobox', { name: /^Поле ваучера: / });
  await expect.poll(() => fields.count()).toBe(titles.length);
  const chosen = await fields.evaluateAll(boxes => boxes.map(box => (box as HTMLSelectElement).value));
  expect(chosen.filter(field => field === '')).toEqual([]);
  expect(new Set(chosen).size).toBe(titles.length);
});

it('a file with three bad rows is refused row by row; corrected it is imported, found, and undone', async () => {
  const page = await cabinet.open({ as: 'manager@demo.drivedesk' });
  await page.goto('/cabinet/cards/list/');
  const before = await found(page);
  await page.getByRole('link', { name: 'Импорт ваучеров' }).click();
  await see(page.getByRole('heading', { level: 1, name: 'Импорт ваучеров' }));
  await picture(page, '1-imports');
  await choose(page, [...good, ...bad, total]);

  await see(page.getByRole('heading', { name: 'Какой столбец чему соответствует' }));
  const column = (name: string) => page.getByRole('combobox', { name: `Поле ваучера: ${name}`, exact: true });
  await expect.poll(() => column('Гос. номер').inputValue()).toBe('VehicleRegNumber');
  expect(await column('Примечание').inputValue()).toBe('');
  await column('Примечание').selectOption({ label: 'Агент' });
  // A row that looks like a total is left out, unless somebody says that it is data.
  const totalRow = page.getByRole('checkbox', { name: 'Импортировать строку 7: Итого' });
  expect(await totalRow.isChecked()).toBe(false);
  await totalRow.click();
  await expect.poll(() => totalRow.isChecked()).toBe(true);
  await picture(page, '2-columns');
  await page.getByRole('button', { name: 'Проверить' }).click();

  await see(page.getByText('Строк с ошибками: 4 из 6', { exact: false }));
  const fault = (text: string) => page.getByRole('listitem').filter({ hasText: text });
  await see(fault('Строка 4').filter({ hasText: 'Поле обязательно' }));
  await see(fault('Строка 5').filter({ hasText: 'Не похоже на госномер' }));
  await see(fault('Строка 6').filter({ hasText: 'То же самое в строке 2' }));
  await see(fault('Строка 7').filter({ hasText: 'Поле обязательно' }).first());
  expect(await page.getByRole('button', { name: /^Импортировать/ }).count()).toBe(0);
  await picture(page, '3-faults');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Строки с ошибками: CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('ваучеры октября.errors.csv');

  await page.getByRole('link', { name: 'Загрузить исправленный файл' }).click();
  await choose(page, [...good, ...mended]);
  // The match is remembered from the first import.
  await expect.poll(() => column('Примечание').inputValue()).toBe('Agent');
  await page.getByRole('button', { name: 'Проверить' }).click();
  await picture(page, '4-good');
  await page.getByRole('button', { name: 'Импортировать все: 5' }).click();
  await see(page.getByText('Импортировано ваучеров: 5'));
  await picture(page, '5-done');
  const imported = addressOf(page);

  // The report leads to the rows of this import. The chip names the import, and removing it shows the whole list again.
  await page.getByRole('link', { name: 'Показать эти ваучеры' }).click();
  await expect.poll(() => found(page)).toBe(5);
  const chip = page.getByText(/^Импорт: ваучеры октября\.csv · Загружен: .+ · Строк: 5$/);
  await see(chip);
  await picture(page, '5-rows');
  await page.getByTitle('Убрать фильтр: Импорт').locator('svg').click();
  await expect.poll(() => found(page)).toBe(before + 5);
  await page.goto('/cabinet/cards/list/');
  await expect.poll(() => found(page)).toBe(before + 5);
  await page.goto(imported);
  await page.getByRole('button', { name: 'Отменить импорт' }).click();
  await see(page.getByText('Удалятся все созданные ваучеры (5)', { exact: false }));
  await picture(page, '6-undo');
  await page.getByRole('dialog').getByRole('button', { name: 'Отменить импорт' }).click();
  await see(page.getByText('Импорт отменён', { exact: false }));
  await page.goto('/cabinet/cards/list/');
  await expect.poll(() => found(page)).toBe(before);
});
