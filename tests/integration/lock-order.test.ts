import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { inTransaction } from '../../server/db/change.ts';
import type { Database } from '../../server/db/types.ts';
import { queueEvent } from '../../server/modules/webhooks/service.ts';
import { prune } from '../../server/plugins/upkeep.ts';
import { type Call, openTestApp, type Reply, type TestApp } from '../support/app.ts';
import { freshen } from '../support/fresh.ts';
import { makeImei } from '../support/given.ts';
import { impactInMs2 } from '../support/impacts.ts';
import { fileUpload } from '../support/upload.ts';
import { rings, waiters } from '../support/waiting.ts';

/* Two changes run at the same time. One waits for the other, and both are correct. */
let app: TestApp;
let company: number;
let manager: Call;
let admin: Call;
let modelId: number;
let number = 0;
beforeAll(async () => {
  app = await openTestApp(undefined, { jobs: { startHook: 'onReady', heartbeatMs: 200 } });
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

/** Sends an impact of that many minutes ago, beyond the range of the sensor. */
const impact = (Imei: string, minutes: number) => {
  const atMs = app.clock.now().getTime() - minutes * 60_000;
  number += 1;
  return {
    MessageId: `lock-${number}`,
    Imei,
    CrashDateTime: new Date(atMs).toISOString(),
    Curve: impactInMs2(atMs),
  };
};

/** Locks a record until `during` ends. Calls that began meanwhile are answered afterwards. */
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
  const statuses = await whileHeld(
    sql`select id from voucher where company_id = ${company} and id = ${third} for update`,
    async begin => {
      await begin(() => rename('FMX003'));
      await begin(() => attach(first, free));
      await begin(() => manager('PUT', `/api/v2/Client/${ClientId}`, { Version, LastName: 'Петров' }));
    },
  );
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
  const statuses = await whileHeld(
    sql`select id from voucher where company_id = ${later} and id = ${other} for update`,
    async begin => {
      await begin(() => rename('FMX130'));
      await begin(() => attach(own, free));
    },
  );
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
      { interval: 20 },
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
  const lastOfIt = sql`select id from voucher where company_id = ${company} and id = ${second.Id} for update`;
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

/** Locks the first row, then starts the call. The call must not have locked the second row while it waits. */
const firstOfTwo = async (table: string, [first, second]: readonly [number, number], call: () => Promise<Reply>) => {
  const holding = (id: number) =>
    sql`select id from ${sql.table(table)} where company_id = ${company} and id = ${id} for update`;
  let begun: Promise<Reply> | undefined;
  await app.connection.db.transaction().execute(async tx => {
    await holding(first).execute(tx);
    begun = call();
    await vi.waitFor(async () => expect(await waiters(app.connection.pool)).toBe(1));
    await holding(second).execute(tx);
  });
  return (await begun)?.status;
};

it('an impact that an earlier device of the vehicle sends late is taken while its voucher is moved', async () => {
  const platform = app.as(await app.given.platformKey(company));
  const { id, imei, objectId } = await app.given.voucher(company, {
    activated_at: new Date(app.clock.now().getTime() - 3_600_000),
  });
  const asked = { Reason: 'неисправно', Imei: await device() };
  expect((await manager('POST', `/api/v2/Voucher/${id}/moves/swap`, asked)).status).toBe(200);
  const vehicle = sql`select pg_advisory_xact_lock(hashtextextended(${`object:${objectId}`}, 0))`;
  const statuses = await whileHeld(vehicle, async begin => {
    await begin(() => platform('POST', '/api/crash/webhook', impact(imei ?? '', 30)));
    await begin(() => manager('POST', `/api/v2/Voucher/${id}/moves/suspend`, { Reason: 'ремонт' }));
  });
  expect(statuses).toEqual([200, 200]);
  expect(await rings(app.connection.pool)).toBe(0);
  expect((await manager('GET', `/api/v2/Voucher/${id}/accidents`)).body.Total).toBe(1);
});

it('a dossier is cancelled as it is made: its version before its job', async () => {
  const { id: accident } = await app.given.accident(company, {});
  const { rows } = await app.connection.pool.query(
    `insert into job (company_id, kind, author_id, author_name, state, input, attempt, heartbeat_at, created_at, expires_at)
     select $1, 'dossier', id, 'test', 'running', '{}', 1, now(), now(), now() + interval '1 day' from account
     where company_id = $1 limit 1 returning id`,
    [company],
  );
  await app.connection.pool.query(
    `insert into dossier (company_id, accident_id, number, job_id, author_id, author_name, locale, time_zone, created_at,
       state_sha256) values ($1, $2, 1, $3, 1, 'test', 'ru', 'UTC', now(), '')`,
    [company, accident, rows[0].id],
  );
  let cancelled: Promise<Reply> | undefined;
  await app.connection.db.transaction().execute(async tx => {
    await sql`update dossier set made_at = now() where accident_id = ${accident}`.execute(tx);
    cancelled = manager('DELETE', `/api/v3/accidents/${accident}/dossiers/1`);
    await vi.waitFor(async () => expect(await waiters(app.connection.pool)).toBe(1));
    await sql`update job set state = 'done' where id = ${rows[0].id}`.execute(tx);
  });
  expect((await cancelled)?.body.Code).toBe('ALREADY_SO');
  expect(await rings(app.connection.pool)).toBe(0);
});

it('a change that has a webhook told goes on for long, and others that have it told do not wait for it', async () => {
  await app.connection.pool.query(
    `insert into webhook (company_id, url, events, state, secret, created_at, created_by)
     values ($1, 'https://example.test/', '{accident.create}', 'active', 'x', now(), 'test')`,
    [company],
  );
  const author = { companyId: company, accountId: null, name: 'test', requestId: null, at: app.clock.now() };
  await inTransaction(app.connection.db, author, async tx => {
    await queueEvent(tx, { companyId: company, type: 'accident.create', at: app.clock.now(), data: {} });
    const { id: VoucherId } = await app.given.voucher(company);
    const body = { VoucherId, CrashDateTime: app.clock.now().toISOString() };
    expect((await manager('POST', '/api/v2/Accident', body)).status).toBe(201);
  });
});

it('impacts whose fault is cleared are held by id, whichever was found first', async () => {
  const platform = app.as(await app.given.platformKey(company));
  const { imei, objectId } = await app.given.voucher(company);
  const crash = async (minutes: number): Promise<number> =>
    (await platform('POST', '/api/crash/webhook', impact(imei ?? '', minutes))).body.AccidentId;
  const impacts = [await crash(90), await crash(30)] as const;
  // Now the fault of the first impact is stored behind that of the other.
  await app.connection.pool.query('update anomaly set count = count where accident_id = $1', [impacts[0]]);
  const { Items } = (await manager('GET', '/api/v2/Anomaly/status?pageSize=100')).body;
  const fault = Items.find((item: { ObjectId: string; Kind: string }) => item.ObjectId === objectId);
  const clear = () => manager('POST', `/api/v2/Anomaly/${fault.Id}/clear`, { Reason: 'масштаб известен' });
  expect(await firstOfTwo('accident', impacts, clear)).toBe(200);
  expect(await rings(app.connection.pool)).toBe(0);
  for (const id of impacts) expect((await manager('GET', `/api/v2/Accident/${id}`)).body.Status).toBe('opened');
});

it('notices marked as read in two tabs are held by id, whichever was written first', async () => {
  const { id: account_id, token } = await app.given.account(company, 'OPERATOR');
  const notice = { company_id: company, account_id, kind: 'call' as const, at: app.clock.now() };
  const rows = await app.connection.db.insertInto('notification').values([notice, notice]).returning('id').execute();
  const [first, second] = rows.map(({ id }) => id) as [number, number];
  await app.connection.pool.query('update notification set kind = kind where id = $1', [first]);
  const mark = () => app.as(token)('POST', '/api/v3/notifications/read');
  expect(await firstOfTwo('notification', [first, second], mark)).toBe(200);
  expect(await rings(app.connection.pool)).toBe(0);
});

it('what is removed of one table waits for nobody while it holds rows of another', async () => {
  const { id } = await app.given.account(company, 'OPERATOR');
  const [old] = await app.connection.db
    .insertInto('notification')
    .values({ company_id: company, account_id: id, kind: 'call', at: new Date(0) })
    .returning('id')
    .execute();
  await app.connection.pool.query(
    `insert into idempotency_key (company_id, account_id, key, body_hash, status, answer, created_at)
     values ($1, $2, 'old', '', 200, '{}', to_timestamp(0))`,
    [company, id],
  );
  let removed: Promise<void> | undefined;
  await app.connection.db.transaction().execute(async tx => {
    await sql`select from idempotency_key where company_id = ${company} and account_id = ${id} for update`.execute(tx);
    removed = prune(app.connection.db, app.clock.now());
    await vi.waitFor(async () => expect(await waiters(app.connection.pool)).toBe(1));
    // The row is deleted already, and not locked by the waiting call.
    const found =
      await sql`select from notification where company_id = ${company} and id = ${old?.id} for update`.execute(tx);
    expect(found.rows).toEqual([]);
  });
  await removed;
  expect(await rings(app.connection.pool)).toBe(0);
});
