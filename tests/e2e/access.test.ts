import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { addressOf, openCabinet, see, walkTo } from '../support/browser.ts';
import { signInTo } from '../support/running.ts';

const cabinet = openCabinet();

interface Row {
  readonly Id: number;
  readonly ObjectId: string;
}

/** Returns the new losses that this account can read. */
const openedFor = async (email: string): Promise<readonly Row[]> => {
  const { get } = await signInTo(cabinet.server.address, email);
  const answer = await get('/api/v2/Accident/table/opened?pageSize=100');
  return ((await answer.json()) as { Items: Row[] }).Items;
};

it('an operator is offered the work desk and the losses, a manager the vouchers and the operators too', async () => {
  const operator = await cabinet.open({ as: 'operator@demo.drivedesk' });
  await operator.goto('/cabinet/dashboard/');
  const manager = await cabinet.open({ as: 'manager@demo.drivedesk' });
  await manager.goto('/cabinet/dashboard/');
  for (const [page, theirs] of [
    [operator, false],
    [manager, true],
  ] as const) {
    const menu = page.getByRole('navigation', { name: 'Основное меню' });
    const tiles = page.getByRole('main');
    await see(menu.getByRole('link', { name: 'Новые убытки' }));
    await see(tiles.getByRole('link', { name: 'Мини-убытки' }));
    const offered = async (within: Locator, name: string) => {
      const link = within.getByRole('link', { name });
      if (theirs) await see(link);
      else expect([name, await link.count()]).toEqual([name, 0]);
    };
    for (const name of ['Список ваучеров', 'Добавить ваучер', 'Скоринг', 'Операторы', 'Добавить оператора', 'Клиенты'])
      await offered(menu, name);
    for (const name of ['Список ваучеров', 'Скоринг', 'Операторы']) await offered(tiles, name);
    if (!theirs) continue;
    const names = ['Список ваучеров', 'Добавить ваучер', 'Новые убытки', 'Обработанные убытки', 'Мини-убытки'];
    const places = () => Promise.all(names.map(name => tiles.getByRole('link', { name }).first().boundingBox()));
    // Four tiles stand in a row. The fifth is below the first.
    await expect.poll(async () => new Set((await places()).slice(0, 4).map(place => place?.y)).size).toBe(1);
    await expect
      .poll(async () => {
        const [first, , , , fifth] = await places();
        return fifth?.x === first?.x && (fifth?.y ?? 0) > (first?.y ?? Number.POSITIVE_INFINITY);
      })
      .toBe(true);
  }
});

it('an operator who types the address of a manager’s page reads whose it is', async () => {
  const page = await cabinet.open({ as: 'operator@demo.drivedesk' });
  await page.goto('/cabinet/cards/list/');
  await see(page.getByRole('heading', { name: 'Недостаточно прав' }));
  await see(page.getByText('Раздел «Список ваучеров» доступен роли «руководитель». Ваша роль: «оператор».'));
  await walkTo(page, '/cabinet/users/operators');
  await see(page.getByText('Раздел «Операторы» доступен роли «руководитель». Ваша роль: «оператор».'));
  await walkTo(page, '/cabinet/cards/1/');
  await see(page.getByText('Раздел «Ваучеры» доступен роли «руководитель». Ваша роль: «оператор».'));
  // A page that the account may open but not edit names the missing role.
  await walkTo(page, '/cabinet/admin/installation-centers/1/edit/');
  await see(page.getByText('Раздел «Центры установки: Изменить» доступен роли «руководитель». Ваша роль: «оператор».'));
  // The calls behind the page are refused too.
  const { get } = await signInTo(cabinet.server.address, 'operator@demo.drivedesk');
  expect((await get('/api/v2/Voucher/table')).status).toBe(403);
  expect((await get('/api/v2/Operator/table')).status).toBe(403);
});

