import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Call, openTestApp, type Reply, type TestApp } from '../support/app.ts';
import { freshen } from '../support/fresh.ts';
import { makeImei } from '../support/given.ts';
import { rings } from '../support/waiting.ts';

/*
 * Runs many changes of the same few records at once. Every waiting change must finish, and no deadlock may occur. Set
 * LOCK_TEST_SECONDS=150 to search for rare lock orders.
 */
const seconds = Number(process.env.LOCK_TEST_SECONDS ?? 5);
vi.setConfig({ testTimeout: seconds * 1000 + 60_000 });

let app: TestApp;
let manager: Call;
let admin: Call;
let platform: Call;
let operators: { readonly id: number; readonly call: Call }[];
const imeis = [1, 2, 3, 4].map(number => makeImei(770_000 + number));
const voucherIds: number[] = [];
const accidentIds: number[] = [];
let deviceIds: number[];
let clientIds: number[];
let modelId: number;

beforeAll(async () => {
  app = await openTestApp();
  const company = await app.given.company();
  manager = app.as((await app.given.account(company, 'MANAGER')).token);
  const { token } = await app.given.account(company, 'SUPERUSER');
  await freshen(app, token);
  admin = app.as(token);
  platform = app.as(await app.given.platformKey(company));
  operators = await Promise.all(
    [1, 2].map(async () => {
      const { id, token: own } = await app.given.account(company, 'OPERATOR');
      return { id, call: app.as(own) };
    }),
  );
  modelId = (await admin('POST', '/api/admin/obu', { Brand: 'A', Model: 'B' })).body.Id;
  deviceIds = await Promise.all(
    imeis.map(async IMEI => (await manager('POST', '/api/v2/Device', { IMEI, ObuModelId: modelId })).body.Id),
  );
  clientIds = await Promise.all(
    ['Первый', 'Второй'].map(async LastName => (await manager('POST', '/api/v2/Client', { LastName })).body.Id),
  );
  for (const at of [0, 1, 2, 3, 4]) {
    const Vehicle = { Brand: 'Kia', Model: 'Rio', RegNumber: 'А123ВС77' };
    const body = { VoucherNumber: `LOCK-${at}`, ClientId: clientIds[at % 2], Vehicle };
    const { Id, ObjectId } = (await manager('POST', '/api/v2/Voucher', body)).body;
    voucherIds.push(Id);
    const known = { voucher_id: Id, object_id: ObjectId, client_id: clientIds[at % 2] as number };
    accidentIds.push((await app.given.accident(company, known)).id);
  }
});
afterAll(() => app.close());

const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
let counter = 0;
const next = (): number => {
  counter += 1;
  return counter;
};
/** `read`: path that returns the record's version, if it is not the record's own path. */
const change = async (path: string, body: object, call = manager, read = path): Promise<Reply> => {
  const { status, body: row } = await call('GET', read);
  if (status !== 200) throw new Error(`${read} was answered with ${status}`);
  return call('PUT', path, { Version: row.Version, ...body });
};
const changeVoucher = (body: object): Promise<Reply> => {
  const path = `/api/v2/Voucher/${any(voucherIds)}`;
  return change(path, body, manager, `${path}/details`);
};
const move = (name: string, body: object) => admin('POST', `/api/v2/Voucher/${any(voucherIds)}/moves/${name}`, body);

const Reason = 'проба';
const ways: readonly (() => Promise<Reply>)[] = [
  () => move('attach', { Imei: any(imeis) }),
  () => move('attach', { Imei: any(imeis) }),
  () => move('swap', { Imei: any(imeis), Reason }),
  () => move('detach', { Reason }),
  () => move('suspend', { Reason }),
  () => move('resume', { Reason }),
  () => move('close', { Reason }),
  () => move('reopen', { Reason }),
  () => move('changeVehicle', { VehicleBrand: 'Lada', VehicleModel: 'Vesta', VehicleRegNumber: 'А321ВС77', Reason }),
  () => changeVoucher({ ClientLastName: `Л${next()}`, City: `Г${next()}` }),
  () => changeVoucher({ Branch: `Ф${next()}`, VehicleColor: `Ц${next()}` }),
  () => change(`/api/v2/Client/${any(clientIds)}`, { FirstName: `И${next()}`, Phone: `+7916${1_000_000 + next()}` }),
  () => change(`/api/v2/Device/${any(deviceIds)}`, { SimNumber: `+7916${1_000_000 + next()}` }),
  () => change(`/api/v2/ObuModel/${modelId}`, { Model: `М${next()}` }, admin),
  () => any(operators).call('GET', `/api/crash/lock/${any(accidentIds)}`),
  () => manager('POST', `/api/v2/Operator/${any(operators).id}/${any(['block', 'unblock'])}`, {}),
  () => {
    const DateTime = new Date(app.clock.now().getTime() - 1000).toISOString();
    const Positions = [{ DateTime, Latitude: 55.75, Longitude: 37.61, Speed: 40 }];
    return platform('POST', '/api/statistic/webhook', { MessageId: `lock-${next()}`, Imei: any(imeis), Positions });
  },
];

it('nobody who changes the same vouchers, clients and devices waits in a ring', async () => {
  const until = performance.now() + seconds * 1000;
  const failed: unknown[] = [];
  let done = 0;
  const work = async (): Promise<void> => {
    while (performance.now() < until) {
      const { status, body } = await any(ways)();
      if (status < 300) done += 1;
      // On a busy machine a statement may time out. That answer is no deadlock.
      if (status >= 500 && body.Code !== 'OVERLOADED') failed.push(body);
    }
  };
  await Promise.all(Array.from({ length: 10 }, work));
  expect(failed).toEqual([]);
  expect(done).toBeGreaterThan(5);
  expect(await rings(app.connection.pool)).toBe(0);
});
