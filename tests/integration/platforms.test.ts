import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { QuarantineSettings } from '../../server/modules/ingest/settings.ts';
import { trimQuarantine } from '../../server/modules/platforms/quarantineLimit.ts';
import { type Call, openTestApp, type Reply, type TestApp } from '../support/app.ts';
import { makeImei } from '../support/given.ts';
import { listen, openSender } from '../support/sockets.ts';
import { rings, waiters } from '../support/waiting.ts';

const log: string[] = [];
let app: TestApp;
let company: number;
let manager: Call;
let operator: Call;
let stranger: Call;
beforeAll(async () => {
  app = await openTestApp(undefined, {
    logger: { level: 'warn', stream: { write: (line: string) => void log.push(line) } },
  });
  company = await app.given.company();
  manager = app.as((await app.given.account(company, 'MANAGER')).token, 'en');
  operator = app.as((await app.given.account(company, 'OPERATOR')).token);
  stranger = app.as((await app.given.account(await app.given.company(), 'MANAGER')).token);
});
afterAll(() => app.close());

let counter = 0;
const message = (Imei: string) => {
  counter += 1;
  const position = { DateTime: '2026-01-15T11:50:00.000Z', Latitude: 55.75, Longitude: 37.61, Speed: 40 };
  return { MessageId: `m-${counter}`, Imei, Positions: [position] };
};
const send = (key: string, imei: string) => app.as(key)('POST', '/api/statistic/webhook', message(imei));
const makeKey = async (Name: string) => (await manager('POST', '/api/v2/PlatformKey', { Name })).body;
const rows = async (call: Call, path: string) => (await call('GET', path)).body.Items;

