import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkDevices } from '../../server/modules/ingest/deviceCheck.ts';
import { makeWorkers } from '../../server/threads/workers.ts';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import { freshen } from '../support/fresh.ts';
import { makeImei } from '../support/given.ts';
import { openReceiver } from '../support/receiver.ts';

// Jobs are queued for a long time on a busy machine.

let app: TestApp;
const workers = makeWorkers(error => app.server.log.error(error));
let company: number;
let manager: Call;
let platform: Call;
let receiver: Awaited<ReturnType<typeof openReceiver>>;
const signIn = async (role: 'MANAGER' | 'SUPERUSER'): Promise<Call> => {
  const { token } = await app.given.account(company, role);
  if (role === 'SUPERUSER') await freshen(app, token);
  return app.as(token, 'en');
};
beforeAll(async () => {
  const webhooks = { http: true, hosts: ['127.0.0.1'], resolve: async () => [] };
  const texts = { ru: {}, en: { 'dossier.title': 'Dossier' } };
  app = await openTestApp(undefined, { jobs: { startHook: 'onReady', heartbeatMs: 200 }, webhooks, texts });
  receiver = await openReceiver();
  company = await app.given.company();
  manager = await signIn('MANAGER');
  platform = app.as(await app.given.platformKey(company));
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});

const ended = (call: Call, id: number) =>
  vi.waitFor(
    async () => {
      const { body } = await call('GET', `/api/v3/bulk/${id}`);
      expect(['ready', 'done']).toContain(body.State);
      return body;
    },
    { interval: 20 },
  );
/** Checks a bulk action, runs it, and returns the numbers of possible and changed records. */
const many = async (path: string, ids: readonly number[], Asked?: object, call = manager) => {
  const begun = await call('POST', path, { Query: { ids: ids.join(',') }, ...(Asked && { Asked }) });
  expect([begun.status, begun.body.Errors]).toEqual([201, undefined]);
  const { Possible } = await ended(call, begun.body.Id);
  expect((await call('POST', `/api/v3/bulk/${begun.body.Id}/run`)).status).toBe(201);
  const { Changed } = await vi.waitFor(
    async () => {
      const { body } = await call('GET', `/api/v3/bulk/${begun.body.Id}`);
      expect(body.State).toBe('done');
      return body;
    },
    { interval: 20 },
  );
  return { Possible, Changed };
};
const rows = async (path: string, call = manager) => (await call('GET', path)).body.Items;
const idsOf = async (path: string, call = manager): Promise<number[]> =>
  (await rows(path, call)).map(({ Id }: { Id: number }) => Id);

describe('many records of a register', () => {
  it('entries of a dictionary are retired and brought back', async () => {
    const boss = await signIn('SUPERUSER');
    const list = '/api/v2/DictionaryEntry/table?Dictionary=carTypes&pageSize=2';
    const entries = await idsOf(list, boss);
    const retired = async () => (await rows(list, boss)).map(({ Retired }: { Retired: boolean }) => Retired);
    expect(await many('/api/v2/DictionaryEntry/bulk/retire', entries, undefined, boss)).toEqual({
      Possible: 2,
      Changed: 2,
    });
    expect(await retired()).toEqual([true, true]);
    await many('/api/v2/DictionaryEntry/bulk/bringBack', entries, undefined, boss);
    expect(await retired()).toEqual([false, false]);
    expect((await manager('POST', '/api/v2/DictionaryEntry/bulk/retire', { Query: {} })).status).toBe(403);
  });

  it('faults are read, confirmed and cleared, each with the reason in its history', async () => {
    const made = await Promise.all([1, 2].map(() => app.given.voucher(company)));
    const sent = app.clock.now().getTime();
    for (const [at, { imei }] of made.entries())
      await platform('POST', '/api/statistic/webhook', {
        MessageId: `register-${at}`,
        Imei: imei,
        Positions: [{ DateTime: new Date(sent).toISOString(), Latitude: 55.7, Longitude: 37.6, Speed: 0 }],
      });
    app.clock.forward(4 * 86_400);
    manager = await signIn('MANAGER');
    await checkDevices({ db: app.connection.db, now: app.clock.now, log: app.server.log, workers });
    const [first = 0, second = 0] = await idsOf('/api/v2/Anomaly/status');
    expect((await manager('GET', `/api/v2/Anomaly/${first}`)).body).toMatchObject({ Id: first, Kind: 'silence' });
    const Asked = { Reason: 'снят с учёта' };
    expect(await many('/api/v2/Anomaly/bulk/confirm', [first], Asked)).toEqual({ Possible: 1, Changed: 1 });
    expect(await many('/api/v2/Anomaly/bulk/clear', [second], Asked)).toEqual({ Possible: 1, Changed: 1 });
  });

  it('installation centres are removed', async () => {
    const made = [];
    for (const Name of ['Север', 'Юг']) {
      const { status, body } = await manager('POST', '/api/v2/InstallationCenter', {
        Name,
        City: 'Москва',
        Address: 'ул. Новая, 1',
      });
      expect([status, body.Errors]).toEqual([201, undefined]);
      made.push(body.Id);
    }
    expect(await many('/api/v2/InstallationCenter/bulk/remove', made)).toEqual({ Possible: 2, Changed: 2 });
    const left = await Promise.all(made.map(id => manager('GET', `/api/v2/InstallationCenter/${id}`)));
    expect(left.map(({ status }) => status)).toEqual([404, 404]);
  });

  it('deliveries of a webhook are sent again', async () => {
    receiver.answer((response, { json }) => response.end(JSON.stringify({ Challenge: json.Data?.Challenge })));
    const body = { Url: receiver.url, Events: ['accident.create'] };
    expect((await manager('POST', '/api/webhook/activate', body)).status).toBe(200);
    const voucher = await app.given.voucher(company);
    await manager('POST', '/api/v2/Accident', { VoucherId: voucher.id, CrashDateTime: app.clock.now() });
    const deliveries = await vi.waitFor(async () => {
      const found = await idsOf('/api/v2/WebhookDelivery/table');
      expect(found.length).toBeGreaterThan(0);
      return found;
    });
    expect((await many('/api/v2/WebhookDelivery/bulk/replay', deliveries)).Changed).toBe(deliveries.length);
  });
});

