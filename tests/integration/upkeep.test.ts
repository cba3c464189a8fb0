import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { prune } from '../../server/plugins/upkeep.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { password } from '../support/given.ts';
import { waiters } from '../support/waiting.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp(undefined, {
    site: { publicUrl: 'https://cabinet.example.test', registration: false, passwordReset: true },
  });
});
afterAll(() => app.close());

const dayS = 86_400;
const tables = [
  'session',
  'account_link',
  'idempotency_key',
  'sign_in_failure',
  'event',
  'notification',
  'webhook_delivery',
  'audit',
];
const counts = async () => {
  const all = tables.map(async table => {
    const { rows } = await app.connection.pool.query<{ rows: number }>(`select count(*)::int as rows from ${table}`);
    return [table, rows[0]?.rows ?? 0] as const;
  });
  return Object.fromEntries(await Promise.all(all));
};
const clear = () => prune(app.connection.db, app.clock.now());

/** Leaves one row of each kind, with the calls that create them. */
const leaveTraces = async () => {
  const company = await app.given.company();
  const person = await app.given.account(company, 'OPERATOR');
  const voucher = await app.given.voucher(company);
  await app.connection.pool.query(
    `insert into webhook (company_id, url, events, secret, state, created_at, created_by)
     values ($1, 'https://example.com/', '{accident.create}', 'whsec_', 'paused', now(), '')`,
    [company],
  );
  const crash = { VoucherId: voucher.id, CrashDateTime: app.clock.now().toISOString() };
  const headers = { 'idempotency-key': 'one' };
  expect((await app.as(person.token)('POST', '/api/v2/Accident', crash, { headers })).status).toBe(201);
  await app.anonymous('POST', '/api/v2/Auth', { Login: 'nobody@example.test', Password: password });
  await app.anonymous('POST', '/api/v2/Account/forgot', { Login: person.email });
  await vi.waitFor(async () => expect((await counts()).account_link).toBe(1));
  await app.connection.db
    .insertInto('notification')
    .values({ company_id: company, account_id: person.id, kind: 'call', at: app.clock.now() })
    .execute();
};

it('what nobody asks for any more is removed when its time has come, and not before; the audit stays', async () => {
  await leaveTraces();
  const before = await counts();
  for (const table of tables) expect(before[table], table).toBeGreaterThan(0);
  const after = async (days: number) => {
    app.clock.set('2026-01-15T12:00:00.000Z');
    app.clock.forward(days * dayS);
    await clear();
    const now = await counts();
    return tables.filter(table => now[table] === 0);
  };
  expect(await after(0)).toEqual([]);
  expect(await counts()).toEqual(before);
  expect(await after(0.5)).toEqual(['account_link', 'sign_in_failure']);
  expect(await after(2)).toEqual(['account_link', 'sign_in_failure', 'event']);
  expect(await after(8)).toContain('idempotency_key');
  expect(await after(29)).not.toContain('webhook_delivery');
  expect(await after(31)).toContain('webhook_delivery');
  expect(await after(91)).toContain('notification');
  expect(await after(180)).not.toContain('session');
  expect(await after(182)).toEqual(tables.filter(table => table !== 'audit'));
  expect((await counts()).audit).toBe(before.audit);
});

it('a message of a device is known again for as many days as is said, and then no longer', async () => {
  app.clock.set('2026-01-15T12:00:00.000Z');
  const companies = [await app.given.company(), await app.given.company()];
  const messages = () =>
    app.connection.db.selectFrom('ingest_message').select('message_id').orderBy('message_id').execute();
  for (const [at, company_id] of companies.entries())
    for (const days of [0, 2]) {
      const received_at = new Date(app.clock.now().getTime() - days * dayS * 1000);
      const message_id = `${at}-${days}`;
      const row = { company_id, message_id, kind: 'statistic', imei: '1', received_at, answer: JSON.stringify({}) };
      await app.connection.db.insertInto('ingest_message').values(row).execute();
    }
  app.clock.forward(88 * dayS);
  await clear();
  expect((await messages()).map(({ message_id }) => message_id)).toEqual(['0-0', '0-2', '1-0', '1-2']);
  app.clock.forward(dayS + 60);
  await clear();
  expect((await messages()).map(({ message_id }) => message_id)).toEqual(['0-0', '1-0']);
  await prune(app.connection.db, app.clock.now(), 7);
  expect(await messages()).toEqual([]);
});

