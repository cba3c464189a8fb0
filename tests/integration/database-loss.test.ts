import type { Socket } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { inTransaction } from '../../server/db/change.ts';
import { type Connection, connect, lockLimitMs } from '../../server/db/connect.ts';
import { insurer } from '../../server/insurer.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import type { Person } from '../support/given.ts';
import { openEvents } from '../support/live.ts';

const onOneMachine = inject('databaseWorkers').length === 0;

let app: TestApp;
let address: string;
let name: string;
/** Other clients of the same PostgreSQL, on another database and on ours. */
let admin: pg.Client;
let colleague: Connection;
let company: number;
let olga: Person;
let id: number;

beforeAll(async () => {
  app = await openTestApp(undefined, {}, '', undefined, lockLimitMs);
  address = await app.server.listen({ port: 0, host: '127.0.0.1' });
  name = new URL(app.databaseUrl).pathname.slice(1);
  admin = new pg.Client({ connectionString: inject('databaseServer') });
  await admin.connect();
  colleague = connect(app.databaseUrl, () => {}, 2);
  company = await app.given.company();
  olga = await app.given.account(company, 'OPERATOR', { full_name: 'Ольга' });
  id = (await app.given.accident(company)).id;
  await app.as(olga.token)('GET', `/api/crash/lock/${id}`);
});
afterAll(async () => {
  await colleague.close();
  await admin.end();
  await app.close();
});
beforeEach(async () => {
  await colleague.pool.query('select 1');
});