describe('one record of a register', () => {
  it('brands and models of cars and models of devices that nothing uses are removed', async () => {
    const boss = await signIn('SUPERUSER');
    const create = async (path: string, body: object) => {
      const made = await boss('POST', path, body);
      expect([path, made.status, made.body.Errors]).toEqual([path, 201, undefined]);
      return made.body as { Id: number; Version: number };
    };
    const brand = await create('/api/v2/VehicleBrand', { Name: 'Волна' });
    const model = await create('/api/v2/VehicleModel', { Name: 'Волна-2', BrandId: brand.Id });
    const obu = await create('/api/v2/ObuModel', {
      Brand: 'Маяк',
      Model: 'М-1',
      RangeG: 16,
      RateHz: 100,
      Frame: 'vehicle',
    });
    for (const [path, { Id, Version }] of [
      ['/api/v2/VehicleModel', model],
      ['/api/v2/VehicleBrand', brand],
      ['/api/v2/ObuModel', obu],
    ] as const) {
      const removed = await boss('DELETE', `${path}/${Id}?version=${Version}`);
      expect([path, removed.status, removed.body.Errors]).toEqual([path, 200, undefined]);
      expect((await boss('GET', `${path}/${Id}`)).status).toBe(404);
    }
  });

  it('a device nobody has registered is read with what it has sent', async () => {
    const imei = makeImei(700_777);
    await platform('POST', '/api/statistic/webhook', { MessageId: 'unknown-1', Imei: imei, Positions: [] });
    const [Id] = await idsOf(`/api/v2/QuarantinedDevice/table?search=${imei}`);
    expect((await manager('GET', `/api/v2/QuarantinedDevice/${Id}`)).body).toMatchObject({ IMEI: imei, Messages: 1 });
  });

  it('a case is given to an operator and its call planned', async () => {
    const { id } = await app.given.accident(company);
    const olga = await app.given.account(company, 'OPERATOR', { full_name: 'Ольга' });
    const at = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
    const assigned = await manager('POST', `/api/v2/Accident/${id}/assign`, { OperatorId: olga.id });
    const planned = await manager('POST', `/api/v2/Accident/${id}/setNextCall`, { DateTimeOfNextCall: at });
    expect([assigned.status, assigned.body.Errors, planned.status, planned.body.Errors]).toEqual([
      ...[200, undefined],
      ...[200, undefined],
    ]);
    expect((await manager('GET', `/api/v2/Accident/${id}`)).body).toMatchObject({ DateTimeOfNextCall: at });
  });

  it('a removal that was scheduled is cancelled, and the voucher is active again', async () => {
    const { id } = await app.given.voucher(company);
    const centre = await manager('POST', '/api/v2/InstallationCenter', {
      Name: 'Запад',
      City: 'Москва',
      Address: 'ул. Новая, 2',
    });
    const move = (name: string, body: object) => manager('POST', `/api/v2/Voucher/${id}/moves/${name}`, body);
    const scheduled = await move('scheduleRemoval', {
      InstallationCenterId: centre.body.Id,
      AppointmentAt: new Date(app.clock.now().getTime() + 86_400_000).toISOString(),
      Reason: 'продажа',
    });
    expect([scheduled.status, scheduled.body.Status]).toEqual([200, 'awaitingRemoval']);
    const cancelled = await move('cancelRemoval', { Reason: 'не продаёт' });
    expect([cancelled.status, cancelled.body.Status]).toEqual([200, 'active']);
  });

  it('what the legacy path tells of a device’s owner, the newer one tells too; whether the server is well, anybody is told', async () => {
    const both = await Promise.all(
      ['/api/info/terminalAffiliations', '/api/v2/Info/terminalAffiliations'].map(path => manager('GET', path)),
    );
    expect(both[0]?.body).toEqual(both[1]?.body);
    expect(both[0]?.body.length).toBeGreaterThan(0);
    expect((await app.anonymous('GET', '/health')).status).toBe(200);
  });

  it('an export of a dossier that is not wanted is dropped', async () => {
    const { id } = await app.given.accident(company);
    const begun = await manager('POST', `/api/v3/accidents/${id}/dossiers`, { TimeZone: 'Europe/Moscow' });
    expect([begun.status, begun.body.Code]).toEqual([200, undefined]);
    const dropped = await manager('DELETE', `/api/v3/accidents/${id}/dossiers/${begun.body.Number}`);
    expect([dropped.status, dropped.body.Code]).toEqual([200, undefined]);
  });
});
