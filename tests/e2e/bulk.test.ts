import { expect, it } from 'vitest';
import { gone, openCabinet, phone, see } from '../support/browser.ts';

const cabinet = openCabinet();
const list = '/cabinet/cards/list/?filter={"Status":["active"]}';

it('all that match are looked at, changed, and after a reload put back as they were', async () => {
  const page = await cabinet.open({ as: 'manager@demo.drivedesk' });
  await page.goto(list);
  const total = async () =>
    Number(
      (
        (await page
          .getByText(/^Найден/)
          .first()
          .textContent()) ?? ''
      ).replace(/\D/g, ''),
    );
  await expect.poll(total).toBeGreaterThan(25);
  const count = await total();
  await page.getByRole('checkbox', { name: 'Выбрать все на странице' }).click();
  await page.getByRole('button', { name: /^Выбрать все подходящие/ }).press('Enter');
  await see(page.getByText(/^Выбраны все: /));
  await page.getByRole('button', { name: 'Приостановить' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Причина').fill('Сезон закончился');
  await dialog.getByRole('button', { name: 'Проверить' }).click();
  const possible = async () =>
    Number(/Будет изменено: ([\d\s]+) из/.exec((await dialog.textContent()) ?? '')?.[1]?.replace(/\D/g, ''));
  await expect.poll(possible).toBe(count);
  const first = dialog.getByRole('region', { name: 'Первые из них, до → после' }).getByRole('listitem');
  await expect.poll(() => first.count()).toBe(5);
  await see(first.first().getByText(/: действует → приостановлен$/));
  await dialog.getByRole('button', { name: /^Приостановить: / }).click();
  await gone(dialog);
  await see(page.getByText(new RegExp(`Изменено: ${count}$`)));
  await see(page.getByText('Найдено: 0 ваучеров'));

  await page.reload();
  const strip = page.getByRole('region', { name: 'Приостановить' });
  await strip.getByRole('button', { name: /^Отменить изменения/ }).click();
  await see(page.getByText(new RegExp(`Отменено: ${count}$`)));
  await see(page.getByRole('checkbox', { name: 'Выбрать все на странице' }));
  await expect.poll(total).toBe(count);

  await strip.getByRole('link', { name: 'Подробнее' }).click();
  await see(page.getByRole('heading', { level: 1, name: 'Приостановить' }));
  await see(page.getByRole('region', { name: 'История' }).getByText('изменения отменены', { exact: true }));
  // A phone shows the same result.
  const small = await cabinet.open({ as: 'manager@demo.drivedesk', size: phone });
  await small.goto('/cabinet/bulk/');
  await see(small.getByText('Приостановить').first());
});
