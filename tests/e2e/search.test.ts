import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { look } from '../support/axe.ts';
import { gone, openCabinet, phone, see, visit } from '../support/browser.ts';

const cabinet = openCabinet();
const manager = 'manager@demo.drivedesk';
const operator = 'operator@demo.drivedesk';

const field = (page: Page) => page.getByRole('combobox', { name: /^(Поиск по кабинету|Search)$/ });
const options = (page: Page) => page.getByRole('option');
const chosen = (page: Page) => page.locator('[role=option][aria-selected=true]');

/** Each typed letter starts a search. The final results are announced when they arrive. */
const allFound = (page: Page) => see(page.getByRole('status').filter({ hasText: /^Найден[аоы]/ }));

const openSearch = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+KeyK');
  await see(field(page));
};

/** Returns plate and IMEI of a voucher of the demo portfolio, as the list shows them. */
const someVoucher = async (page: Page) => {
  const token = await page.evaluate(() => localStorage.getItem('tokens') ?? sessionStorage.getItem('tokens') ?? '');
  const { Token } = JSON.parse(token) as { Token: string };
  const reply = await page.request.get('/api/v2/Voucher/table?pageSize=1&sort=Crashes-desc', {
    headers: { authorization: `Bearer ${Token}` },
  });
  const { Items } = (await reply.json()) as {
    Items: { VoucherNumber: string; VehicleRegNumber: string; IMEI: string }[];
  };
  return Items[0] as (typeof Items)[number];
};

describe('the search over everything', () => {
  it('finds a plate typed in the wrong layout, by keyboard alone, and finds its way back', async () => {
    const page = await visit(cabinet, '/cabinet/accidents/opened/', manager);
    const { VoucherNumber, VehicleRegNumber } = await someVoucher(page);
    const russian = 'йцукенгшщзхъфывапролджэячсмитьбю';
    const american = "qwertyuiop[]asdfghjkl;'zxcvbnm,.";
    const wrong = [...VehicleRegNumber.toLowerCase()].map(key => american[russian.indexOf(key)] ?? key).join('');

    await openSearch(page);
    await page.keyboard.type(wrong);
    await allFound(page);
    await see(chosen(page).filter({ hasText: VoucherNumber }));
    await expect.poll(() => chosen(page).locator('mark').first().textContent()).toBe(VehicleRegNumber);
    await page.keyboard.press('Enter');
    await gone(field(page));
    await page.waitForURL(/\/cabinet\/cards\/\d+\//);
    await see(page.getByRole('heading', { level: 1, name: new RegExp(VoucherNumber) }));

    // Earlier searches are offered again.
    await openSearch(page);
    await page.getByRole('button', { name: wrong }).click();
    await see(chosen(page).filter({ hasText: VoucherNumber }));
    await page.keyboard.press('Escape');
    await gone(field(page));
  });

  it('goes through the groups with the arrows, and opens another tab with Ctrl+Enter', async () => {
    const page = await visit(cabinet, '/cabinet/dashboard/', manager);
    const { VehicleRegNumber } = await someVoucher(page);
    await openSearch(page);
    const whole = page.waitForResponse(reply => new URL(reply.url()).searchParams.get('q') === VehicleRegNumber);
    await page.keyboard.type(VehicleRegNumber);
    await whole;
    await see(page.getByRole('group', { name: 'Аварии' }));
    // The results of the first letters may still be on the screen, and a selection in them is lost with them.
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowDown');
        return chosen(page).textContent();
      })
      .toContain('#');
    const [tab] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Control+Enter')]);
    // The new tab has the session of this tab.
    await see(tab.getByRole('heading', { name: /^Авария #/, level: 1 }));
    await see(field(page));
    const href = await chosen(page).getAttribute('href');
    await expect.poll(() => new URL(tab.url()).pathname).toBe(href);
  });

  it('shows an operator accidents only', async () => {
    const page = await visit(cabinet, '/cabinet/dashboard/', operator);
    await openSearch(page);
    await see(page.getByText(/Здесь находятся аварии и страницы кабинета/i));
    await page.keyboard.type('а');
    await see(options(page).first());
    const groups = () =>
      page.getByRole('group').evaluateAll(all => all.map(one => one.querySelector('div')?.textContent));
    // Only groups of records are compared. Pages are found too and come first.
    await expect.poll(async () => (await groups()).filter(group => group !== 'Страницы')).toEqual(['Аварии']);
  });

  it('says that nothing was found, and that the server is gone', async () => {
    const page = await visit(cabinet, '/cabinet/dashboard/', manager);
    await openSearch(page);
    await page.keyboard.type('такого нет');
    await see(page.getByText('По запросу «такого нет» ничего не найдено').first());
    await page.route('**/api/v3/search**', route => route.abort());
    await page.keyboard.type('!');
    await see(page.getByRole('alert').filter({ hasText: 'Поиск не удался' }));
    await page.unroute('**/api/v3/search**');
    await page.getByRole('button', { name: 'Повторить' }).first().click();
    await see(page.getByText('По запросу «такого нет!» ничего не найдено').first());
  });

  it.each(['light', 'dark'] as const)('fills a phone in the %s theme and has no barrier in it', async theme => {
    const page = await visit(cabinet, '/cabinet/dashboard/', manager, { size: phone });
    if (theme === 'dark') {
      await page.getByRole('button', { name: 'Открыть верхнее меню' }).click();
      await page.getByRole('button', { name: 'Включить тёмную тему' }).click();
      await page.keyboard.press('Escape');
    }
    await vi.waitFor(async () => expect(await page.locator('html').getAttribute('data-theme')).toBe(theme));
    await page.getByRole('button', { name: 'Поиск' }).click();
    await field(page).fill('иван');
    await see(options(page).first());
    const box = await page.getByRole('dialog').boundingBox();
    expect(box).toEqual({ x: 0, y: 0, width: phone.width, height: phone.height });
    expect(await look(page, 'search', '[role=dialog]')).toEqual([]);
  });
});