it('a manager reads what only an administrator may change, and finds the company’s pages from the settings', async () => {
  const page = await cabinet.open({ as: 'manager@demo.drivedesk' });
  await page.goto('/cabinet/admin/');
  await see(page.getByRole('link', { name: /^Марки автомобилей.*Изменить может только администратор$/ }));
  expect(await page.getByRole('link', { name: /^Счета.*администратор/ }).count()).toBe(0);
  await page.getByRole('link', { name: /^Марки автомобилей/ }).click();
  await see(page.getByText('Изменить может только администратор'));
  await page.getByRole('table').getByRole('link').first().click();
  await see(page.getByText('Изменить может только администратор'));
  await walkTo(page, '/cabinet/admin/installation-centers/');
  await see(page.getByRole('table'));
  expect(await page.getByText('Изменить может только').count()).toBe(0);
  await page.goto('/user/application/');
  const links = page.getByRole('main').getByRole('link');
  for (const name of ['Устройства', 'Счета', 'Карантин']) await see(links.filter({ hasText: new RegExp(`^${name}`) }));
  const operator = await cabinet.open({ as: 'operator@demo.drivedesk' });
  await operator.goto('/user/application/');
  await see(operator.getByRole('heading', { name: 'Сеансы' }));
  expect(await operator.getByRole('heading', { name: 'Компания' }).count()).toBe(0);
});

it('another company sees none of the first one’s losses', async () => {
  const theirs = await openedFor('manager@demo.drivedesk');
  const ours = await openedFor('other@demo.drivedesk');
  const page = await cabinet.open({ as: 'other@demo.drivedesk' });
  await page.goto('/cabinet/accidents/opened/');
  const rows = page.getByRole('table').getByRole('link', { name: /^Открыть/ });
  const shown = () => rows.evaluateAll(links => links.map(link => Number(link.getAttribute('href')?.split('/')[4])));
  await expect.poll(async () => (await shown()).toSorted()).toEqual(ours.map(row => row.Id).toSorted());
  expect((await shown()).filter(id => theirs.some(row => row.Id === id))).toEqual([]);

  // A shared link does not open them either.
  const [passedOn] = theirs;
  await walkTo(page, `/cabinet/accidents/opened/${passedOn?.Id}/${passedOn?.ObjectId}`);
  await see(page.getByText('Авария не найдена'));
});

it('an accident and an object that do not belong together are not found', async () => {
  const [first, second] = await openedFor('operator@demo.drivedesk');
  const page = await cabinet.open({ as: 'operator@demo.drivedesk' });
  await page.goto(`/cabinet/accidents/opened/${first?.Id}/${second?.ObjectId}`);
  await see(page.getByText('Авария не найдена'));
  expect(await page.getByRole('heading', { name: `Авария #${first?.Id}` }).count()).toBe(0);
  await page.getByRole('link', { name: 'К новым убыткам' }).click();
  await see(page.getByRole('heading', { name: 'Новые убытки' }));
  await walkTo(page, `/cabinet/accidents/opened/${first?.Id}/${first?.ObjectId}`);
  await see(page.getByRole('heading', { name: `Авария #${first?.Id}` }));
});

it('an accident opened under another bucket is led to its own, and the reader told', async () => {
  const [first] = await openedFor('operator@demo.drivedesk');
  const page = await cabinet.open({ as: 'operator@demo.drivedesk' });
  await page.goto(`/cabinet/accidents/closed/${first?.Id}/${first?.ObjectId}`);
  await see(page.getByText(/перенесена в новые убытки/));
  await expect.poll(() => addressOf(page)).toBe(`/cabinet/accidents/opened/${first?.Id}/${first?.ObjectId}`);
});

it('a list of accidents that is none of the three says so', async () => {
  const page = await cabinet.open({ as: 'operator@demo.drivedesk' });
  await page.goto('/cabinet/accidents/burnt/');
  await see(page.getByRole('heading', { name: 'Неизвестный статус' }));
  await page.getByRole('main').getByRole('link', { name: 'Обработанные убытки' }).click();
  await see(page.getByRole('heading', { name: 'Обработанные убытки' }));
});

it('an address that leads nowhere says so and leads back', async () => {
  const page = await cabinet.open({ as: 'operator@demo.drivedesk' });
  await page.goto('/cabinet/nowhere/');
  await see(page.getByRole('heading', { name: 'Страница не найдена' }));
  await see(page.getByText('«/cabinet/nowhere/»'));
  await page.getByRole('link', { name: 'На рабочий стол' }).click();
  await see(page.getByRole('heading', { name: 'Рабочий стол' }));
});
