import pg from 'pg';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { resources } from '../../src/resources/index.ts';
import type { RouteEntry } from '../../src/routes/entry.ts';
import { routeTable } from '../../src/routes/table.ts';
import { callFor } from '../../src/schema/paths.ts';
import { check, look, turn } from '../support/axe.ts';
import { desk, openCabinet, see, walkTo } from '../support/browser.ts';
import { openAddresses } from '../support/routes.ts';
import { signInTo } from '../support/running.ts';

const cabinet = openCabinet({ REGISTRATION: '1' });
const manager = 'manager@demo.drivedesk';
const operator = 'operator@demo.drivedesk';
const superuser = 'admin@demo.drivedesk';

const sees = ({ roles }: RouteEntry): string => (!roles || roles.includes('MANAGER') ? manager : superuser);

/** Returns resource and path parameter of the record that a page shows. */
const recordOf = ({
  shownRecord,
  page,
}: RouteEntry): { readonly resource: string; readonly id: string } | undefined => {
  if (shownRecord) return shownRecord;
  if (typeof page !== 'object') return undefined;
  if ('record' in page) return { resource: page.record, id: 'id' };
  return 'form' in page && page.form === 'update' ? { resource: page.resource, id: 'id' } : undefined;
};

/** Pages of existing records, if the demo has one, with an account that may see them. */
const visits: { readonly email: string; readonly address: string }[] = [];

const makeVisits = async (): Promise<void> => {
  visits.length = 0;
  const first = async (email: string, path: string) => {
    const { get } = await signInTo(cabinet.server.address, email);
    const { Items = [] } = (await (await get(`${path}?pageSize=10`)).json()) as {
      Items?: Readonly<Record<string, unknown>>[];
    };
    return Items[0];
  };
  const accident = await first(manager, '/api/v2/Accident/table/closed');
  for (const entry of routeTable) {
    const email = sees(entry);
    const { resource: name, id } = recordOf(entry) ?? {};
    const resource = Object.values(resources).find(each => each.name === name);
    const list = resource && callFor(resource, 'list')?.split(' ')[1];
    const record = id && list ? await first(email, list) : undefined;
    const given = {
      status: 'closed',
      id: accident?.Id,
      objectId: accident?.ObjectId,
      ...(id && { [id]: record?.Id ?? 1 }),
    };
    const path = entry.path.replace(/:(\w+)/g, (_, parameter: keyof typeof given) => String(given[parameter]));
    // The list has one page of rows, because more rows are drawn the same way.
    visits.push({ email, address: entry.resource ? `${path}?perPage=10` : path });
  }
};

/**
 * Text of a person who wants it to be read as markup. The content security policy stops the script, and that fails the
 * journey.
 */
const markup = '<img src=x onerror=alert(1)>';
const written: Readonly<Record<string, readonly string[]>> = {
  account: ['full_name', 'occupation'],
  accident: ['client_name', 'client_last_name', 'city', 'street', 'reg_number', 'vehicle_model'],
  accident_image: ['caption', 'file_name'],
  accident_note: ['text'],
  anomaly: ['reason'],
  audit: ['actor_name', 'reason'],
  bulk_change: ['author_name', 'filter'],
  client: ['last_name', 'city', 'street'],
  company: ['name'],
  device: ['obu_brand', 'obu_model', 'sim_number'],
  dictionary_entry: ['title_ru', 'title_en'],
  filter_template: ['name', 'owner_name'],
  import: ['author_name', 'file_name'],
  import_fault: ['value'],
  installation_center: ['name', 'city', 'address', 'hours'],
  message: ['author_name', 'text'],
  obu_model: ['brand', 'model'],
  platform_key: ['name'],
  quarantine: ['message_id'],
  trip: ['notes', 'exclusion_reason'],
  vehicle_brand: ['name'],
  vehicle_model: ['name'],
  voucher: [
    'number',
    'client_name',
    'client_last_name',
    'reg_number',
    'vehicle_model',
    'agent',
    'branch',
    'contract_number',
  ],
  webhook_delivery: ['fault', 'answer_beginning'],
};
const writeMarkup = async (): Promise<void> => {
  const client = new pg.Client({ connectionString: cabinet.server.databaseUrl });
  await client.connect();
  for (const [table, columns] of Object.entries(written)) {
    const marked = columns.map(column => `${column} = left(${column}, 30) || $1`);
    const some = `select ctid from ${table} limit 300`;
    await client.query(`update ${table} set ${marked.join()} where ctid in (${some})`, [markup]);
  }
  await client.end();
};

