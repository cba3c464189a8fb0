import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { addressOf, fillSignIn, gone, openCabinet, openRow, see } from '../support/browser.ts';
import { lettersIn } from '../support/letters.ts';

const cabinet = openCabinet();
const manager = 'manager@demo.drivedesk';
const field = (page: Page, name: string) => page.getByRole('main').getByLabel(name, { exact: false }).first();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const fact = (page: Page, text: string) => page.getByRole('region', { name: 'Данные' }).getByText(text);

const letterTo = (email: string) =>
  vi.waitFor(() => {
    const letter = lettersIn(join(cabinet.server.dataDir, 'mail')).find(({ to }) => to === email);
    expect(letter).toBeDefined();
    return letter as ReturnType<typeof lettersIn>[number];
  });

it('an operator made by a manager signs in by the link of the letter, and is out the moment they are blocked', async () => {
  const chief = await cabinet.open({ as: manager });
  await chief.goto('/cabinet/users/operators/');
  await chief.getByRole('link', { name: 'Добавить оператора' }).last().click();
  await field(chief, 'Фамилия').fill('Новикова');
  await field(chief, 'Имя').fill('Дарья');
  await field(chief, 'Почта').fill('d.novikova@demo.drivedesk');
  await button(chief, 'Сохранить').click();
  await see(chief.getByText('Пожалуйста, выберете один из предложенных вариантов'));
  await chief.getByRole('combobox', { name: 'Роли' }).press('ArrowDown');
  await see(chief.getByRole('option', { name: 'руководитель' }));
  expect(await chief.getByRole('option', { name: 'администратор' }).count()).toBe(0);
  await chief.getByRole('option', { name: 'оператор' }).click();
  await chief.keyboard.press('Escape');
  await button(chief, 'Сохранить').click();
  await see(chief.getByText('Приглашение отправлено на d.novikova@demo.drivedesk'));
  await see(chief.getByRole('heading', { level: 1, name: 'Новикова Дарья' }));
  await see(fact(chief, 'приглашён'));
  const record = addressOf(chief);
  // An administrator's account is visible, but actions on it are not offered, because the server would refuse them.
  await chief.goto('/cabinet/users/operators/');
  await openRow(chief.getByRole('link', { name: 'Донской Дмитрий Фёдорович' }).first());
  await see(fact(chief, 'администратор').first());
  for (const name of ['Заблокировать', 'Отправить ссылку', 'Удалить'])
    expect([name, await button(chief, name).count()]).toEqual([name, 0]);
  expect(await chief.getByRole('link', { name: 'Изменить' }).count()).toBe(0);

  const page = await cabinet.open();
  const { link = '' } = await letterTo('d.novikova@demo.drivedesk');
  await page.goto(link);
  await page.getByLabel('Новый пароль').fill('кошка любит сметану');
  await button(page, 'Сохранить пароль').click();
  await see(page.getByRole('heading', { name: 'Пароль сохранён' }));
  await page.getByRole('link', { name: 'Вернуться ко входу' }).click();
  await fillSignIn(page, 'd.novikova@demo.drivedesk', 'кошка любит сметану');
  await page.waitForURL('**/cabinet/dashboard/');
  await see(page.getByRole('main').getByRole('link', { name: /Новые убытки/ }));

  await chief.goto(record);
  await see(fact(chief, 'работает'));
  await see(chief.getByRole('region', { name: 'Сеансы' }).getByRole('button', { name: /Завершить сеанс/ }));
  await button(chief, 'Заблокировать').click();
  const dialog = chief.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Кому передать дела' }).click();
  await see(chief.getByRole('option').first());
  expect(await chief.getByRole('option', { name: 'Новикова Дарья' }).count()).toBe(0);
  await chief.getByRole('option').first().click();
  await dialog.getByLabel('Причина').fill('Ушла');
  await dialog.getByRole('button', { name: 'Заблокировать' }).click();
  await gone(dialog);
  await see(fact(chief, 'заблокирован'));
  await see(chief.getByRole('region', { name: 'История' }).getByText('Ушла'));
  await see(page.getByText(/Учётная запись заблокирована/));
  await see(page.getByRole('heading', { name: 'Вход в кабинет' }));

  // Cases of a blocked operator return to the queue and are no longer listed under the operator.
  await chief.goto('/cabinet/users/operators/');
  await openRow(chief.getByRole('link', { name: 'Калинин Глеб Анатольевич' }).first());
  const cases = chief.getByRole('region', { name: 'Открытые дела' });
  await see(cases.getByRole('link').first());
  await button(chief, 'Заблокировать').click();
  await chief.getByRole('dialog').getByRole('button', { name: 'Заблокировать' }).click();
  await see(cases.getByText('Открытых дел нет.'));
});
