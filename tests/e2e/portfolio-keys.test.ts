import { expect, it } from 'vitest';
import { addressOf, openCabinet, openRow, see } from '../support/browser.ts';
import { openReceiver } from '../support/receiver.ts';
import { signInTo } from '../support/running.ts';

const cabinet = openCabinet({ WEBHOOK_HOSTS: '127.0.0.1' });

const send = (key: string, Imei: string, MessageId: string) =>
  fetch(`${cabinet.server.address}/api/statistic/webhook`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
    body: JSON.stringify({
      MessageId,
      Imei,
      Positions: [{ DateTime: new Date(Date.now() - 60_000).toISOString(), Latitude: 55.75, Longitude: 37.61 }],
    }),
  });

it('a platform key is made, used by a platform, and revoked; what its unknown device sent is decided on', async () => {
  const page = await cabinet.open({ as: 'manager@demo.drivedesk' });
  await page.goto('/cabinet/admin/platform-keys/');
  await page.getByRole('link', { name: 'Создать ключ платформы' }).click();
  await page.getByLabel('Название').fill('Новая площадка');
  await page.getByRole('button', { name: 'Создать ключ' }).click();
  await see(page.getByText('Сохраните ключ сейчас'));
  const key = (await page.locator('[data-key-text]').textContent()) ?? '';
  expect(key).toMatch(/^dk_[\w-]{43}$/);
  expect((await send(key, '356938035643809', 'journey-1')).status).toBe(200);

  await page.getByRole('link', { name: 'К списку ключей' }).click();
  await openRow(page.getByRole('link', { name: /Новая площадка/ }));
  await see(page.getByText(key.slice(0, 8)));
  await page.getByRole('button', { name: 'Отозвать' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Отозвать' }).click();
  await see(page.getByRole('region', { name: 'История' }).getByText('отозван', { exact: true }));
  await expect.poll(() => page.getByRole('button', { name: 'Отозвать' }).count()).toBe(0);
  expect((await send(key, '356938035643809', 'journey-2')).status).toBe(401);

  await page.goto('/cabinet/devices/quarantine/');
  await openRow(page.getByRole('link', { name: /356938035643809/ }));
  await page.getByRole('button', { name: 'Отбросить' }).click();
  await page.getByRole('dialog').getByLabel('Причина').fill('Проба ключа');
  await page.getByRole('dialog').getByRole('button', { name: 'Отбросить' }).click();
  await expect.poll(() => addressOf(page)).toBe('/cabinet/devices/quarantine/');
  await expect.poll(() => page.getByText('356938035643809').count()).toBeLessThan(2);
});

it('a webhook is activated, told of an accident, given another secret and paused', async () => {
  const receiver = await openReceiver();
  const page = await cabinet.open({ as: 'other@demo.drivedesk' });
  await page.goto('/cabinet/admin/webhooks/create/');
  await page.getByLabel('Адрес').fill('https://10.0.0.1/hook');
  await page.getByLabel('События').click();
  await page.getByRole('option', { name: 'новая авария' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Проверить и подключить' }).click();
  await see(page.getByText('Ведёт во внутреннюю сеть').first());
  await page.getByLabel('Адрес').fill(receiver.url);
  await page.getByRole('button', { name: 'Проверить и подключить' }).click();
  await see(page.getByText('Сохраните секрет сейчас'));
  const secret = (await page.locator('[data-key-text]').textContent()) ?? '';
  expect(secret).toMatch(/^whsec_/);

  const { get, post } = await signInTo(cabinet.server.address, 'other@demo.drivedesk');
  const { Items } = (await (await get('/api/v2/Voucher/table?pageSize=1')).json()) as { Items: [{ Id: number }] };
  const crash = { VoucherId: Items[0].Id, CrashDateTime: new Date().toISOString() };
  expect((await post('/api/v2/Accident', crash)).status).toBe(201);
  await expect.poll(() => receiver.got().length).toBe(1);

  await page.getByRole('link', { name: 'К вебхуку' }).click();
  const deliveries = page.getByRole('region', { name: 'Доставки' });
  await see(deliveries.getByText('новая авария'));
  await openRow(deliveries.getByRole('link').first());
  await page.getByRole('button', { name: 'Отправить ещё раз' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Отправить ещё раз' }).click();
  await expect.poll(() => receiver.got().length).toBe(2);
  const [first, again] = receiver.got();
  expect(again).toMatchObject({ body: first!.body });
  await page.goBack();
  await see(deliveries);
  await page.getByRole('button', { name: 'Сменить секрет' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Сменить секрет' }).click();
  const shown = page.getByRole('dialog').locator('[data-key-text]');
  await see(shown);
  await expect.poll(() => shown.textContent()).toMatch(/^whsec_/);
  expect(await shown.textContent()).not.toBe(secret);
  await page.getByRole('dialog').getByRole('button', { name: 'Закрыть' }).click();
  await page.getByRole('button', { name: 'Приостановить' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Приостановить' }).click();
  await see(page.getByRole('button', { name: 'Возобновить' }));
  await receiver.close();
});

it('a superuser is asked for the password in place, and what was changed holds in another open tab', async () => {
  const admin = await cabinet.open({ as: 'admin@demo.drivedesk' });
  const colleague = await cabinet.open({ as: 'manager@demo.drivedesk' });
  await colleague.goto('/cabinet/admin/');
  await see(colleague.getByRole('heading', { level: 1, name: 'Справочники и настройки' }));

  await admin.goto('/cabinet/admin/texts/');
  await admin.getByLabel('Искать по тексту или ключу').fill('routes.admin');
  await admin.getByRole('button', { name: /routes\.admin/ }).click();
  await admin.getByRole('dialog').getByLabel('По-русски').fill('Хозяйство');
  await admin.getByRole('button', { name: 'Сохранить' }).click();
  const again = admin.getByRole('dialog', { name: 'Подтвердите паролем' });
  await again.getByLabel('Пароль', { exact: true }).fill('drivedesk-demo');
  await again.getByRole('button', { name: 'Продолжить' }).click();
  await see(admin.getByText('Текст изменён'));
  await see(colleague.getByRole('heading', { level: 1, name: 'Хозяйство' }));
});
