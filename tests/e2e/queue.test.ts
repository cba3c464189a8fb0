import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openCabinet, see } from '../support/browser.ts';

const cabinet = openCabinet();
const poll = <T>(look: () => T) => expect.poll(look, { timeout: 15_000 });
const path = (page: Page) => new URL(page.url()).pathname;
const release = (page: Page) => page.getByRole('button', { name: 'Освободить' });

it('the queue is worked by keys: two who ask at once get two cases, and a row is claimed, noted and selected', async () => {
  const [first, second] = await Promise.all(
    ['operator@demo.drivedesk', 'manager@demo.drivedesk'].map(as => cabinet.open({ as })),
  );
  const pages = [first, second] as [Page, Page];
  await Promise.all(
    pages.map(async page => {
      await page.goto('/');
      await see(page.getByRole('button', { name: 'Быстрые действия' }));
    }),
  );
  await see(pages[1].getByRole('heading', { name: 'Диспетчерская' }));
  // Keys are listened to once the live updates are loaded.
  for (const page of pages) {
    await poll(async () => {
      await page.keyboard.press('?');
      return page.getByRole('dialog', { name: 'Клавиши' }).count();
    }).toBe(1);
    await see(page.getByText('Взять следующую свободную аварию'));
    await page.keyboard.press('Escape');
    await poll(() => page.getByRole('dialog').count()).toBe(0);
  }
  await Promise.all(pages.map(page => page.keyboard.press('x')));
  await Promise.all(pages.map(page => see(release(page))));
  expect(path(pages[0])).toMatch(/^\/cabinet\/accidents\/opened\/\d+\//);
  expect(path(pages[0])).not.toBe(path(pages[1]));

  const page = pages[0];
  await page.goto('/cabinet/accidents/opened/');
  const rows = page.getByRole('main').locator('tbody tr');
  await see(rows.first());
  expect(await rows.first().getAttribute('data-wait')).toBe('overdue');
  // Somebody else's case is passed over: the fifth row is nobody's.
  await poll(async () => {
    await page.keyboard.press('j');
    return page.evaluate(() => document.activeElement?.closest('tr')?.rowIndex ?? 0);
  }).toBe(5);
  await page.keyboard.press('n');
  await see(page.getByRole('textbox', { name: 'Новая заметка' }));
  await see(release(page));

  // A name is selected as text, and does not open its row.
  await page.goto('/cabinet/accidents/opened/');
  const name = rows.nth(2).locator('td').nth(5).locator('span').first();
  await see(name);
  const box = await name.boundingBox();
  if (!box) throw new Error('The name is not in sight');
  await page.mouse.move(box.x + 1, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  expect((await page.evaluate(() => String(getSelection()))).length).toBeGreaterThan(5);
  expect(path(page)).toBe('/cabinet/accidents/opened/');
  // A click on it does.
  await page.evaluate(() => getSelection()?.removeAllRanges());
  await name.click();
  await poll(() => path(page)).toMatch(/opened\/\d+\//);
});
