import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Database } from '../../server/db/types.ts';
import { type Call, openTestApp, type Reply, type TestApp } from '../support/app.ts';
import { freshen } from '../support/fresh.ts';
import { makeImei } from '../support/given.ts';
import { fileUpload } from '../support/upload.ts';
import { rings, waiters } from '../support/waiting.ts';

/* Two changes that meet in the middle: one waits for the other, and both come out right. */
let app: TestApp;
let company: number;
let manager: Call;
let admin: Call;
let modelId: number;
let number = 0;
beforeAll(async () => {
  app = await openTestApp(undefined, { jobs: { from: 'onReady', beatMs: 200 } });
  company = await app.given.company();
  manager = app.as((await app.given.account(company, 'MANAGER')).token);
  const { token } = await app.given.account(company, 'SUPERUSER');
  await freshen(app, token);
  admin = app.as(token);
});
beforeEach(async () => {
  number += 1;
  modelId = (await admin('POST', '/api/admin/obu', { Brand: 'Teltonika', Model: `FMB${number}` })).body.Id;
});
afterAll(() => app.close());

const device = async (asWhom = manager): Promise<string> => {
  number += 1;
  const IMEI = makeImei(880_000 + number);
  expect((await asWhom('POST', '/api/v2/Device', { IMEI, ObuModelId: modelId })).status).toBe(201);
  return IMEI;
};
const voucher = async (more: object = {}, asWhom = manager): Promise<number> => {
  number += 1;
  const Vehicle = { Brand: 'Kia', Model: 'Rio', RegNumber: 'А123ВС77' };
  const Client = { LastName: 'Иванов' };
  const body = { VoucherNumber: `ORDER-${number}`, Client, Vehicle, ...more };
  return (await asWhom('POST', '/api/v2/Voucher', body)).body.Id;
};
const attach = (id: number, Imei: string) => manager('POST', `/api/v2/Voucher/${id}/moves/attach`, { Imei });
const rename = async (Model: string) => {
  const { Version } = (await admin('GET', `/api/v2/ObuModel/${modelId}`)).body;
  return admin('PUT', `/api/v2/ObuModel/${modelId}`, { Version, Model });
};
const modelIn = async (id: number) => (await manager('GET', `/api/v2/Voucher/${id}/details`)).body.ObuModel;

/** While somebody else holds a record; let go when `during` is done. What was begun there is answered afterwards. */
const whileHeld = async (
  record: ReturnType<typeof sql>,
  during: (begin: (call: () => Promise<Reply>) => Promise<void>) => Promise<void>,
): Promise<readonly number[]> => {
  const begun: Promise<Reply>[] = [];
  await app.connection.db.transaction().execute(async (tx: Kysely<Database>) => {
    await record.execute(tx);
    await during(async call => {
      let over = false;
      const before = await waiters(app.connection.pool);
      begun.push(call().finally(() => (over = true)));
      await vi.waitFor(async () => expect(over || (await waiters(app.connection.pool)) > before).toBe(true));
    });
  });
  return (await Promise.all(begun)).map(({ status }) => status);
};

it('a session is seen while its account is blocked', async () => {
  const { id, token } = await app.given.account(company, 'OPERATOR');
  const session = sql`select id from session where account_id = ${id} for no key update`;
  const statuses = await whileHeld(session, async begin => {
    expect((await app.as(token)('GET', '/api/v2/Account/info')).status).toBe(200);
    await vi.waitFor(async () => expect(await waiters(app.connection.pool)).toBe(1));
    await begin(() => manager('POST', `/api/v2/Operator/${id}/block`, {}));
  });
  expect(statuses).toEqual([200]);
  expect(await rings(app.connection.pool)).toBe(0);
});

it('a voucher gets a device of a model that is being renamed, while its client is changed', async () => {
  const { Id: ClientId, Version } = (await manager('POST', '/api/v2/Client', { LastName: 'Сидоров' })).body;
  const first = await voucher({ ClientId, Client: undefined });
  const second = await voucher({ ClientId, Client: undefined });
  const third = await voucher();
  await attach(second, await device());
  await attach(third, await device());
  const free = await device();
  const statuses = await whileHeld(sql`select id from voucher where id = ${third} for update`, async begin => {
    await begin(() => rename('FMX003'));
    await begin(() => attach(first, free));
    await begin(() => manager('PUT', `/api/v2/Client/${ClientId}`, { Version, LastName: 'Петров' }));
  });
  expect(statuses).toEqual([200, 200, 200]);
  expect(await rings(app.connection.pool)).toBe(0);
  expect(await Promise.all([first, second, third].map(modelIn))).toEqual(['FMX003', 'FMX003', 'FMX003']);
});

it('a voucher that gets a device while its model is renamed for another company has the new name', async () => {
  const later = await app.given.company();
  const theirs = app.as((await app.given.account(later, 'MANAGER')).token);
  const other = await voucher({}, theirs);
  const Imei = await device(theirs);
  await theirs('POST', `/api/v2/Voucher/${other}/moves/attach`, { Imei });
  const own = await voucher();
  const free = await device();
  const statuses = await whileHeld(sql`select id from voucher where id = ${other} for update`, async begin => {
    await begin(() => rename('FMX130'));
    await begin(() => attach(own, free));
  });
  expect(statuses).toEqual([200, 200]);
  expect(await modelIn(own)).toBe('FMX130');
});

it('an import is undone while a client of it is changed and the model of its device renamed', async () => {
  const IMEI = makeImei(880_000 + number);
  const file = `Номер ваучера;Фамилия;Марка;IMEI\nIM-${number}-1;Петров;Kia;${IMEI}\nIM-${number}-2;Сидоров;Kia;\n`;
  const { body: imported } = await manager(
    'POST',
    '/api/v3/imports',
    undefined,
    fileUpload('a.csv', Buffer.from(file)),
  );
  const path = `/api/v3/imports/${imported.Id}`;
  const whenState = (state: string) =>
    vi.waitFor(
      async () => {
        const reply = await manager('GET', path);
        expect(reply.body).toMatchObject({ State: state, Error: null });
        return reply;
      },
      { timeout: 20_000, interval: 20 },
    );
  const Columns = (await manager('GET', `${path}/columns`)).body.Columns.map(({ Field }: { Field: string }) => Field);
  await manager('POST', `${path}/check`, { Columns, TimeZone: 'Europe/Moscow' });
  await whenState('checked');
  await manager('POST', `${path}/run`);
  await whenState('done');
  const search = (end: number) => manager('GET', `/api/v2/Voucher/table?search=IM-${number}-${end}`);
  const [first, second] = [(await search(1)).body.Items[0], (await search(2)).body.Items[0]];
  await app.connection.pool.query('update device set obu_model_id = $1 where imei = $2', [modelId, IMEI]);
  const { ClientId } = (await manager('GET', `/api/v2/Voucher/${first.Id}/details`)).body;
  const { Version } = (await manager('GET', `/api/v2/Client/${ClientId}`)).body;
  expect(Version).toBe(1);
  const lastOfIt = sql`select id from voucher where id = ${second.Id} for update`;
  const statuses = await whileHeld(lastOfIt, async begin => {
    await begin(async () => {
      await manager('POST', `${path}/undo`);
      return whenState('undone');
    });
    await begin(() => rename('FMX640'));
    await begin(() => manager('PUT', `/api/v2/Client/${ClientId}`, { Version, LastName: 'Петрова' }));
  });
  expect(statuses).toEqual([200, 200, 404]);
  expect(await rings(app.connection.pool)).toBe(0);
});
