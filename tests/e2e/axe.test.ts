import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { check, look, settled } from '../support/axe.ts';
import { desk, openCabinet, see, walkTo } from '../support/browser.ts';
import { addressesOf, openAddresses } from '../support/routes.ts';
import { signInTo } from '../support/running.ts';

const cabinet = openCabinet({ REGISTRATION: '1' });
const manager = 'manager@demo.drivedesk';
const operator = 'operator@demo.drivedesk';
let addresses: readonly string[] = [];

beforeAll(async () => {
  const { get, post } = await signInTo(cabinet.server.address, manager);
  const list = (await (await get('/api/v2/Accident/table/closed?pageSize=1')).json()) as {
    Items: { Id: number; ObjectId: string }[];
  };
  const { CompanyName } = (await (await get('/api/v2/Account/info')).json()) as { CompanyName: string };
  const asked = { FullName: 'Павел Просящий', Email: 'pavel@example.com', CompanyName, Phone: '+7 916 123-45-67' };
  expect((await post('/api/v2/Account/register', asked)).ok).toBe(true);
  const [first] = list.Items;
  addresses = addressesOf({
    status: 'closed',
    id: String(first?.Id),
    objectId: first?.ObjectId ?? '',
    voucherId: '1',
  });
});

/** The page at the address stands as a whole. */
const stand = async (page: Page, address: string): Promise<void> => {
  await walkTo(page, address);
  await see(page.getByRole('main').getByRole('heading', { level: 1 }).first());
};

const begin = async (email: string, language: 'ru' | 'en' = 'ru') => {
  const page = await cabinet.open({ as: email, language });
  await page.goto('/cabinet/dashboard/');
  await see(page.getByRole('button', { name: /^(Чат команды|Team chat)/ }));
  return page;
};

describe('nothing serious or critical is found by axe', { timeout: 180_000 }, () => {
  it('on the pages before signing in, also with faults', async () => {
    const page = await cabinet.open();
    for (const address of openAddresses) {
      await page.goto(address);
      await see(page.getByRole('heading', { level: 1 }));
      const send = page.getByRole('main').locator('button[type=submit]');
      if (await send.count()) {
        await send.click();
        await see(page.getByText('Поле обязательно для заполнения').first());
      }
      await check(page, address);
    }
  });

  it.each([0, 1, 2, 3])('on every page of the route table, quarter %i', async quarter => {
    const page = await begin(manager);
    for (const address of addresses.filter((_, at) => at % 4 === quarter)) {
      await page.setViewportSize(desk);
      await stand(page, address);
      await check(page, address);
    }
  });

  it('on pages that are not there, or not for everybody', async () => {
    const page = await begin(operator);
    for (const address of [
      '/cabinet/nowhere/',
      '/cabinet/accidents/unknown/',
      '/cabinet/accidents/opened/1/none',
      '/cabinet/users/operators/',
      '/cabinet/dashboard/',
    ]) {
      await page.setViewportSize(desk);
      await stand(page, address);
      await check(page, address);
    }
  });

  it.each([0, 1])('in English, half %i', async half => {
    const page = await begin(manager, 'en');
    const found: string[] = [];
    for (const address of addresses.filter((_, at) => at % 2 === half)) {
      await stand(page, address);
      await settled(page);
      expect(await page.locator('html').getAttribute('lang')).toBe('en');
      found.push(...(await look(page, `${address} in English`, 'html', 'words')));
    }
    expect(found).toEqual([]);
  });
});