it('what waits for a device stays as long as a voucher could take it; what was decided about goes with its id', async () => {
  app.clock.set('2026-01-15T12:00:00.000Z');
  const company_id = await app.given.company();
  const at = app.clock.now();
  const sent = { company_id, kind: 'statistic', message_id: '1', body: JSON.stringify({}), received_at: at };
  await app.connection.db
    .insertInto('quarantine')
    .values([
      { ...sent, imei: 'waits', applied_at: null, dropped_at: null },
      { ...sent, imei: 'applied', applied_at: at, dropped_at: null },
      { ...sent, imei: 'dropped', applied_at: null, dropped_at: at },
    ])
    .execute();
  const kept = async (days: number) => {
    app.clock.set('2026-01-15T12:00:00.000Z');
    app.clock.forward(days * dayS);
    await clear();
    const rows = await app.connection.db
      .selectFrom('quarantine')
      .select('imei')
      .where('company_id', '=', company_id)
      .orderBy('imei')
      .execute();
    return rows.map(({ imei }) => imei);
  };
  expect(await kept(89)).toEqual(['applied', 'dropped', 'waits']);
  expect(await kept(91)).toEqual(['waits']);
  expect(await kept(365)).toEqual(['waits']);
  expect(await kept(367)).toEqual([]);
});

it('an upload that nobody finished is removed after a day, with its pieces, although nobody begins another', async () => {
  app.clock.set('2026-01-15T12:00:00.000Z');
  const companies = [await app.given.company(), await app.given.company()];
  for (const company_id of companies) {
    const accident = await app.given.accident(company_id);
    const upload = { company_id, id: randomUUID(), file_name: 'a.jpg', size: 9, created_at: app.clock.now() };
    await app.connection.db
      .insertInto('image_upload')
      .values({ ...upload, accident_id: accident.id, account_id: 1 })
      .execute();
    await app.connection.db
      .insertInto('image_upload_piece')
      .values({ company_id, upload_id: upload.id, offset_bytes: 0, bytes: Buffer.alloc(5) })
      .execute();
  }
  const kept = async () => {
    await clear();
    const uploads = await app.connection.db.selectFrom('image_upload').select('id').execute();
    const pieces = await app.connection.db.selectFrom('image_upload_piece').select('bytes').execute();
    return [uploads.length, pieces.length];
  };
  app.clock.forward(dayS - 1);
  expect(await kept()).toEqual([2, 2]);
  app.clock.forward(2);
  expect(await kept()).toEqual([0, 0]);
});

it('one process does it: another finds it being done', async () => {
  app.clock.set('2026-01-15T12:00:00.000Z');
  await leaveTraces();
  app.clock.forward(dayS);
  const other = await app.connection.pool.connect();
  await other.query('begin');
  await other.query('select pg_advisory_xact_lock(5217003)');
  await clear();
  expect((await counts()).sign_in_failure).toBeGreaterThan(0);
  await other.query('rollback');
  other.release();
  await clear();
  expect((await counts()).sign_in_failure).toBe(0);
});

it('it is done when a server begins', async () => {
  app.clock.set('2026-01-15T12:00:00.000Z');
  await leaveTraces();
  app.clock.forward(dayS);
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  await vi.waitFor(async () => expect((await counts()).sign_in_failure).toBe(0));
});

it('a server that stops in the middle of it logs no warning', async () => {
  const log: string[] = [];
  const stopping = await openTestApp(undefined, {
    logger: { level: 'warn', stream: { write: line => void log.push(line) } },
  });
  const { pool } = stopping.connection;
  const other = new pg.Client(stopping.databaseUrl);
  await other.connect();
  await other.query('begin');
  await other.query('lock table account_link in access exclusive mode');
  await stopping.server.listen({ port: 0, host: '127.0.0.1' });
  await vi.waitFor(async () => expect(await waiters(pool)).toBe(1));
  const closed = stopping.close();
  await vi.waitFor(() => expect(pool.ending).toBe(true));
  await other.query('rollback');
  await other.end();
  await closed;
  expect(log).toEqual([]);
});
