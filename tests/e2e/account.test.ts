import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { addressOf, fillSignIn, gone, openCabinet, see, visit } from '../support/browser.ts';
import { lettersIn } from '../support/letters.ts';

const cabinet = openCabinet();
const operator = 'operator@demo.drivedesk';
const manager = 'manager@demo.drivedesk';
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const html = (page: Page, attribute: string) => page.locator('html').getAttribute(attribute);

/** Waits until the server has saved this choice, because the request of an earlier one may still run. */
const keeping = async (page: Page, setting: string, choose: () => Promise<void>): Promise<void> => {
  const kept = page.waitForResponse(reply => {
    const asked = reply.request();
    return reply.url().endsWith('/Account/settings') && asked.method() === 'PUT' && setting in asked.postDataJSON();
  });
  await choose();
  await kept;
};

const lettersTo = (email: string) =>
  lettersIn(join(cabinet.server.dataDir, 'mail')).filter(({ to, link }) => to === email && link !== undefined);

it('a forgotten password is set anew by the link from a letter, once', async () => {
  const page = await cabinet.open();
  const before = lettersTo(operator).length;
  await page.goto('/auth/login/');
  await page.getByRole('link', { name: 'Забыли пароль?' }).click();
  await page.getByLabel('Электронная почта').fill(operator);
  await button(page, 'Прислать ссылку').click();
  await see(page.getByRole('heading', { name: 'Проверьте почту' }));

  await expect.poll(() => lettersTo(operator).length).toBe(before + 1);
  const link = lettersTo(operator).at(-1)?.link ?? '';
  await page.goto(link);
  // The token is removed from the address after it is read.
  await vi.waitFor(() => expect(page.url()).toBe(`${cabinet.server.address}/auth/reset/`));
  const field = page.getByLabel('Новый пароль');
  const save = button(page, 'Сохранить пароль');
  await field.fill('short');
  await save.click();
  await see(page.getByText('Не короче 10 знаков'));
  await field.fill(operator);
  await save.click();
  // The server finds this fault. Its message stands under the field.
  await see(page.getByText('Пароль не должен повторять логин'));
  await field.fill('a password of my own');
  await save.click();
  await see(page.getByRole('heading', { name: 'Пароль сохранён' }));
  await page.getByRole('link', { name: 'Вернуться ко входу' }).click();
  await fillSignIn(page, operator, 'a password of my own');
  await page.waitForURL('**/cabinet/dashboard/');

  const late = await cabinet.open();
  await late.goto(link);
  await late.getByLabel('Новый пароль').fill('another password');
  await button(late, 'Сохранить пароль').click();
  await see(late.getByRole('heading', { name: 'Ссылка не действует' }));
});

it('personal data are checked while typed, guarded while unsaved, and greet one once saved', async () => {
  const page = await visit(cabinet, '/user/', manager);
  const name = page.getByLabel('ФИО');
  await name.fill('');
  await see(page.getByText('Поле обязательно для заполнения'));
  await name.fill('Мария Новая');
  await page.getByRole('link', { name: 'Новые убытки' }).first().click();
  await page.getByRole('dialog').getByRole('button').last().click();
  expect(addressOf(page)).toBe('/user/');
  await button(page, 'Сохранить').click();
  await see(button(page, 'Профиль: Здравствуйте, Мария Новая'));

  const background = { r: 31, g: 94, b: 255 };
  const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .png()
    .toBuffer();
  await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
  const dialog = page.getByRole('dialog', { name: 'Выберите квадрат' });
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await gone(dialog);
  await see(page.locator('main img[src^="blob:"]'));
  await see(page.locator('header img[src^="blob:"]'));
  await button(page, 'Удалить').click();
  await see(button(page, 'Загрузить фото'));
});

describe('settings', () => {
  it('hold at once and follow to another browser; a session ended there is signed out', async () => {
    const here = await visit(cabinet, '/user/application/', manager);
    await button(here, 'Плотные').click();
    await here.getByRole('combobox', { name: 'Часовой пояс' }).fill('екатеринбург');
    await here.getByRole('option', { name: /Asia\/Yekaterinburg/ }).click();
    await here.getByRole('combobox', { name: 'Страница' }).click();
    await here.getByRole('option', { name: 'Новые убытки' }).click();
    await here.locator('main').getByRole('button', { name: 'English' }).click();
    await see(here.getByRole('heading', { name: 'Time zone' }));
    await keeping(here, 'Theme', () => here.locator('main').getByRole('button', { name: 'Dark' }).click());
    await vi.waitFor(async () => expect(await html(here, 'data-theme')).toBe('dark'));

    const there = await cabinet.open();
    await there.goto('/');
    await fillSignIn(there, manager);
    await there.waitForURL('**/cabinet/accidents/opened/');
    // Uses an absolute time, because a relative one depends on no zone.
    const time = there.locator('tbody tr time').filter({ hasText: ':' }).first();
    await see(time);
    await expect.poll(async () => [await html(there, 'lang'), await html(there, 'data-theme')]).toEqual(['en', 'dark']);
    await expect.poll(async () => (await there.locator('tbody td').first().boundingBox())?.height).toBeCloseTo(36, 0);
    // Text and attribute are read together, because React may reuse the row for another record.
    const [text, at] = await time.evaluate(drawn => [drawn.textContent, drawn.getAttribute('datetime')]);
    const [shown, moment] = [Date.parse(`${text} UTC`), Date.parse(at ?? '')];
    expect(Math.floor(shown / 60_000) - Math.floor(moment / 60_000)).toBe(5 * 60);

    // A switch in the frame counts as a choice too.
    await keeping(there, 'Theme', () => button(there, /light theme/i).click());
    await here.reload();
    await vi.waitFor(async () => expect(await html(here, 'data-theme')).toBe('light'));

    await see(here.getByText('This session'));
    await button(here, /^End the session:/)
      .first()
      .click();
    const ended = performance.now();
    await there.waitForURL('**/auth/login/');
    console.log(`signed out ${Math.round(performance.now() - ended)} ms after it was ended elsewhere`);
  });
});
