import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const page = '/api/v2/Voucher/table?pageSize=25&page=1&sort=VoucherActivationDate-desc';

const companyWithVoucher = async (clientName: string) => {
  const companyId = await app.given.company();
  await app.given.voucher(companyId);
  const write = (name: string) =>
    app.connection.pool.query('update voucher set client_name = $2 where company_id = $1', [companyId, name]);
  await write(clientName);
  const manager = async () => app.as((await app.given.account(companyId, 'MANAGER')).token);
  return { write, managers: [await manager(), await manager()] as const };
};

const namesOf = async (call: Call): Promise<string[]> => {
  const { status, body } = await call('GET', page);
  expect(status).toBe(200);
  return body.Items.map(({ ClientName }: { ClientName: string }) => ClientName);
};

it('shows every change that was made before a page was asked for, however many ask for it meanwhile', async () => {
  const { write, managers } = await companyWithVoucher('0');
  const done = { yes: false };
  const others = Array.from({ length: 6 }, async (_, at) => {
    while (!done.yes) await namesOf(managers[at % 2] as Call);
  });
  const seen: string[] = [];
  for (let change = 1; change <= 40; change += 1) {
    await write(String(change));
    for (const names of await Promise.all(managers.map(each => namesOf(each)))) seen.push(...names);
  }
  done.yes = true;
  await Promise.all(others);
  expect(seen).toEqual(Array.from({ length: 80 }, (_, at) => String(Math.floor(at / 2) + 1)));
});

it('gives the same address asked for at once to each company with its own rows, and in each language', async () => {
  const [one, other] = [await companyWithVoucher('Иванов'), await companyWithVoucher('Петров')];
  const ask = (call: Call) => Promise.all(Array.from({ length: 5 }, () => namesOf(call)));
  const [ours, theirs] = await Promise.all([ask(one.managers[0]), ask(other.managers[0])]);
  expect(ours.flat()).toEqual(Array(5).fill('Иванов'));
  expect(theirs.flat()).toEqual(Array(5).fill('Петров'));
  const { rows } = await app.connection.pool.query<{ id: number; title_ru: string; title_en: string }>(
    "select code::int as id, title_ru, title_en from dictionary_entry where dictionary = 'carTypes' and title_ru <> title_en limit 1",
  );
  const [entry] = rows;
  await app.connection.pool.query('update voucher set car_type_id = $1', [entry?.id]);
  const carType = async (language: string) => {
    const headers = { 'accept-language': language };
    const { body } = await one.managers[0]('GET', page, undefined, { headers });
    return body.Items[0].CarType;
  };
  const languages = ['ru', 'en', 'ru', 'en', 'en', 'ru'];
  const titles = await Promise.all(languages.map(carType));
  expect(titles).toEqual(languages.map(language => (language === 'ru' ? entry?.title_ru : entry?.title_en)));
});