describe('keys of platforms', () => {
  it('are told once, kept as a hash, used side by side, and say when they were last used', async () => {
    const [old, next] = [await makeKey('Старая площадка'), await makeKey('Новая площадка')];
    for (const { Key } of [old, next]) expect((await send(Key, makeImei(800_001))).status).toBe(200);
    const list = await manager('GET', '/api/v2/PlatformKey/table');
    expect(JSON.stringify(list.body)).not.toContain(old.Key);
    expect(list.body.Items.find(({ Id }: { Id: number }) => Id === old.Id)).toMatchObject({
      Name: 'Старая площадка',
      Beginning: old.Key.slice(0, 8),
      RevokedAt: null,
    });
    await expect
      .poll(async () =>
        (await rows(manager, '/api/v2/PlatformKey/table')).map((row: { LastUsedAt: string }) => row.LastUsedAt),
      )
      .toEqual([app.clock.now().toISOString(), app.clock.now().toISOString()]);
    const { rows: stored } = await app.connection.pool.query('select * from platform_key');
    expect(JSON.stringify(stored)).not.toContain(old.Key);
    expect(JSON.stringify((await app.connection.pool.query('select * from audit')).rows)).not.toContain(old.Key);
  });

  it('that cannot note their use, or a session its, do their work all the same, and the log says so', async () => {
    const { Key } = await makeKey('Без записи');
    const { pool } = app.connection;
    const notes = { platform_key: 'last_used_at', session: 'last_seen_at' };
    for (const [table, column] of Object.entries(notes))
      await pool.query(`alter table ${table} add constraint refuse check (${column} is null) not valid`);
    app.clock.forward(61);
    expect((await send(Key, makeImei(800_003))).status).toBe(200);
    expect((await manager('GET', '/api/v2/PlatformKey/table')).status).toBe(200);
    for (const what of ['a platform key was last used', 'a session was last seen'])
      await expect.poll(() => log.join('')).toContain(`could not note when ${what}`);
    for (const table of Object.keys(notes)) await pool.query(`alter table ${table} drop constraint refuse`);
  });

  it('are revoked at once and for good; the other one still holds', async () => {
    const [old, next] = [await makeKey('Уходящая'), await makeKey('Остающаяся')];
    expect((await stranger('POST', `/api/v2/PlatformKey/${old.Id}/revoke`)).status).toBe(404);
    for (const _ of [1, 2]) expect((await manager('POST', `/api/v2/PlatformKey/${old.Id}/revoke`)).status).toBe(200);
    expect((await send(old.Key, makeImei(800_002))).status).toBe(401);
    expect((await send(next.Key, makeImei(800_002))).status).toBe(200);
    const filter = encodeURIComponent(JSON.stringify({ entity: 'platformKey', entityId: old.Id }));
    const { body } = await manager('GET', `/api/v3/audit?filter=${filter}`);
    expect(body.map(({ action }: { action: string }) => action)).toEqual(['revoke', 'create']);
  });

  it('that are revoked while a message is on its way take nothing of it, though it began before', async () => {
    const { Id, Key } = await makeKey('Медленная');
    const body = JSON.stringify(message(makeImei(800_004)));
    const head = `POST /api/statistic/webhook HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${Key}\r\nConnection: close`;
    const sender = openSender(await listen(app.server));
    sender.write(`${head}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`);
    sender.write(body.slice(0, 20));
    // The key was accepted.
    const used = async () =>
      (await rows(manager, '/api/v2/PlatformKey/table')).find((row: { Id: number }) => row.Id === Id).LastUsedAt;
    await expect.poll(used).not.toBeNull();
    await manager('POST', `/api/v2/PlatformKey/${Id}/revoke`);
    sender.write(body.slice(20));
    const answer = await sender.closed;
    expect(answer).toMatch(/^HTTP\/1.1 401 /);
    expect(answer).toContain('WRONG_PLATFORM_KEY');
    expect(JSON.stringify(await rows(manager, '/api/v2/QuarantinedDevice/table'))).not.toContain(makeImei(800_004));
  });

  it.each([
    [
      'their device',
      false,
      (imei: string) => sql`select pg_advisory_xact_lock(hashtextextended(${`imei:${imei}`}, 0))`,
    ],
    ['the table of what came', true, () => sql`lock table ingest_message in access exclusive mode`],
  ])(
    'that are revoked while messages wait for %s take nothing of them, nor say what came of one sent before',
    async (_, known, hold) => {
      const { Id, Key } = await makeKey('Отозванная в очереди');
      counter += 1;
      const imei = makeImei(800_100 + counter);
      const first = message(imei);
      const post = (body: object) => app.as(Key)('POST', '/api/statistic/webhook', body);
      expect((await post(first)).status).toBe(200);
      const begun = await app.connection.db.transaction().execute(async tx => {
        await hold(imei).execute(tx);
        const bodies = [message(imei), message(imei), [message(imei), message(imei)], ...(known ? [first] : [])];
        const waiting = bodies.map(post);
        // Two transactions of the key wait for the table, and the other messages wait for these transactions.
        const waitingCount = known ? 2 : waiting.length;
        await vi.waitFor(async () => expect(await waiters(app.connection.pool)).toBe(waitingCount));
        expect((await manager('POST', `/api/v2/PlatformKey/${Id}/revoke`)).status).toBe(200);
        return waiting;
      });
      for (const { status, body } of await Promise.all(begun))
        expect([status, body.Code]).toEqual([401, 'WRONG_PLATFORM_KEY']);
      const { rows: stored } = await app.connection.pool.query(
        'select 1 from ingest_message where imei = $1 union all select 2 from quarantine where imei = $1',
        [imei],
      );
      expect(stored.length).toBe(2);
    },
  );

  it('are for managers', async () => {
    expect((await operator('GET', '/api/v2/PlatformKey/table')).status).toBe(403);
    expect((await operator('POST', '/api/v2/PlatformKey', { Name: 'x' })).status).toBe(403);
    expect((await manager('POST', '/api/v2/PlatformKey', { Name: '  ' })).status).toBe(400);
  });
});

