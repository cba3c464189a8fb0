import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { startDemo } from '../support/browser-machine.ts';
import { chromiumArguments, findChromium } from '../support/find-chromium.ts';
import { lettersIn } from '../support/letters.ts';
import type { Running } from '../support/running.ts';

const email = 'operator@demo.drivedesk';
const password = 'a password of my own';

let server: Running;
let browser: Browser;
let here: Page;
beforeAll(async () => {
  server = await startDemo(inject('demoData'));
  browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const open = async (): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  return context.newPage();
};
const signIn = async (page: Page): Promise<void> => {
  await page.getByLabel('Электронная почта').fill(email);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Войти' }).click();
};

describe('a forgotten password', () => {
  it('is set anew by the link from the letter', async () => {
    here = await open();
    await here.goto(`${server.address}/auth/login/`);
    await here.getByRole('link', { name: 'Забыли пароль?' }).click();
    await here.getByLabel('Электронная почта').fill(email);
    await here.getByRole('button', { name: 'Прислать ссылку' }).click();
    await here.getByRole('heading', { name: 'Проверьте почту' }).waitFor();

    const letter = await vi.waitFor(() => {
      const [first] = lettersIn(join(server.dataDir, 'mail'));
      expect(first?.to).toBe(email);
      return first;
    });
    await here.goto(letter?.link ?? '');
    expect(here.url()).toBe(`${server.address}/auth/reset/`);
    await here.getByLabel('Новый пароль').fill('short');
    await here.getByRole('button', { name: 'Сохранить пароль' }).click();
    await here.getByText('Не короче 10 симв.').waitFor();
    await here.getByLabel('Новый пароль').fill(email);
    await here.getByRole('button', { name: 'Сохранить пароль' }).click();
    // The server says it, and it stands under the field.
    await here.getByText('Пароль не должен совпадать с логином').waitFor();
    await here.getByLabel('Новый пароль').fill(password);
    await here.getByRole('button', { name: 'Сохранить пароль' }).click();
    await here.getByRole('heading', { name: 'Пароль сохранён' }).waitFor();

    await here.goto(letter?.link ?? '');
    await here.getByLabel('Новый пароль').fill('another password');
    await here.getByRole('button', { name: 'Сохранить пароль' }).click();
    await here.getByRole('heading', { name: 'Ссылка не действует' }).waitFor();
  });

  it('lets one in again', async () => {
    await here.getByRole('link', { name: 'Вернуться ко входу' }).click();
    await signIn(here);
    await here.waitForURL('**/cabinet/dashboard/');
  });
});

describe('personal data', () => {
  it('are checked while typed, guarded while unsaved, and greet one once saved', async () => {
    await here.goto(`${server.address}/user/`);
    const name = here.getByLabel('Имя и фамилия');
    await name.fill('');
    await here.getByText('Поле обязательно для заполнения').waitFor();
    await name.fill('Мария Новая');
    await here.getByRole('link', { name: 'Новые убытки' }).first().click();
    await here.getByRole('dialog').getByRole('button').last().click();
    expect(here.url()).toBe(`${server.address}/user/`);
    await here.getByRole('button', { name: 'Сохранить' }).click();
    await here.getByRole('button', { name: 'Профиль: Мария Новая' }).waitFor();
  });

  it('have a picture, cut to a square', async () => {
    const photo = await sharp({
      create: { width: 900, height: 600, channels: 3, background: { r: 31, g: 94, b: 255 } },
    })
      .png()
      .toBuffer();
    await here.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: photo });
    const dialog = here.getByRole('dialog', { name: 'Выберите квадрат' });
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await dialog.waitFor({ state: 'detached' });
    await here.getByRole('button', { name: 'Заменить снимок' }).waitFor();
    await here.locator('main img[src^="blob:"]').waitFor();
    await here.getByRole('button', { name: 'Удалить' }).click();
    await here.getByRole('button', { name: 'Загрузить снимок' }).waitFor();
  });
});

describe('settings', () => {
  let there: Page;

  it('hold at once', async () => {
    await here.goto(`${server.address}/user/application/`);
    await here.getByRole('button', { name: 'Плотные' }).click();
    await here.getByRole('combobox', { name: 'Часовой пояс' }).fill('екатеринбург');
    await here.getByRole('option', { name: /Asia\/Yekaterinburg/ }).click();
    await here.getByText(/^Сейчас \d/).waitFor();
    await here.getByRole('combobox', { name: 'Страница' }).click();
    await here.getByRole('option', { name: 'Новые убытки' }).click();
    await here.getByRole('button', { name: 'Тёмная' }).click();
    await vi.waitFor(async () => expect(await here.locator('html').getAttribute('data-theme')).toBe('dark'));
    await here.locator('main').getByRole('button', { name: 'English' }).click();
    await here.getByRole('heading', { name: 'Time zone' }).waitFor();
  });

  it('follow to another browser: language, theme, density, time zone, start page', async () => {
    there = await open();
    await there.goto(server.address);
    await signIn(there);
    await there.waitForURL('**/cabinet/accidents/opened/');
    await there.locator('tbody tr time').first().waitFor();
    expect(await there.locator('html').getAttribute('lang')).toBe('en');
    expect(await there.locator('html').getAttribute('data-theme')).toBe('dark');
    const cell = there.locator('tbody td').first();
    expect((await cell.boundingBox())?.height).toBeCloseTo(36, 0);
    const time = there.locator('tbody tr time').first();
    const shown = new Date(`${await time.textContent()} UTC`).getTime();
    const moment = new Date((await time.getAttribute('datetime')) ?? '').getTime();
    expect(Math.floor(shown / 60_000) - Math.floor(moment / 60_000)).toBe(5 * 60);
  });

  it('chosen by a switch of the frame are kept too', async () => {
    await there
      .getByRole('button', { name: 'Switch to the light theme' })
      .or(there.getByLabel(/light theme/i))
      .first()
      .click();
    await here.reload();
    await vi.waitFor(async () => expect(await here.locator('html').getAttribute('data-theme')).toBe('light'), {
      timeout: 5000,
    });
  });

  it('a session ended elsewhere is signed out', async () => {
    const other = here
      .locator('li')
      .filter({ has: here.getByRole('button', { name: 'End the session: Chrome, Linux' }) });
    await other.first().getByRole('button').click();
    const ended = Date.now();
    await there.waitForURL('**/auth/login/', { timeout: 5000 });
    console.log(`signed out ${Date.now() - ended} ms after it was ended`);
    await here.getByRole('heading', { name: 'Sessions' }).waitFor();
  });
});
