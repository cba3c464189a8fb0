import pg from 'pg';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addressOf, fillSignIn, gone, openCabinet, openRow, see, signInAt, signOut } from '../support/browser.ts';

const cabinet = openCabinet();

const keptIn = (page: Page) =>
  page.evaluate(() => ({ local: localStorage.getItem('tokens'), session: sessionStorage.getItem('tokens') }));

const tokenOf = async (page: Page): Promise<string> => {
  const { local, session } = await keptIn(page);
  return (JSON.parse(local ?? session ?? '{}') as { Token: string }).Token;
};

/** Ends the session as a sign-out in another browser does. */
const revoke = async (page: Page): Promise<void> => {
  const headers = { authorization: `Bearer ${await tokenOf(page)}` };
  const answer = await fetch(`${cabinet.server.address}/api/v1/logoff`, { headers });
  expect(answer.status).toBe(200);
};

/** Expires all sessions. */
const expire = async (): Promise<void> => {
  const client = new pg.Client(cabinet.server.databaseUrl);
  await client.connect();
  await client.query(`update session set expires_at = now() - interval '1 minute'`);
  await client.end();
};

describe.each([
  ['is revoked', revoke],
  ['runs out', expire],
] as const)('a session that %s while one works', (_, end) => {
  it('is told in words, leads to the sign-in page, and from there back to where one was', async () => {
    const page = await cabinet.open();
    const here = '/cabinet/accidents/opened/?filter=%7B%22Severity%22%3A%5B%22major%22%5D%7D&page=1';
    await signInAt(page, here, 'operator@demo.drivedesk');
    await see(page.getByRole('status').filter({ hasText: 'Найдено' }));
    const shown = await page.getByRole('status').filter({ hasText: 'Найдено' }).innerText();
    // The redirect came from the sign-in page, and the address kept its query.
    const left = addressOf(page);
    expect(decodeURIComponent(left)).toContain('?filter={"Severity":["major"]}');

    await end(page);
    // The server may answer for another second, because it caches tokens.
    await expect
      .poll(async () => {
        const refresh = page.getByRole('button', { name: 'Обновить' });
        if (await refresh.isVisible()) await refresh.click({ timeout: 1000 }).catch(() => undefined);
        return new URL(page.url()).pathname;
      })
      .toBe('/auth/login/');
    await see(page.getByRole('heading', { name: 'Вход в кабинет' }));
    await see(page.getByRole('region', { name: 'Сообщения' }).getByText('Сеанс завершён. Войдите снова'));
    await expect.poll(() => keptIn(page)).toEqual({ local: null, session: null });
    expect(await page.evaluate(() => sessionStorage.getItem('lastLocation'))).toBe(left);

    await fillSignIn(page, 'operator@demo.drivedesk');
    await see(page.getByRole('status').filter({ hasText: shown }));
    await expect.poll(() => addressOf(page)).toBe(left);
    await gone(page.getByText('Сеанс завершён').first());
  });
});

it('without “remember me” the token lives in this tab only', async () => {
  const page = await cabinet.open();
  await signInAt(page, '/cabinet/dashboard/', 'operator@demo.drivedesk');
  const kept = await keptIn(page);
  expect(kept.local).toBe(null);
  expect(kept.session).toContain('"Token"');
  await page.reload();
  await see(page.getByRole('heading', { name: 'Рабочий стол' }));
  const tab = await page.context().newPage();
  await tab.goto('/');
  await see(tab.getByRole('heading', { name: 'Вход в кабинет' }));
});

it('and goes with a link that is opened in another tab, to that tab only', async () => {
  const page = await cabinet.open();
  await signInAt(page, '/cabinet/accidents/opened/', 'operator@demo.drivedesk');
  const row = page.getByRole('link', { name: /^Открыть: / }).first();
  const address = (await row.getAttribute('href')) ?? '';
  // As “open in a new tab” of the browser's menu does. Chromium 150 crashes in tabs that the page opens by itself.
  await row.click({ button: 'right', position: { x: 2, y: 2 } });
  const tab = await page.context().newPage();
  await tab.goto(address);
  await see(tab.getByRole('heading', { name: /^Авария #/, level: 1 }));
  expect((await keptIn(tab)).local).toBe(null);
  // The address alone opens no session, because the offer was for one tab.
  const other = await page.context().newPage();
  await other.goto(addressOf(tab));
  await see(other.getByRole('heading', { name: 'Вход в кабинет' }));
});

it('with “remember me” it outlives the tab, and signing out in one tab signs the other out', async () => {
  const page = await cabinet.open();
  await page.goto('/cabinet/accidents/closed/');
  await page.getByRole('checkbox', { name: 'Запомнить меня' }).check();
  await fillSignIn(page, 'operator@demo.drivedesk');
  await see(page.getByRole('heading', { name: 'Обработанные убытки' }));
  const kept = await keptIn(page);
  expect(kept.session).toBe(null);
  const { ExpiresAt } = JSON.parse(kept.local ?? '{}') as { ExpiresAt: string };
  expect(Math.round((Date.parse(ExpiresAt) - Date.now()) / 86_400_000)).toBe(30);

  const tab = await page.context().newPage();
  await tab.goto('/cabinet/accidents/notvalid/');
  await see(tab.getByRole('heading', { name: 'Мини-убытки' }));
  await signOut(page);
  await see(page.getByRole('heading', { name: 'Вход в кабинет' }));
  await see(tab.getByRole('heading', { name: 'Вход в кабинет' }));
  await expect.poll(() => addressOf(tab)).toBe('/auth/login/');

  // Signing in again, in either tab, returns each tab to its own page.
  await tab.getByRole('checkbox', { name: 'Запомнить меня' }).check();
  await fillSignIn(tab, 'operator@demo.drivedesk');
  await see(tab.getByRole('heading', { name: 'Мини-убытки' }));
  await see(page.getByRole('heading', { name: 'Обработанные убытки' }));
});

it('a session that ended elsewhere is told to one who is about to take a loss, too', async () => {
  const page = await cabinet.open();
  // The stream is blocked, because it would report the end first.
  await page.route('**/api/v3/events*', route => route.abort());
  await signInAt(page, '/cabinet/accidents/opened/', 'operator@demo.drivedesk');
  await openRow(page.getByRole('table').getByRole('link').first());
  await see(page.getByRole('button', { name: 'Взять в работу' }));
  const here = addressOf(page);
  await revoke(page);
  // The button may be gone, because another call may notice the end of the session first.
  await page.evaluate(() =>
    [...document.querySelectorAll('button')].find(each => /Взять в работу/.test(each.textContent))?.click(),
  );
  await see(page.getByRole('heading', { name: 'Вход в кабинет' }));
  await see(page.getByRole('region', { name: 'Сообщения' }).getByText('Сеанс завершён. Войдите снова'));
  await fillSignIn(page, 'operator@demo.drivedesk');
  await see(page.getByRole('button', { name: 'Взять в работу' }));
  await expect.poll(() => addressOf(page)).toBe(here);
});
