import { expect, it } from 'vitest';
import { gone, openCabinet, openRow, see } from '../support/browser.ts';
import { signInTo } from '../support/running.ts';

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

it('a voucher whose saving was cut keeps what was typed, and is made once', async () => {
  const page = await cabinet.open({ as: 'manager@demo.drivedesk' });
  const field = (name: string) => page.getByRole('main').getByLabel(name, { exact: false }).first();
  const next = () => page.getByRole('button', { name: 'Дальше' }).click();
  await page.goto('/cabinet/cards/create/');
  await field('Фамилия').fill('Обрывова');
  await field('Имя').fill('Анна');
  await next();
  await field('Марка').fill('Kia');
  await field('Модель').fill('Rio');
  await next();
  await field('Номер ваучера').fill('CUT-1');
  await next();
  const save = page.getByRole('button', { name: 'Сохранить' });
  await see(save);

  await cabinet.server.kill();
  await save.click();
  await see(page.getByRole('status').filter({ hasText: lost }));
  cabinet.server = await cabinet.server.again();
  await gone(page.getByText(lost));

  await page.getByRole('tab', { name: 'Устройство' }).click();
  let sent = 0;
  await page.route('**/api/voucher1', async (route, request) => {
    if (request.method() !== 'POST') return route.fallback();
    sent += 1;
    if (sent > 1) return route.fallback();
    await route.fetch();
    await route.abort();
  });
  await save.click();
  await expect.poll(() => sent).toBe(1);
  await save.click();
  await see(page.getByRole('heading', { level: 1, name: 'CUT-1' }));
  await see(page.getByRole('main').getByText('Обрывова Анна'));
  const { get } = await signInTo(cabinet.server.address, 'manager@demo.drivedesk');
  expect(await (await get('/api/v2/Voucher/table?VoucherNumber=CUT-1')).json()).toMatchObject({ Total: 1 });
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
