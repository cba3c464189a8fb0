import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openCabinet, openRow, see } from '../support/browser.ts';

const cabinet = openCabinet();

/** Chooses CSV in the open menu of an export and returns the text of the file. */
const fileOf = async (page: Page): Promise<string> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /^CSV/ }).click(),
  ]);
  return readFile(await download.path(), 'utf8');
};

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

it('an operator reads the sheet of the client over the claimed case, and not before', async () => {
  const page = await cabinet.open({ as: 'operator@demo.drivedesk' });
  await page.goto('/cabinet/accidents/opened/');
  await openRow(page.locator('tbody tr a').first());
  const name = page.getByTitle(/^Карточка клиента: /);
  await name.click();
  const sheet = page.getByRole('dialog');
  await see(sheet.getByText('Возьмите аварию в работу'));
  await page.keyboard.press('Escape');
  await page.keyboard.press('l');
  await see(page.getByRole('button', { name: 'Завершить', exact: true }).first());
  const number = /#(\d+)/.exec(await page.getByRole('heading', { level: 1 }).innerText())?.[0] ?? '';
  await name.click();
  await see(sheet.getByRole('region', { name: 'Запланированные звонки' }));
  const cases = sheet.getByRole('region', { name: 'Аварии' });
  await see(cases.getByRole('link').filter({ hasText: number }));
  await see(sheet.getByRole('region', { name: 'Договоры и ваучеры' }).locator('li').first());
  await sheet.getByRole('button', { name: 'Выгрузить: Карточка клиента' }).click();
  const text = await fileOf(page);
  expect(text.split('\r\n')[0]).toContain('Раздел;Когда;О чём;Подробно');
  expect(text).toMatch(new RegExp(`^Аварии;[^;]*;"?${number}`, 'm'));
  expect(text).toMatch(/^Договоры и ваучеры;/m);
  // Scores are for managers alone.
  expect(await sheet.getByRole('region', { name: 'Как водит' }).count()).toBe(0);
});

it('a manager finds the client by Ctrl+K, and the sheet has the score of the scoring page', async () => {
  const page = await cabinet.open({ as: 'manager@demo.drivedesk' });
  await page.goto('/cabinet/scoring/');
  await openRow(page.locator('tbody tr a').first());
  // The page also shows the score of all time, which may appear first.
  const dial = page.getByRole('img', { name: /^Балл [\d,]+ из 100/ });
  const score = /\d+,\d/.exec((await dial.getAttribute('aria-label')) ?? '')?.[0] ?? '';
  const voucherPath = new URL(page.url()).pathname;
  const voucherId = Number(/scoring\/(\d+)/.exec(voucherPath)?.[1]);
  await page.goto(`/cabinet/cards/${voucherId}/`);
  const link = page.getByRole('region', { name: 'Клиент', exact: true }).getByRole('link').first();
  const client = await link.innerText();
  await link.click();
  await see(page.getByRole('heading', { level: 1, name: client }));
  await page.keyboard.press('Control+KeyK');
  await page.getByRole('combobox', { name: 'Поиск по кабинету' }).fill(client);
  await page.getByRole('option').filter({ hasText: client }).filter({ hasText: /\+7/ }).first().click();
  await see(page.getByRole('heading', { level: 1, name: client }));
  await see(section(page, 'Как водит').getByText(score).first());
  for (const name of ['Запланированные звонки', 'Аварии', 'Звонки', 'Заметки', 'Автомобили'])
    await see(section(page, name));
  // A list of the record's page is exported from there, with the columns that do not fit the page.
  await page.getByRole('tab', { name: 'Ваучеры' }).click();
  const list = section(page, 'Ваучеры');
  const number = await list.getByRole('table').getByRole('link').first().innerText();
  await list.getByRole('button', { name: 'Выгрузить: Ваучеры' }).click();
  expect(await fileOf(page)).toContain(number);
  await page.getByRole('tab', { name: 'Обзор' }).click();

  // The client reads the page without an account, until it is withdrawn.
  const pages = section(page, 'Страницы для клиента');
  await pages.getByRole('button', { name: 'Сделать страницу' }).click();
  await page
    .getByRole('menuitem', { name: /^Почему такой балл/ })
    .first()
    .click();
  const url = await pages.getByRole('link').first().getAttribute('href');
  const reader = await cabinet.open();
  await reader.goto(new URL(url ?? '').pathname);
  await see(reader.getByRole('heading', { level: 1, name: `Ваша оценка вождения: ${score} из 100` }));
  await pages.getByRole('button', { name: 'Отозвать' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Отозвать' }).click();
  await see(pages.getByText(/отозвана/).first());
  await reader.reload();
  await see(reader.getByRole('heading', { name: 'Этой страницы больше нет. Попросите у страховщика новую ссылку.' }));
});
