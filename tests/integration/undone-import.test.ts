import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { advisoryLock } from '../../server/db/advisoryLock.ts';
import type { Database } from '../../server/db/types.ts';
import { telemetryTables } from '../../server/modules/telemetry/repository.ts';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import { makeImei } from '../support/given.ts';
import { fileUpload } from '../support/upload.ts';
import { rings, waiters } from '../support/waiting.ts';

let app: TestApp;
let companyId: number;
let manager: Call;
let platform: Call;
let number = 0;
beforeAll(async () => {
  app = await openTestApp(undefined, { jobs: { startHook: 'onReady', heartbeatMs: 200 } });
  companyId = await app.given.company();
  manager = app.as((await app.given.account(companyId, 'MANAGER')).token);
  platform = app.as(await app.given.platformKey(companyId));
});
afterAll(() => app.close());

/** Imports two vouchers, one with a device. The device is new with the import, or was in stock before. */
const given = async (stock: 'new' | 'in stock') => {
  number += 1;
  const Imei = makeImei(910_000 + number);
  if (stock === 'in stock') expect((await manager('POST', '/api/v2/Device', { IMEI: Imei })).status).toBe(201);
  const file = `Номер ваучера;Фамилия;Марка;IMEI\nU-${number}-1;Петров;Kia;${Imei}\nU-${number}-2;Сидоров;Kia;\n`;
  const { body } = await manager('POST', '/api/v3/imports', undefined, fileUpload('a.csv', Buffer.from(file)));
  const path = `/api/v3/imports/${body.Id}`;
  const step = async (name: string, more?: object) => {
    expect(await manager('POST', `${path}/${name}`, more)).toMatchObject({ status: 200 });
    const idle = async () => {
      const reply = await manager('GET', path);
      expect(['checking', 'importing', 'undoing']).not.toContain(reply.body.State);
      return reply.body;
    };
    return vi.waitFor(idle, { interval: 20 });
  };
  const Columns = (await manager('GET', `${path}/columns`)).body.Columns.map(({ Field }: { Field: string }) => Field);
  await step('check', { Columns, TimeZone: 'Europe/Moscow' });
  expect(await step('run')).toMatchObject({ State: 'done', Error: null });
  // The follow-up jobs of the import lock devices too, so the test waits for their end.
  const working = "select from job where company_id = $1 and state in ('queued', 'running')";
  const idle = async () => expect((await app.connection.pool.query(working, [companyId])).rows).toHaveLength(0);
  await vi.waitFor(idle, { interval: 20 });
  const { rows } = await app.connection.pool.query(
    'select id, object_id from voucher where company_id = $1 and number like $2 order by id',
    [companyId, `U-${number}-%`],
  );
  const [driven, parked] = rows as { id: number; object_id: string }[];
  return { Imei, path, driven: driven!, parked: parked!, undo: () => step('undo') };
};
const send = (Imei: string, more: object = {}) => {
  const DateTime = app.clock.now().toISOString();
  const Positions = [{ DateTime, Latitude: 55.75, Longitude: 37.61, Speed: 40 }];
  return platform('POST', '/api/statistic/webhook', { MessageId: `undone-${number}`, Imei, Positions, ...more });
};
const fixesOf = async (objectId: string) =>
  (await app.connection.pool.query('select from position_block where object_id = $1', [objectId])).rows.length;
/** Starts both calls, each when the previous one waits, then releases the lock. */
const meeting = async <One, Other>(
  lock: (db: Kysely<Database>) => Promise<unknown>,
  one: () => Promise<One>,
  other: () => Promise<Other>,
) => {
  const begun = await app.connection.db.transaction().execute(async db => {
    await lock(db);
    const waiting = (count: number) => vi.waitFor(async () => expect(await waiters(app.connection.pool)).toBe(count));
    const first = one();
    await waiting(1);
    const second = other();
    await waiting(2);
    return [first, second] as const;
  });
  return Promise.all(begun);
};

describe.each(['new', 'in stock'] as const)('an import whose device was %s', stock => {
  it('is not undone when a message of the device came first, though it is not written yet', async () => {
    const { Imei, driven, undo } = await given(stock);
    const [sent, undone] = await meeting(
      db => advisoryLock(db, `object:${driven.object_id}`),
      () => send(Imei),
      undo,
    );
    expect(sent.body.Results[0]).toMatchObject({ Accepted: 1, Quarantined: false });
    expect(undone).toMatchObject({ State: 'done', Error: expect.stringContaining('1') });
    expect(await fixesOf(driven.object_id)).toBe(1);
    expect(await rings(app.connection.pool)).toBe(0);
  });

  it('is undone when a message comes after: it waits for whoever gets the device', async () => {
    const { Imei, driven, parked, undo } = await given(stock);
    const [undone, sent] = await meeting(
      db => sql`select id from voucher where company_id = ${companyId} and id = ${parked.id} for update`.execute(db),
      undo,
      () => send(Imei),
    );
    expect(undone).toMatchObject({ State: 'undone', Error: null });
    expect(sent.body.Results[0]).toMatchObject({ Accepted: 0, Quarantined: true });
    expect(await fixesOf(driven.object_id)).toBe(0);
    const { rows } = await app.connection.pool.query(
      'select from quarantine where company_id = $1 and imei = $2 and applied_at is null',
      [companyId, Imei],
    );
    expect(rows).toHaveLength(1);
    expect(await rings(app.connection.pool)).toBe(0);
  });
});

describe('data was sent', () => {
  it('prevents the undo also without a position', async () => {
    const { Imei, path, driven } = await given('new');
    const Alarms = [{ Kind: 'braking', DateTime: app.clock.now().toISOString() }];
    const sent = await send(Imei, { Positions: [], Alarms });
    expect(sent.status).toBe(200);
    expect(await fixesOf(driven.object_id)).toBe(0);
    const { body } = await manager('GET', `${path}/touched`);
    expect(body.Items).toMatchObject([{ Id: driven.id, Why: 'telemetry' }]);
  });

  it('when any table of the schema with data of objects says so', async () => {
    const { rows } = await app.connection.pool.query(
      `select table_name from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where column_name = 'object_id' and table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    const others = [
      // Tables about the owner of an object.
      ...['voucher', 'monitored_object', 'device_period'],
      // Checked separately, because people can report an accident.
      'accident',
      // Log of requests for positions.
      'location_view',
      // Sums of trips, written together with them.
      ...['object_day', 'object_stretch', 'object_weekday', 'object_score'],
    ];
    expect([...Object.keys(telemetryTables), ...others].sort()).toEqual(
      rows.map(({ table_name }) => table_name).sort(),
    );
  });
});
