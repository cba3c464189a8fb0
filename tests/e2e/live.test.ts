import type { Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { fillSignIn, gone, openCabinet, phone, see, visit } from '../support/browser.ts';
import { signInTo } from '../support/running.ts';

const cabinet = openCabinet();
const operator = 'operator@demo.drivedesk';
const manager = 'manager@demo.drivedesk';
const opened = '/cabinet/accidents/opened/';

const live = (page: Page) => see(page.locator('[data-live=live]'));
const restart = async (meanwhile: () => Promise<unknown> = async () => {}) => {
  await cabinet.server.stop();
  try {
    await meanwhile();
  } finally {
    cabinet.server = await cabinet.server.again();
  }
};
const newest = async () => {
  const call = await signInTo(cabinet.server.address, operator);
  const { Items } = await (await call.get('/api/v2/Accident/table/opened?pageSize=10')).json();
  return { call, accidents: Items as { Id: number; ObjectId: string; Version: number }[] };
};

let crashes = 0;

/** Sends an impact as a device platform does. Each has its own recording: the same one would be the same case. */
const crash = async () => {
  crashes += 1;
  const peakG = -7 - crashes / 10;
  const { get } = await signInTo(cabinet.server.address, manager);
  const { Items } = await (await get('/api/v2/Voucher/table?pageSize=25')).json();
  const { IMEI } = Items.find((voucher: { IMEI: string; VoucherClosureDate: string | null }) => {
    return voucher.IMEI && !voucher.VoucherClosureDate;
  });
  const At = new Date().toISOString();
  const flat = Array.from({ length: 200 }, () => 0);
  const hit = flat.map((_, at) => (at > 90 && at < 110 ? peakG : 0));
  const axes = { Longitudinal: hit, Lateral: flat, Vertical: flat.map(() => 1) };
  const reply = await fetch(`${cabinet.server.address}/api/crash/webhook`, {
    method: 'POST',
    headers: { authorization: 'Bearer demo-platform-key', 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ MessageId: `live-${At}`, Imei: IMEI, CrashDateTime: At, Latitude: 55.75, Longitude: 37.61, Speed: 54 },
      Curve: { Start: At, RateHz: 100, RangeG: 16, Frame: 'vehicle', ...axes },
    }),
  });
  expect(reply.status).toBe(200);
  return String(((await reply.json()) as { AccidentId: number }).AccidentId);
};
const row = (page: Page, id: number | string) => page.locator('tbody tr').filter({ hasText: String(id) });

it('one takes a case, the other sees it without reload, also after the server was restarted', async () => {
  const { accidents } = await newest();
  const [first, second] = accidents;
  const watching = await visit(cabinet, opened, manager);
  await live(watching);
  const working = await visit(cabinet, `${opened}${first?.Id}/${first?.ObjectId}`, operator);
  const take = working.getByRole('button', { name: 'Взять в работу' }).first();
  await take.click();
  await see(row(watching, first?.Id ?? 0).getByText('Калинин'));

  await restart(async () => {
    await see(watching.locator('[data-live=lost]'));
    await see(watching.getByText('обновления не приходят').first());
  });
  await live(watching);
  await gone(watching.getByText('обновления не приходят').first());
  const { call } = await newest();
  await call.get(`/api/crash/lock/${second?.Id}`);
  await see(row(watching, second?.Id ?? 0).getByText('Калинин'));
});

it('a browser without a network says so at once, in every tab, and is live again as soon as it has one', async () => {
  const page = await visit(cabinet, opened, operator);
  await live(page);
  await page.context().setOffline(true);
  await page.locator('[data-live=lost]').waitFor();
  await page.context().setOffline(false);
  await live(page);
});

it('a new accident is announced, and comes into the list when asked for', async () => {
  const page = await visit(cabinet, opened, operator);
  await live(page);
  const ids = () => page.locator('tbody tr td:nth-of-type(2)').allInnerTexts();
  const before = await ids();
  const id = await crash();
  const show = page.getByRole('button', { name: '1 новая авария – показать' });
  await see(show);
  // No row has moved under the pointer.
  expect(await ids()).toEqual(before);
  await show.click();
  await see(row(page, id));
  await gone(show);
  // The row appears at its position in the queue.
  await expect.poll(async () => (await ids()).join()).toContain(id);
});

it('what happened while the server was away comes when it is back', async () => {
  const page = await visit(cabinet, opened, operator, { size: phone });
  await live(page);
  await restart();
  // The message appears whether the cabinet has reconnected before or after.
  await crash();
  await see(page.getByRole('button', { name: /1 новая авария/ }));
});