const cut = (which = 'true'): Promise<unknown> =>
  admin.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1 and ${which}`, [name]);
const note = (language: 'ru' | 'en' = 'ru') =>
  app.as(olga.token, language)('POST', `/api/v2/Accident/${id}/notes`, { Text: 'Водитель не отвечает' });
const health = (language: 'ru' | 'en' = 'ru') => app.as('', language)('GET', '/health');

describe('a start during an outage', () => {
  it('waits for the database, and does not take the outage for a difference of tables', async () => {
    const lines: string[] = [];
    const busy = connect(app.databaseUrl, () => {}, 2);
    const stream = { write: (line: string) => void lines.push(JSON.parse(line).msg) };
    const taken = await Promise.all(Array.from({ length: busy.pool.options.max }, () => busy.pool.connect()));
    busy.pool.options.connectionTimeoutMillis = 200;
    const starting = buildApp({ ...insurer, connection: busy, now: app.clock.now, logger: { level: 'warn', stream } });
    await vi.waitFor(() => expect(lines).not.toHaveLength(0), 30_000);
    busy.pool.options.connectionTimeoutMillis = 30_000;
    for (const client of taken) client.release();
    const started = await starting;
    expect(lines).toEqual(['Waiting 30 s for the database: timeout exceeded when trying to connect']);
    expect((await started.inject('/health')).statusCode).toBe(200);
    await started.close();
    await busy.close();
  });
});

describe('a connection that is lost', () => {
  it('with a task of the queue at work ends neither the process nor the queue', async () => {
    const other = await colleague.pool.connect();
    await other.query('begin');
    await other.query('lock table job in exclusive mode');
    await app.connection.pool.query(
      `select graphile_worker.add_job('job', '{"companyId": 0, "id": 0}', max_attempts := 1)`,
    );
    await vi.waitFor(async () => {
      const { rows } = await other.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      expect(rows).not.toHaveLength(0);
    });
    // A lost connection must not become an unhandled error, which would fail the whole file.
    await admin.query(`alter database "${name}" allow_connections false`);
    await cut();
    other.release(true);
    await new Promise(done => setTimeout(done, 500));
    await admin.query(`alter database "${name}" allow_connections true`);
    expect((await note()).status).toBe(201);
  });

  it('while it lies idle is replaced by another', async () => {
    expect((await note()).status).toBe(201);
    await cut();
    expect((await note()).status).toBe(201);
    expect((await health()).status).toBe(200);
  });

  it('while nothing is asked of who has it out ends neither the process nor the pool', async () => {
    const client = await app.connection.pool.connect();
    const ended = new Promise(done => client.once('end', done));
    await cut();
    await ended;
    await expect(client.query('select 1')).rejects.toThrow(/not queryable/);
    client.release();
    expect((await health()).status).toBe(200);
  });

  it('because the driver cannot read what the database sent ends neither the process nor the pool', async () => {
    const client = await app.connection.pool.connect();
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    const answer = client.query('select pg_sleep(60)');
    const refused = expect(answer).rejects.toThrow();
    // A request for an unknown kind of authentication, so that the driver throws.
    stream.emit('data', Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 99]));
    await refused;
    client.release(true);
    expect((await health()).status).toBe(200);
  });

  // Not on a cluster, because the lock is waited for on another node that this connection does not see.
  it.runIf(onOneMachine).each([
    ['ru', 'База данных недоступна: связь с ней оборвалась. Повторите через несколько секунд'],
    ['en', 'The database is not available: the connection to it was lost. Try again in a few seconds'],
  ] as const)(
    'in the middle of a change is told in words (%s), and the change can be made again',
    async (language, words) => {
      await colleague.db.transaction().execute(async tx => {
        await tx.selectFrom('event_head').selectAll().where('company_id', '=', company).forUpdate().execute();
        const answer = note(language);
        const waits = "wait_event_type = 'Lock'";
        const waiting = () => admin.query(`select 1 from pg_stat_activity where datname = $1 and ${waits}`, [name]);
        await expect.poll(async () => (await waiting()).rowCount).toBe(1);
        await cut(waits);
        const { status, body, headers } = await answer;
        expect(status).toBe(503);
        expect(body.Message).toBe(words);
        expect(headers['retry-after']).toBe('5');
      });
      expect((await note()).status).toBe(201);
    },
  );

  it.runIf(onOneMachine).each([
    ['what is streamed', 'locations?from=2026-01-15T00:00:00Z&to=2026-01-16T00:00:00Z', 'position_block', []],
    ['manoeuvres behind a figure', 'v3/scoring/manoeuvres?kind=braking', 'manoeuvre', { Items: [], Total: 0 }],
  ] as const)('before the first byte of %s is told in words too, packed or not', async (_, call, table, nothing) => {
    const { objectId } = await app.given.voucher(company);
    const manager = app.as((await app.given.account(company, 'MANAGER')).token, 'en');
    const path = `/api/${call}&objectId=${objectId}`;
    const headers = { 'accept-encoding': 'gzip' };
    expect((await manager('GET', path)).body).toEqual(nothing);
    await colleague.db.transaction().execute(async tx => {
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx);
      const answer = manager('GET', path, undefined, { headers });
      const waits = "wait_event_type = 'Lock'";
      const waiting = () => admin.query(`select 1 from pg_stat_activity where datname = $1 and ${waits}`, [name]);
      await expect.poll(async () => (await waiting()).rowCount).toBe(1);
      await cut(waits);
      const reply = await answer;
      expect([reply.status, reply.headers['retry-after'], reply.headers['content-encoding']]).toEqual([
        503,
        '5',
        undefined,
      ]);
      expect(reply.body.Message).toMatch(/^The database is not available/);
    });
    expect((await manager('GET', path)).status).toBe(200);
  });
});

it('a database that refuses all connections is named in the answer, and missed events arrive after it accepts connections again', async () => {
  const stream = await openEvents(address, olga.token);
  await stream.until(({ event }) => event === 'ready');
  const client = await colleague.pool.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  client.release();
  await admin.query(`alter database ${name} with allow_connections false`);
  await cut(`pid <> ${rows[0]?.pid}`);

  expect((await note()).status).toBe(503);
  expect((await app.anonymous('POST', '/api/v2/Auth', { Login: olga.email, Password: 'whatever it is' })).status).toBe(
    503,
  );
  const { status, body, headers } = await health();
  expect(status).toBe(503);
  expect(headers['retry-after']).toBe('5');
  expect(body.Message).toBe('База данных недоступна: она не впускает сервер. Повторите через несколько секунд');
  expect(JSON.stringify(body)).not.toMatch(/drivedesk|test_|127\.0\.0\.1|select/);
  const author = { companyId: company, accountId: null, name: 'test', requestId: null, at: app.clock.now() };
  await inTransaction(colleague.db, author, async tx => tx.emit('notification', { Kind: 'missed' }));

  await admin.query(`alter database ${name} with allow_connections true`);
  await stream.until(({ data }) => data.Kind === 'missed');
  stream.cut();
  expect((await health()).status).toBe(200);
  expect((await note()).status).toBe(201);
});

it('a database that can only be read is not healthy from the first write it refused until one succeeds', async () => {
  await admin.query(`alter database ${name} set default_transaction_read_only = on`);
  await cut();
  const { status, body } = await note('en');
  expect(status).toBe(503);
  expect(body.Message).toBe('The database is not available: it can only be read. Try again in a few seconds');
  expect((await app.as(olga.token)('GET', `/api/v2/Accident/${id}/notes`)).status).toBe(200);
  expect(await health('en')).toMatchObject({ status: 503, body: { Message: body.Message } });

  await admin.query(`alter database ${name} reset default_transaction_read_only`);
  await cut();
  expect((await health()).status).toBe(200);
  expect((await note()).status).toBe(201);
});

describe.runIf(onOneMachine)('a change that waits for a lock somebody else keeps', () => {
  it('is told so in words after three seconds; whoever only reads is answered meanwhile', async () => {
    const other = new pg.Client({ connectionString: app.databaseUrl });
    await other.connect();
    await other.query('begin');
    await other.query('select 1 from accident where id = $1 for update', [id]);
    // More changes than there are connections.
    const changes = Array.from({ length: 26 }, () => note('en'));
    const reading = Promise.all([health(), app.as(olga.token)('GET', '/api/v2/Account/info')]);
    expect((await reading).map(({ status }) => status)).toEqual([200, 200]);
    for (const { status, headers, body } of await Promise.all(changes)) {
      expect([status, headers['retry-after']]).toEqual([503, '5']);
      expect(body.Message).toBe('The server is busy. Try again in a few seconds');
    }
    await other.query('rollback');
    await other.end();
    expect((await note()).status).toBe(201);
  });
});
