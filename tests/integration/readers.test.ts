import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { encodeTrack } from '../../server/domain/telemetry/codec.ts';
import { createTrack } from '../../server/domain/telemetry/positions.ts';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import { openSecond } from '../support/live.ts';
import { givenLongList } from '../support/longList.ts';
import { openSender, readRaw } from '../support/sockets.ts';
import { waiters } from '../support/waiting.ts';

const rows = 2500;
const wholeList = '/api/v2/Voucher/table?pageSize=99999999';

let app: TestApp;
let address: string;
let companyId: number;
let token: string;
let colleague: Call;

beforeAll(async () => {
  app = await openTestApp(undefined, { sendTimeoutMs: 500 });
  address = await app.server.listen({ port: 0, host: '127.0.0.1' });
  companyId = await app.given.company();
  await givenLongList(app, companyId, rows);
});
afterAll(() => app.close());
beforeEach(async () => {
  token = (await app.given.account(companyId, 'MANAGER')).token;
  colleague = app.as((await app.given.account(companyId, 'MANAGER')).token);
});

const pause = (ms: number) => new Promise<void>(done => setTimeout(done, ms));
const many = <T>(n: number, work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, at) => work(at)));

/** Returns the number of open transactions in the database of this file, idle or not. */
const openTransactions = async (): Promise<number> => {
  const { rows: found } = await app.connection.pool.query<{ n: number }>(
    `select count(*) as n from pg_stat_activity where datname = current_database() and xact_start is not null
       and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return found[0]?.n ?? 0;
};

/** Makes more calls at once than there are connections. Each call answers, and each writes. */
const everyConnectionServes = async () => {
  const answers = await many(30, () => colleague('PUT', '/api/v2/Account/settings', { Theme: 'dark' }));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const whole = await colleague('GET', wholeList);
  expect([whole.status, whole.body.Items?.length, whole.body.Total]).toEqual([200, rows, rows]);
  await expect.poll(openTransactions).toBe(0);
};

describe('whoever sends', () => {
  const sends = async (path: string, head: string, beginning: string) => {
    const { socket, write, closed } = openSender(Number(new URL(address).port));
    write(`POST ${path} HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${token}\r\n${head}\r\n\r\n${beginning}`);
    await pause(30);
    socket.destroy();
    await closed;
  };

  it('a file or an order for many and leaves in the middle leaves nothing behind', async () => {
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nНомер ваучера;Фамилия\n';
    await many(6, async at => {
      await sends('/api/v3/imports', 'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000', part);
      const order = '{"Query":{},"Asked":{"Agent":"x';
      await sends(
        '/api/v2/Voucher/bulk/setAgent',
        `Content-Type: application/json\r\nContent-Length: ${500 + at}`,
        order,
      );
    });
    await expect.poll(openTransactions).toBe(0);
    expect((await colleague('GET', '/api/v3/imports')).body.Total).toBe(0);
    expect((await colleague('GET', '/api/v3/bulk')).body.Total).toBe(0);
    await everyConnectionServes();
  });
});

describe('a reader of a whole list', () => {
  it('who leaves before the first byte leaves no connection behind', async () => {
    await many(60, async at => {
      const { socket, closed } = readRaw(address, token, wholeList);
      await pause(at % 20);
      socket.destroy();
      await closed;
    });
    await everyConnectionServes();
  });

  it('who leaves in the middle leaves no transaction behind', async () => {
    await many(12, async () => {
      const { socket, closed } = readRaw(address, token, wholeList);
      socket.once('data', () => socket.destroy());
      socket.resume();
      await closed;
    });
    await everyConnectionServes();
  });

  it('who leaves while the database works on it has it stopped', async () => {
    const { db, pool, streams } = app.connection;
    // A cluster has a second function for this, which takes an id that is unique among all nodes.
    await pool.query(
      "create function pg_cancel_backend(global_pid bigint) returns boolean language sql as 'select false'",
    );
    const released = new Promise<unknown>(done => streams.once('release', done));
    await db.transaction().execute(async tx => {
      await sql`lock table voucher in access exclusive mode`.execute(tx);
      const { socket, closed } = readRaw(address, token, wholeList);
      await expect.poll(() => waiters(pool)).toBe(1);
      socket.destroy();
      await closed;
      // The connection is returned to the pool. A connection whose statement cannot be cancelled is closed.
      expect(await released).toBeUndefined();
      expect(await waiters(pool)).toBe(0);
    });
    await pool.query('drop function public.pg_cancel_backend(bigint)');
  });

  it('who takes nothing is cut, and nobody waits for that', async () => {
    const silent = Array.from({ length: 6 }, () => readRaw(address, token, wholeList));
    await expect.poll(openTransactions).toBeGreaterThan(0);
    expect((await colleague('GET', '/api/v2/Account/info')).status).toBe(200);
    // One account has at most half of the slots for whole lists.
    expect((await colleague('GET', wholeList)).status).toBe(200);
    await expect.poll(openTransactions).toBe(0);
    for (const { socket } of silent) socket.destroy();
    await everyConnectionServes();
  });

  it('who takes a little now and then is cut too', async () => {
    // More than the socket buffer of a slow reader: 32 MiB.
    const long = await app.given.company();
    await givenLongList(app, long, rows, 20_480);
    const { token: reading } = await app.given.account(long, 'MANAGER');
    const { socket, text, closed } = readRaw(address, reading, wholeList);
    const timer = setInterval(() => socket.read(100), 50);
    await expect.poll(openTransactions).toBeGreaterThan(0);
    await expect.poll(openTransactions).toBe(0);
    clearInterval(timer);
    socket.resume();
    await closed;
    expect(text().includes('"Total"')).toBe(false);
  });

  it('who takes his time within reason gets every row', async () => {
    // Longer than a busy machine may pause.
    const second = await openSecond(app, { sendTimeoutMs: 20_000 });
    const { socket, text, closed } = readRaw(second.address, token, wholeList);
    const timer = setInterval(() => {
      socket.resume();
      setTimeout(() => socket.pause(), 20);
    }, 60);
    await closed;
    clearInterval(timer);
    expect(text().match(/"VoucherNumber"/g)).toHaveLength(rows);
    expect(text()).toContain(`"Total":${rows}}`);
    await second.close();
  });

  it.each([
    '/api/v3/bulk?pageSize=99999999',
    '/api/v3/bulk/1/reasons',
    '/api/v3/imports?pageSize=99999999',
    '/api/v3/exports?pageSize=99999999',
    '/api/v2/WebhookDelivery/table?pageSize=99999999',
  ])('of %s who takes nothing or leaves holds nothing either', async path => {
    const silent = Array.from({ length: 4 }, () => readRaw(address, token, path));
    await many(8, async at => {
      const { socket, closed } = readRaw(address, token, path);
      await pause(at * 3);
      socket.destroy();
      await closed;
    });
    await expect.poll(openTransactions).toBe(0);
    expect((await colleague('GET', path)).status).toBe(path.endsWith('reasons') ? 404 : 200);
    for (const { socket } of silent) socket.destroy();
  });

  it('who asks for the head alone gets it, and holds nothing', async () => {
    const heads = Array.from({ length: 6 }, () => readRaw(address, token, wholeList, 'HEAD'));
    for (const { socket } of heads) socket.resume();
    await Promise.all(heads.map(({ closed }) => closed));
    for (const { text } of heads) expect(text()).toMatch(/^HTTP\/1.1 200 [^{]*$/);
    await everyConnectionServes();
  });
});

describe('a reader of where a car was', () => {
  const seconds = 5 * 86_400;
  const fromMs = Date.parse('2026-01-01T00:00:00.000Z');
  let path: string;
  beforeAll(async () => {
    const { rows: cars } = await app.connection.pool.query<{ id: string }>(
      "select object_id as id from voucher where company_id = $1 and object_id not like 'long-%'",
      [companyId],
    );
    const objectId = String(cars[0]?.id);
    const blockS = 21_600;
    for (let from = 0; from < seconds; from += blockS) {
      const track = createTrack(blockS);
      for (let i = 0; i < blockS; i++) {
        track.timeMs[i] = fromMs + (from + i) * 1000;
        track.latitude[i] = 55 + Math.abs(((from + i) % 4000) - 2000) * 0.000091;
        track.longitude[i] = 37;
        track.speedKmh[i] = 36;
      }
      await app.connection.pool.query(
        'insert into position_block (object_id, start_at, end_at, samples, data) values ($1, $2, $3, $4, $5)',
        [
          objectId,
          new Date(track.timeMs[0]!),
          new Date(track.timeMs[blockS - 1]!),
          blockS,
          Buffer.from(encodeTrack(track)),
        ],
      );
    }
    const [from, to] = [fromMs, fromMs + seconds * 1000].map(ms => new Date(ms).toISOString());
    path = `/api/locations?objectId=${objectId}&from=${from}&to=${to}`;
  });

  it('gets every fix', async () => {
    const { body } = await colleague('GET', path);
    expect(body.length).toBeGreaterThan(seconds * 0.99);
  });

  it('who takes nothing or a little is cut and who leaves is let go; others have their answer between', async () => {
    const silent = Array.from({ length: 4 }, () => readRaw(address, token, path));
    const little = readRaw(address, token, path);
    const timer = setInterval(() => little.socket.read(100), 50);
    await many(10, async at => {
      const { socket, closed } = readRaw(address, token, path);
      await pause(at * 5);
      socket.destroy();
      await closed;
    });
    expect((await colleague('GET', '/api/v2/Account/info')).status).toBe(200);
    const connections = () => new Promise<number>(done => app.server.server.getConnections((_, count) => done(count)));
    await expect.poll(connections).toBe(0);
    clearInterval(timer);
    await expect.poll(openTransactions).toBe(0);
    // A fix takes more than twenty characters, so an answer of this length is not whole.
    for (const { socket, text } of [...silent, little]) {
      socket.destroy();
      expect(text().length).toBeLessThan(seconds * 20);
    }
    await everyConnectionServes();
  });
});

describe('a server whose readers have all the time they want', () => {
  let patient: TestApp;
  let at: string;
  let mine: string;
  beforeAll(async () => {
    patient = await openTestApp(undefined, {
      drainMs: 200,
      sendTimeoutMs: 60_000,
      streams: { maxWaiting: 12, waitMs: 8000 },
    });
    at = await patient.server.listen({ port: 0, host: '127.0.0.1' });
    const company = await patient.given.company();
    await givenLongList(patient, company, rows);
    mine = (await patient.given.account(company, 'MANAGER')).token;
  });

  it('sends twenty whole lists at once well or says to come later, and calls go on between', async () => {
    const lists = many(20, async () => {
      const { socket, text, closed } = readRaw(at, mine, wholeList);
      socket.resume();
      await closed;
      return text();
    });
    const calls = await many(10, () => patient.as(mine)('GET', '/api/v2/Account/info'));
    expect(calls.map(({ status }) => status)).toEqual(calls.map(() => 200));
    const answers = await lists;
    const well = answers.filter(text => text.startsWith('HTTP/1.1 200'));
    const deferred = answers.filter(text => text.startsWith('HTTP/1.1 503'));
    expect(deferred.length).toBeGreaterThan(0);
    expect(well.length + deferred.length).toBe(20);
    for (const text of well) expect(text.includes(`"Total":${rows}}`)).toBe(true);
    for (const text of deferred) expect(text).toMatch(/retry-after: \d+/i);
  });

  it('does not wait for one that takes nothing when it closes', async () => {
    const { socket } = readRaw(at, mine, wholeList);
    await expect.poll(() => patient.connection.streams.totalCount - patient.connection.streams.idleCount).toBe(1);
    const startedMs = performance.now();
    await patient.close();
    // The reader's time limit would be a minute.
    expect(performance.now() - startedMs).toBeLessThan(50_000);
    socket.destroy();
  });

  it('does not wait for those either who still waited for their turn', async () => {
    const other = await openTestApp(undefined, { drainMs: 200, sendTimeoutMs: 60_000 });
    const at = await other.server.listen({ port: 0, host: '127.0.0.1' });
    const company = await other.given.company();
    await givenLongList(other, company, rows);
    const { token } = await other.given.account(company, 'MANAGER');
    let asked = 0;
    other.server.server.on('request', () => {
      asked += 1;
    });
    const readers = Array.from({ length: 5 }, () => readRaw(at, token, wholeList));
    await expect.poll(() => [asked, other.connection.streams.totalCount]).toEqual([5, 2]);
    await other.close();
    for (const { socket } of readers) socket.destroy();
  });
});