describe('quarantine', () => {
  const unknown = async (imei: string) => (await rows(manager, `/api/v2/QuarantinedDevice/table?search=${imei}`))[0];

  it('lists devices nobody registered by what they have sent, to the company of the key alone', async () => {
    const { Key } = await makeKey('Площадка карантина');
    const imei = makeImei(800_010);
    for (const _ of [1, 2, 3]) await send(Key, imei);
    expect(await unknown(imei)).toMatchObject({ IMEI: imei, Messages: 3, Impacts: 0, InStock: false });
    expect((await rows(stranger, `/api/v2/QuarantinedDevice/table?search=${imei}`)).length).toBe(0);
    expect((await operator('GET', '/api/v2/QuarantinedDevice/table')).status).toBe(403);
  });

  it('lists a device once, however its platform writes the IMEI', async () => {
    const { Key } = await makeKey('Площадка с дефисами');
    const imei = makeImei(800_009);
    for (const spelling of [imei, `IMEI:${imei}`, `${imei.slice(0, 8)}-${imei.slice(8)}`]) await send(Key, spelling);
    expect(await unknown(imei)).toMatchObject({ IMEI: imei, Messages: 3 });
  });

  it('a device that is registered under a voucher has what it sent applied', async () => {
    const { Key } = await makeKey('Площадка учёта');
    const imei = makeImei(800_011);
    for (const _ of [1, 2]) await send(Key, imei);
    const { id: VoucherId } = await app.given.voucher(company, { imei: null, activated_at: null, stage: 'created' });
    const { Id } = await unknown(imei);
    const path = `/api/v2/QuarantinedDevice/${Id}/register`;
    expect((await stranger('POST', path, {})).status).toBe(404);
    const foreign = await app.given.voucher(await app.given.company(), { imei: null });
    expect((await manager('POST', path, { VoucherId: foreign.id })).status).toBe(400);
    const { body } = await manager('POST', path, { VoucherId });
    expect(body).toEqual({ DeviceId: expect.any(Number), Applied: 2 });
    expect(await unknown(imei)).toBeUndefined();
    const device = await manager('GET', `/api/v2/Device/${body.DeviceId}`);
    expect(device.body).toMatchObject({ IMEI: imei, LastMessageAt: '2026-01-15T11:50:00.000Z', Latitude: 55.75 });
    expect((await send(Key, imei)).body.Results).toMatchObject([{ Quarantined: false }]);
  });

  it('a message that is too long to be read back is put aside with its reason, and the device gets the others', async () => {
    const { Key } = await makeKey('Площадка длинных');
    const imei = makeImei(800_014);
    // Stored as by an earlier release: each number has 309 digits in jsonb.
    await app.connection.pool.query(
      `insert into quarantine (company_id, imei, kind, message_id, body, bytes, received_at)
      select $1, $2, 'statistic', 'long', jsonb_build_object('MessageId', 'long', 'Imei', $2::text, 'Positions',
        jsonb_build_array(jsonb_build_object('x', (select jsonb_agg(1e308::numeric) from generate_series(1, 275000))))),
        2000000, $3`,
      [company, imei, app.clock.now()],
    );
    await send(Key, imei);
    const { id: VoucherId } = await app.given.voucher(company, { imei: null, activated_at: null, stage: 'created' });
    const { Id } = await unknown(imei);
    const { status, body } = await manager('POST', `/api/v2/QuarantinedDevice/${Id}/register`, { VoucherId });
    expect({ status, body }).toMatchObject({ status: 200, body: { Applied: 1 } });
    expect(await unknown(imei)).toBeUndefined();
    const filter = encodeURIComponent(JSON.stringify({ entity: 'quarantinedDevice', entityId: Id, action: 'drop' }));
    expect((await manager('GET', `/api/v3/audit?filter=${filter}`)).body).toMatchObject([
      { reason: expect.stringMatching(/cannot be read/) },
    ]);
  });

  it('a device in stock without a voucher waits on', async () => {
    const { Key } = await makeKey('Площадка склада');
    const imei = makeImei(800_012);
    await send(Key, imei);
    const { Id } = await unknown(imei);
    expect((await manager('POST', `/api/v2/QuarantinedDevice/${Id}/register`, {})).body.Applied).toBe(0);
    expect(await unknown(imei)).toMatchObject({ InStock: true, Messages: 1 });
  });

  it('what is dropped is never applied, with the reason in the audit', async () => {
    const { Key } = await makeKey('Площадка чужая');
    const imei = makeImei(800_013);
    for (const _ of [1, 2]) await send(Key, imei);
    const { Id } = await unknown(imei);
    const drop = (Reason: string) => manager('POST', `/api/v2/QuarantinedDevice/${Id}/drop`, { Reason });
    expect((await drop('  ')).status).toBe(400);
    expect((await drop('Не наше устройство')).body).toEqual({ Dropped: 2 });
    expect((await drop('Ещё раз')).status).toBe(404);
    const voucher = {
      VoucherNumber: 'Q-1',
      Client: { LastName: 'А' },
      Vehicle: { Brand: 'Kia', Model: 'Rio' },
      Imei: imei,
    };
    expect((await manager('POST', '/api/v2/Voucher', voucher)).status).toBe(201);
    const { rows: waiting } = await app.connection.pool.query('select applied_at from quarantine where imei = $1', [
      imei,
    ]);
    expect(waiting.map(({ applied_at }) => applied_at)).toEqual([null, null]);
    const filter = encodeURIComponent(JSON.stringify({ entity: 'quarantinedDevice', entityId: Id }));
    const [entry] = (await manager('GET', `/api/v3/audit?filter=${filter}`)).body;
    expect(entry).toMatchObject({ action: 'drop', reason: 'Не наше устройство' });
  });

  it('keeps the newest of a device that sends more than there is room for, of a company too, and says in the audit what went', async () => {
    const crowded = await app.given.company();
    const its = app.as((await app.given.account(crowded, 'MANAGER')).token, 'en');
    const { Key } = (await its('POST', '/api/v2/PlatformKey', { Name: 'Площадка без меры' })).body;
    const [loud, calm] = [makeImei(800_021), makeImei(800_022)];
    for (const imei of [loud, calm, loud, calm, loud, calm, loud, loud])
      expect((await send(Key, imei)).body.Results).toMatchObject([{ Quarantined: true }]);
    const size = JSON.stringify(message(loud)).length;
    const context = { db: app.connection.db, now: app.clock.now, log: app.server.log };
    const counts = async () => {
      const { rows: found } = await app.connection.pool.query<{ imei: string; messages: number }>(
        'select imei, messages::integer from quarantined_device where company_id = $1 order by imei',
        [crowded],
      );
      return found.map(({ imei, messages }) => [imei, messages]);
    };
    const dropped = async () => {
      const { rows: found } = await app.connection.pool.query<{ changes: object }>(
        "select changes from audit where company_id = $1 and actor_name = 'Drivedesk' order by id",
        [crowded],
      );
      return found.map(({ changes }) => changes);
    };
    const keep = (more: Partial<QuarantineSettings> = {}) =>
      trimQuarantine({
        ...context,
        quarantine: { deviceBytes: 100 * size, companyBytes: 100 * size, maxRemovedAtOnce: 100, ...more },
      });
    await keep();
    expect(await counts()).toEqual([
      [loud, 5],
      [calm, 3],
    ]);
    expect(await dropped()).toEqual([]);
    await keep({ deviceBytes: 4 * size });
    expect(await counts()).toEqual([
      [loud, 3],
      [calm, 3],
    ]);
    const ofLoud = [
      { field: 'Messages', before: 2, after: null },
      { field: 'IMEI', before: loud, after: null },
    ];
    expect(await dropped()).toEqual([ofLoud]);
    // The newest messages of both devices stay: the last two of the loud one, and those before.
    await keep({ companyBytes: 4.8 * size });
    expect(await counts()).toEqual([
      [loud, 3],
      [calm, 1],
    ]);
    // Decided messages are deleted before waiting ones, without a notification.
    const [{ Id }] = await rows(its, `/api/v2/QuarantinedDevice/table?search=${loud}`);
    await its('POST', `/api/v2/QuarantinedDevice/${Id}/drop`, { Reason: 'чужой' });
    await send(Key, calm);
    await keep({ companyBytes: 3 * size });
    expect(await counts()).toEqual([[calm, 2]]);
    expect((await dropped()).length).toBe(2);
    await expect.poll(() => rows(its, '/api/v2/QuarantinedDevice/table')).toMatchObject([{ IMEI: calm, Messages: 2 }]);
    const ofIt = log.filter(line => line.includes(`"companyId":${crowded},`));
    expect(ofIt.filter(line => line.includes('quarantine full')).length).toBe(2);
    expect(log.filter(line => line.includes('failed for a company'))).toEqual([]);
  });

  it('goes with the oldest so many messages at once, and with more the next time, decided ones first', async () => {
    const crowded = await app.given.company();
    const its = app.as((await app.given.account(crowded, 'MANAGER')).token, 'en');
    const { Key } = (await its('POST', '/api/v2/PlatformKey', { Name: 'Площадка без меры' })).body;
    const imeis = [makeImei(800_031), makeImei(800_032)];
    for (const imei of [0, 0, 1, 1, 1, 1, 1, 1].map(n => imeis[n]!)) await send(Key, imei);
    const [{ Id }] = await rows(its, `/api/v2/QuarantinedDevice/table?search=${imeis[0]}`);
    await its('POST', `/api/v2/QuarantinedDevice/${Id}/drop`, { Reason: 'чужой' });
    const size = JSON.stringify(message(imeis[0]!)).length;
    const quarantine = { deviceBytes: 100 * size, companyBytes: 3 * size, maxRemovedAtOnce: 2 };
    const context = { db: app.connection.db, now: app.clock.now, log: app.server.log, quarantine };
    const left: number[] = [];
    for (const _ of [1, 2, 3, 4]) {
      await trimQuarantine(context);
      const { rows: stored } = await app.connection.pool.query('select id from quarantine where company_id = $1', [
        crowded,
      ]);
      left.push(stored.length);
    }
    // The batches delete two of each kind, then two more, then none because there is space.
    expect(left).toEqual([4, 2, 2, 2]);
  });

  it('loses nothing and applies nothing twice while a device is registered, sends on and has its oldest thrown away', async () => {
    const { Key } = await makeKey('Площадка гонки');
    const { pool, db } = app.connection;
    for (const number of [800_041, 800_042, 800_043, 800_044]) {
      const imei = makeImei(number);
      let second = 0;
      const sendNext = () => {
        second += 1;
        const [Position] = message(imei).Positions;
        const DateTime = new Date(Date.parse('2026-01-15T11:00:00.000Z') + second * 1000).toISOString();
        return app.as(Key)('POST', '/api/statistic/webhook', {
          ...message(imei),
          Positions: [{ ...Position, DateTime }],
        });
      };
      for (let n = 0; n < 12; n++) await sendNext();
      const size = JSON.stringify(message(imei)).length;
      const quarantine = { deviceBytes: 10 * size, companyBytes: 1e9, maxRemovedAtOnce: 100 };
      const { Id } = await unknown(imei);
      const { id: VoucherId, objectId } = await app.given.voucher(company, {
        imei: null,
        activated_at: null,
        stage: 'created',
      });
      const before = await rings(pool);
      const [registered, ...sent] = await Promise.all([
        manager('POST', `/api/v2/QuarantinedDevice/${Id}/register`, { VoucherId }),
        ...Array.from({ length: 8 }, sendNext),
        trimQuarantine({ db, now: app.clock.now, log: app.server.log, quarantine }),
      ]);
      expect(sent.slice(0, -1).map(reply => (reply as Reply).status)).toEqual(new Array(8).fill(200));
      // The device's id is that of its oldest message, which may be deleted.
      if (registered.status === 404) {
        const [{ Id: now }] = [await unknown(imei)];
        expect((await manager('POST', `/api/v2/QuarantinedDevice/${now}/register`, { VoucherId })).status).toBe(200);
      } else expect(registered.status).toBe(200);
      const { rows: told } = await pool.query(
        `select coalesce(sum((change->>'before')::integer) filter (where change->>'field' = 'Messages'), 0)::integer as gone
         from audit, jsonb_array_elements(changes) change
         where company_id = $1 and actor_name = 'Drivedesk' and changes @> $2::jsonb`,
        [company, JSON.stringify([{ before: imei }])],
      );
      const { rows: kept } = await pool.query(
        'select sum(samples)::integer as fixes from position_block where object_id = $1',
        [objectId],
      );
      expect(await unknown(imei)).toBeUndefined();
      expect(kept[0].fixes + told[0].gone).toBe(20);
      expect(await rings(pool)).toBe(before);
    }
  });

  it('of several who register, attach and drop the same device at once one decides', async () => {
    const { Key } = await makeKey('Площадка спора');
    for (const number of [800_020, 800_021, 800_022]) {
      const imei = makeImei(number);
      await send(Key, imei);
      const { Id } = await unknown(imei);
      const { id } = await app.given.voucher(company, { imei: null, activated_at: null, stage: 'created' });
      const path = `/api/v2/QuarantinedDevice/${Id}`;
      const all = [1, 2].flatMap(() => [
        manager('POST', `${path}/register`, { VoucherId: id }),
        manager('POST', `/api/v2/Voucher/${id}/moves/attach`, { Imei: imei }),
        manager('POST', `${path}/drop`, { Reason: 'Не наше' }),
      ]);
      const replies = await Promise.all(all);
      for (const { status } of replies) expect([200, 404, 422]).toContain(status);
      expect(replies.filter((reply, at) => at % 3 === 2 && reply.status === 200).length).toBeLessThan(2);
      expect(replies.filter((reply, at) => at % 3 < 2 && reply.status === 200).length).toBeLessThan(2);
    }
  });
});