cabinet.prepare(async () => {
  await writeMarkup();
  const { get, post } = await signInTo(cabinet.server.address, manager);
  const { CompanyName } = (await (await get('/api/v2/Account/info')).json()) as { CompanyName: string };
  const asked = { FullName: 'Павел Просящий', Email: 'pavel@example.com', CompanyName, Phone: '+7 916 123-45-67' };
  expect((await post('/api/v2/Account/register', asked)).ok).toBe(true);
  await makeVisits();
});

const nowhere = /^(Страница не найдена|Page not found)/;

/** Opens the address and waits until the whole page is drawn and the earlier page is gone. */
const stand = async (page: Page, address: string): Promise<void> => {
  await walkTo(page, '/cabinet/nowhere/');
  await expect.poll(() => page.title(), { interval: 20 }).toMatch(nowhere);
  await walkTo(page, address);
  await expect.poll(() => page.title(), { interval: 20 }).not.toMatch(nowhere);
  await see(page.getByRole('main').getByRole('heading', { level: 1 }).first());
};

const begin = async (how: Parameters<typeof cabinet.open>[0]) => {
  const page = await cabinet.open({ ...how, maps: 'webgl' });
  await page.goto('/cabinet/nowhere/');
  await see(page.getByRole('main').getByRole('heading', { level: 1 }));
  return page;
};

describe('nothing serious or critical is found by axe, with markup in every text that people write', {
  timeout: 400_000,
}, () => {
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

  it.each(['light', 'dark'] as const)(
    'on every second page of the route table, %s and Russian on a desktop, the other and English on a phone',
    async theme => {
      const found: string[] = [];
      let readAsText = 0;
      for (const as of [manager, superuser]) {
        const page = await begin({ as, theme, language: 'ru', size: desk });
        for (const { address } of visits.filter(
          ({ email }, at) => email === as && at % 2 === Number(theme === 'dark'),
        )) {
          await stand(page, address);
          found.push(...(await look(page, address)));
          if (await page.locator('[src=x], [onerror]').count()) found.push(`${address}: a text is read as markup`);
          readAsText += Number((await page.getByRole('main').innerText()).includes(markup));
          await turn(page);
          found.push(...(await look(page, address)));
        }
      }
      expect(found).toEqual([]);
      expect(readAsText).toBeGreaterThan(10);
    },
  );

  it('on pages that are not there, or not for everybody; and a text that is too pale is found each time', async () => {
    const page = await begin({ as: operator });
    const pale = '<p id="pale" style="color: #999; background: #aaa">pale</p>';
    for (let time = 1; time <= 2; time += 1) {
      await page.getByRole('main').evaluate((main, html) => main.insertAdjacentHTML('beforeend', html), pale);
      expect(await look(page, 'nowhere')).toEqual([expect.stringContaining('color-contrast at #pale')]);
      await page.locator('#pale').evaluate(element => element.remove());
      expect(await look(page, 'nowhere')).toEqual([]);
    }
    for (const address of [
      '/cabinet/accidents/unknown/',
      '/cabinet/accidents/opened/1/none',
      '/cabinet/users/operators/',
      '/cabinet/dashboard/',
    ]) {
      await stand(page, address);
      await check(page, address);
    }
    await walkTo(page, '/cabinet/nowhere/');
    await expect.poll(() => page.title()).toMatch(nowhere);
    await check(page, '/cabinet/nowhere/');
  });
});
