import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { look } from '../support/axe.ts';
import { openCabinet, phone, see } from '../support/browser.ts';
import { signInTo } from '../support/running.ts';

const cabinet = openCabinet();
const grounds = [
  ['light', 'rgb(244, 246, 248)'],
  ['dark', 'rgb(14, 19, 24)'],
] as const;

const openPage = async (visitor: Parameters<typeof cabinet.open>[0] = {}): Promise<Page> => {
  const page = await cabinet.open(visitor);
  await page.goto('/developers/');
  await see(page.locator('details.call'));
  return page;
};
/** Returns the opened description of the call with this method and path. */
const openCall = async (page: Page, method: string, path: string) => {
  await page.getByRole('searchbox').fill(`${method} ${path}`);
  const call = page.locator('details.call').filter({ has: page.getByText(path, { exact: true }) });
  await call.locator('summary').first().click();
  await see(call.getByRole('heading', { name: /^(Попробовать|Try it)$/ }));
  return call;
};

/** Returns the words of names, such as `page` and `Size`, that are split over two lines. */
const brokenWords = (names: Element[]): string[] =>
  names
    .flatMap(name => [...name.childNodes])
    .filter(part => {
      const range = document.createRange();
      range.selectNodeContents(part);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
    })
    .map(({ textContent }) => textContent ?? '');

it('whoever reads about a call tries it with a key of their own, and nobody but this server is asked', async () => {
  const page = await openPage({ language: 'en' });
  const origins = new Set<string>();
  page.on('request', request => origins.add(new URL(request.url()).origin));
  await page.reload();
  const call = await openCall(page, 'GET', '/api/v2/Account/info');
  // The page has only its own buttons: no assistants, clients or settings of a vendor.
  expect(await page.getByRole('button').allTextContents()).toEqual(['Send']);
  const outcome = call.locator('[aria-live]');
  const send = call.getByRole('button', { name: 'Send' });
  await send.click();
  await see(outcome.getByText(/^401/));

  const { token } = await signInTo(cabinet.server.address, 'operator@demo.drivedesk');
  await page.getByLabel('Key or token').fill(token);
  await send.click();
  await see(outcome.getByText(/^200/));
  const shown = JSON.parse((await outcome.locator('pre').textContent()) ?? '') as { Email: string };
  expect(shown.Email).toBe('operator@demo.drivedesk');

  const one = await openCall(page, 'GET', '/api/crash/{id}');
  await one.getByLabel('id', { exact: true }).fill('999999999');
  await one.getByRole('button', { name: 'Send' }).click();
  await see(one.locator('[aria-live]').getByText(/^404/));
  expect([...origins]).toEqual([cabinet.server.address]);
});

it('what changes something is asked about first, and sent as it stands in the form', async () => {
  const page = await openPage({ language: 'en' });
  const { token } = await signInTo(cabinet.server.address, 'manager@demo.drivedesk');
  await page.getByLabel('Key or token').fill(token);
  const call = await openCall(page, 'POST', '/api/filtertemplate');
  const sent: string[] = [];
  page.on('request', request => request.method() === 'POST' && sent.push(request.postData() ?? ''));
  const body = { Resource: 'accidents', Split: 'opened', Name: 'From the page', Shared: 'me', State: {} };
  await call.getByRole('textbox', { name: 'Request body' }).fill('{');
  await call.getByRole('button', { name: 'Send' }).click();
  await see(call.getByText('The body must be JSON'));
  await call.getByRole('textbox', { name: 'Request body' }).fill(JSON.stringify(body));
  page.once('dialog', dialog => void dialog.dismiss());
  await call.getByRole('button', { name: 'Send' }).click();
  expect(sent).toEqual([]);
  page.once('dialog', dialog => void dialog.accept());
  await call.getByRole('button', { name: 'Send' }).click();
  await see(call.locator('[aria-live]').getByText(/^20\d/));
  expect(sent.map(text => JSON.parse(text))).toEqual([body]);
});

it('it speaks the cabinet’s language in the cabinet’s colours, and fits a phone', async () => {
  for (const [theme, ground] of grounds) {
    const page = await openPage({ language: 'ru', theme, size: phone });
    const call = await openCall(page, 'GET', '/api/v2/Voucher/table');
    await see(call.getByRole('button', { name: 'Отправить' }));
    expect(await page.locator('html').getAttribute('lang')).toBe('ru');
    await see(page.getByRole('heading', { level: 2, name: 'Ваучеры' }));
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(ground);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    // A long name wraps between its words only.
    expect(await call.locator('td code').evaluateAll(brokenWords)).toEqual([]);
    expect(await look(page, `developers ${theme}`)).toEqual([]);
  }
});
