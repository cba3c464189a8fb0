import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addressOf, gone, openCabinet, openRow, phone, see } from '../support/browser.ts';
import { makeImei } from '../support/given.ts';

const cabinet = openCabinet();
const manager = 'manager@demo.drivedesk';
const field = (page: Page, name: string) => page.getByRole('main').getByLabel(name, { exact: false }).first();
const hasFocus = (box: Locator) => expect.poll(() => box.evaluate(it => it === document.activeElement)).toBe(true);
const next = (page: Page) => page.getByRole('button', { name: 'Дальше' }).click();
const act = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Действия' }).click();
  await page.getByRole('menuitem', { name }).click();
  return page.getByRole('dialog');
};

it('a voucher goes from nothing to active with a device, gets another one, and is closed', async () => {
  const page = await cabinet.open({ as: manager });
  const [first, second] = [makeImei(71), makeImei(72)];
  await page.goto('/cabinet/cards/create/');
  await next(page);
  await see(page.getByText('Поле обязательно для заполнения').first());
  await field(page, 'Фамилия').fill('Журавлёва');
  await field(page, 'Имя').fill('Мария');
  await next(page);

  await field(page, 'Марка').fill('Kia');
  await field(page, 'Модель').fill('Rio');
  await field(page, 'Госномер').fill('А12ВС77');
  await see(page.getByText('Не похоже на госномер', { exact: false }));
  await field(page, 'Госномер').fill('а123вс77');
  await field(page, 'VIN').fill('WVWZZZ1KZAW000001');
  await see(page.getByText('Контрольный знак VIN не сходится', { exact: false }));
  await next(page);

  // The draft survives a reload.
  await page.reload();
  await see(page.getByText('Продолжаем черновик', { exact: false }));
  await expect.poll(() => field(page, 'Фамилия').inputValue()).toBe('Журавлёва');
  await page.getByRole('tab', { name: 'Договор' }).click();
  await field(page, 'Номер ваучера').fill('DD-000001');
  await see(page.getByText('Такой номер уже есть'));
  await field(page, 'Номер ваучера').fill('J-1');
  await next(page);
  await field(page, 'IMEI устройства').fill('356938035643808');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await see(page.getByText('Контрольная цифра IMEI не сходится'));
  await field(page, 'IMEI устройства').fill('');
  await page.getByRole('button', { name: 'Сохранить' }).click();

  await see(page.getByRole('heading', { level: 1, name: 'J-1' }));
  expect(addressOf(page)).toMatch(/^\/cabinet\/cards\/\d+\/$/);
  await see(page.getByText('создан', { exact: true }).first());
  // The usual next step has a button of its own.
  await see(page.getByRole('button', { name: 'Записать на установку' }));
  await see(page.getByRole('main').getByText('Журавлёва Мария'));

  // Another voucher with the same VIN is doubted while it is typed.
  const created = addressOf(page);
  await page.goto('/cabinet/cards/create/');
  await page.getByRole('tab', { name: 'Автомобиль' }).click();
  await field(page, 'VIN').fill('WVWZZZ1KZAW000001');
  await see(page.getByText('Контрольный знак VIN не сходится. Такой уже есть: J-1. Проверьте.'));
  await page.goto(created);

  await page.getByRole('link', { name: 'Изменить' }).click();
  await expect.poll(() => field(page, 'Фамилия').inputValue()).toBe('Журавлёва');
  await field(page, 'Фамилия').fill('Соколова');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await see(page.getByRole('main').getByText('Соколова Мария'));
  await see(page.getByRole('link', { name: 'Список ваучеров' }).nth(1));

  const fitting = await act(page, 'Установить устройство');
  await hasFocus(fitting.getByLabel('IMEI устройства'));
  await see(fitting.getByText('работает по этому ваучеру', { exact: false }));
  await fitting.getByLabel('IMEI устройства').fill(first);
  await fitting.getByRole('button', { name: 'Установить устройство' }).click();
  await see(page.getByText('действует', { exact: true }).first());

  const swapping = await act(page, 'Заменить устройство');
  await swapping.getByLabel('IMEI устройства').fill(second);
  await swapping.getByRole('button', { name: 'Заменить устройство' }).click();
  await see(swapping.getByText('Поле обязательно для заполнения'));
  await swapping.getByLabel('Причина').fill('не выходит на связь');
  await swapping.getByRole('button', { name: 'Заменить устройство' }).click();
  await page.getByRole('tab', { name: 'Устройство' }).click();
  const line = page.getByRole('region', { name: 'История устройств' });
  await see(line.getByText(second));
  await see(line.getByText(first));
  // The device has its own page with a link back.
  await page.getByRole('region', { name: 'Устройство сейчас' }).getByRole('link', { name: second }).click();
  await see(page.getByText('Сбоев нет.'));
  await page.getByRole('region', { name: 'Сейчас', exact: true }).getByRole('link', { name: 'J-1' }).click();
  await see(page.getByRole('heading', { level: 1, name: 'J-1' }));
  await page.getByRole('tab', { name: 'Устройство' }).click();

  const closing = await act(page, 'Закрыть ваучер');
  await hasFocus(closing.getByLabel('Причина'));
  // Pressing the cancel button must not show the fault of the empty reason first, because that would move the button
  // away from the pointer.
  await closing.getByRole('button', { name: 'Отмена' }).hover();
  await page.mouse.down();
  await hasFocus(closing.getByLabel('Причина'));
  await page.mouse.up();
  await gone(closing);
  await act(page, 'Закрыть ваучер');
  await closing.getByLabel('Причина').fill('машина продана');
  await closing.getByRole('button', { name: 'Закрыть ваучер' }).click();
  await see(page.getByText('закрыт', { exact: true }).first());
  // A closed voucher has no device, and the page offers no attachment.
  await see(page.getByText('Устройства нет.', { exact: true }));
  await page.getByRole('tab', { name: 'История' }).click();
  await see(page.getByText('Причина: машина продана'));
  // The history of a device stays on its own page after it is detached.
  await page.goto(`/cabinet/devices/?filter=${encodeURIComponent(JSON.stringify({ q: first }))}`);
  await openRow(
    page
      .getByRole('table')
      .getByRole('link', { name: /^Открыть/ })
      .first(),
  );
  await see(page.getByRole('heading', { level: 1, name: first }));
  await see(page.getByText('Сейчас оно не работает ни по одному ваучеру.'));
  await page.getByRole('region', { name: 'История устройств' }).getByRole('link', { name: 'J-1' }).click();
  await see(page.getByRole('heading', { level: 1, name: 'J-1' }));
  // Managers cannot reopen a voucher.
  expect(await page.getByRole('button', { name: 'Действия' }).count()).toBe(0);
});

it('on a phone each step is shown from its beginning', async () => {
  const page = await cabinet.open({ as: manager, size: phone });
  await page.goto('/cabinet/cards/create/');
  await field(page, 'Фамилия').fill('Журавлёва');
  await next(page);
  const inSight = async () => {
    const first = await field(page, 'Марка').boundingBox();
    const step = await page.getByText('Шаг 2 из 4', { exact: false }).boundingBox();
    return [first, step].map(box => box !== null && box.y > 0 && box.y + box.height < phone.height);
  };
  await expect.poll(inSight).toEqual([true, true]);
  // The frame's bars do not cover the heading.
  await page.getByRole('main').getByText('Шаг 2 из 4', { exact: false }).click({ trial: true });
});
