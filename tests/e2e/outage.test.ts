import { expect, it } from 'vitest';
import { gone, openCabinet, openRow, see } from '../support/browser.ts';

const cabinet = openCabinet();
const lost = 'Нет связи с сервером. Введённое остаётся на экране.';

it('the server goes and comes back: one is told, nothing typed is lost, and the work goes on', async () => {
  const page = await cabinet.open({ as: 'operator@demo.drivedesk' });
  await page.goto('/cabinet/accidents/opened/');
  await openRow(page.getByRole('table').getByRole('link').first());
  await page.getByRole('button', { name: 'Взять в работу' }).click();
  const note = page.getByRole('textbox', { name: 'Новая заметка' });
  await note.fill('Пострадавших нет, машина на ходу');

  await cabinet.server.kill();
  const add = page.getByRole('button', { name: 'Добавить', exact: true });
  await add.click();
  const bar = page.getByRole('status').filter({ hasText: lost });
  await see(bar);
  expect(await note.inputValue()).toBe('Пострадавших нет, машина на ходу');

  cabinet.server = await cabinet.server.again();
  await gone(bar);
  expect(await note.inputValue()).toBe('Пострадавших нет, машина на ходу');
  await add.click();
  await see(page.getByRole('listitem').filter({ hasText: 'Пострадавших нет, машина на ходу' }));
  await expect.poll(() => note.inputValue()).toBe('');
});

it('a list asked for while the server is away fills by itself once it is back', async () => {
  const page = await cabinet.open({ as: 'operator@demo.drivedesk' });
  await page.goto('/cabinet/accidents/opened/');
  await see(page.getByText('Найдено: 25 аварий'));
  await cabinet.server.stop();
  await page.getByRole('navigation', { name: 'Основное меню' }).getByRole('link', { name: 'Мини-убытки' }).click();
  await see(page.getByText('Список не загрузился'));
  await see(page.getByRole('status').filter({ hasText: lost }));
  cabinet.server = await cabinet.server.again();
  await see(page.getByText('Найдено: 12 аварий'));
  await gone(page.getByText(lost));
  await gone(page.getByText('Список не загрузился'));
});

it('one who signs in while the server is away reads why it does not work', async () => {
  const page = await cabinet.open();
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Электронная почта' }).fill('operator@demo.drivedesk');
  await page.getByRole('textbox', { name: 'Пароль' }).fill('drivedesk-demo');
  await cabinet.server.stop();
  await page.getByRole('button', { name: 'Войти' }).click();
  await see(page.getByText('Нет связи с сервером. Проверьте подключение и попробуйте ещё раз.'));
  cabinet.server = await cabinet.server.again();
  await page.getByRole('button', { name: 'Войти' }).click();
  await see(page.getByRole('heading', { name: 'Рабочий стол' }));
});