it('a case that somebody finishes stays in sight as gone; the work desk counts anew', async () => {
  const { accidents, call } = await newest();
  const [first] = accidents;
  const list = await visit(cabinet, opened, manager);
  await live(list);
  const desk = await visit(cabinet, '/cabinet/dashboard/', manager);
  await live(desk);
  const counter = desk.getByRole('link', { name: /Новые убытки/ }).last();
  const number = async () => Number((await counter.innerText()).replace(/\D/g, ''));
  // The tile appears before its number.
  await expect.poll(number).toBeGreaterThan(0);
  const before = await number();

  await call.get(`/api/crash/lock/${first?.Id}`);
  await call.post(`/api/v2/Accident/${first?.Id}/status`, {
    Status: 'closed',
    StatusOfRoadAccidentID: 8,
    Version: first?.Version,
  });
  await see(list.getByRole('button', { name: '1 авария ушла из списка – показать' }));
  await see(list.locator('tr[data-gone]').filter({ hasText: String(first?.Id) }));
  await vi.waitFor(async () => expect(await number()).toBe(before - 1));
});

it('colleagues talk, in every tab, over one connection of a browser', async () => {
  const anna = await visit(cabinet, opened, manager);
  await live(anna);
  const boris = await cabinet.open();
  let streams = 0;
  boris.context().on('request', request => {
    if (request.url().includes('/api/v3/events')) streams += 1;
  });
  await boris.goto(opened);
  // “Remember me” signs in the other tab too.
  await boris.getByRole('checkbox').check();
  await fillSignIn(boris, operator);
  await live(boris);
  const tab = await boris.context().newPage();
  await tab.goto('/cabinet/dashboard/');
  await live(tab);

  await anna.getByRole('button', { name: /Чат команды/ }).click();
  const box = anna.getByRole('textbox', { name: 'Сообщение' });
  await box.fill('Кто возьмёт ночь, @Кал');
  await see(anna.getByRole('option', { name: 'Калинин Глеб Анатольевич' }));
  await box.press('Enter');
  await expect.poll(() => box.inputValue()).toBe('Кто возьмёт ночь, @Калинин Глеб Анатольевич ');
  await box.press('Enter');
  await see(boris.getByRole('button', { name: 'Чат команды, непрочитанных: 1' }));
  await see(tab.getByRole('button', { name: 'Чат команды, непрочитанных: 1' }));
  expect(streams).toBe(1);

  await boris.getByRole('button', { name: /Чат команды/ }).click();
  await see(boris.getByText('Кто возьмёт ночь'));
  await see(tab.getByRole('button', { name: 'Чат команды, непрочитанных: 0' }));
  // The leading tab is closed, and the other tab takes over the stream.
  await boris.close();
  await anna.getByRole('textbox', { name: 'Сообщение' }).fill('Ау?');
  await anna.keyboard.press('Enter');
  await see(tab.getByRole('button', { name: 'Чат команды, непрочитанных: 1' }));
  expect(streams).toBe(2);
});

it('the queue opens beside a case by a key; J, K and Enter open a case, and an impact arrives without moving the row under the pointer', async () => {
  const { accidents } = await newest();
  const [first] = accidents;
  const page = await visit(cabinet, `${opened}${first?.Id}/${first?.ObjectId}`, operator);
  await page.setViewportSize({ width: 1760, height: 900 });
  await live(page);
  const card = page.getByRole('button', { name: 'Итог звонка' });
  await see(card);
  const queue = page.getByRole('complementary', { name: 'Очередь' });
  await vi.waitFor(async () => {
    await page.keyboard.press('q');
    await queue.getByRole('link').first().waitFor({ timeout: 2000 });
  });
  const evidence = page.getByRole('heading', { level: 1 });
  const queueBox = await queue.boundingBox();
  expect(queueBox?.width).toBe(320);
  // Beside the case: the case begins where the queue ends.
  expect((await evidence.boundingBox())?.x).toBeGreaterThan((queueBox?.x ?? 0) + 320);
  const links = queue.getByRole('link');
  const before = await links.count();
  await expect.poll(() => links.count()).toBe(before);

  const third = links.nth(2);
  await third.hover();
  const place = await third.boundingBox();
  const name = await third.textContent();
  const id = await crash();
  const show = queue.getByRole('button', { name: 'Показать 1 новую' });
  await see(show);
  expect([await third.boundingBox(), await third.textContent()]).toEqual([place, name]);
  await page.mouse.move(1400, 500);
  await expect.poll(() => links.first().getAttribute('href')).toContain(`/${id}/`);

  await page.keyboard.press('k');
  for (let each = 0; each < 60 && !(await links.first().evaluate(link => link === document.activeElement)); each += 1)
    await page.keyboard.press('k');
  await page.keyboard.press('j');
  const target = await links.nth(1).getAttribute('href');
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).pathname).toBe(target);
  await see(queue);

  // Over the case in a narrower window: the case keeps its place, and opening another case closes the queue.
  await page.setViewportSize({ width: 1280, height: 800 });
  await gone(queue);
  await see(card);
  const left = (await evidence.boundingBox())?.x;
  await page.keyboard.press('q');
  await see(links.first());
  expect((await evidence.boundingBox())?.x).toBe(left);
  await page.keyboard.press('Escape');
  await gone(queue);
  await page.keyboard.press('q');
  await links.nth(3).click();
  await gone(queue);
});
