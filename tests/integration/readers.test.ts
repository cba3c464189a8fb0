import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import { givenLongList, readRaw } from '../support/readers.ts';

const rows = 2500;
const wholeList = '/api/v2/Voucher/table?pageSize=99999999';

let app: TestApp;
let address: string;
let companyId: number;
let token: string;
let colleague: Call;

beforeAll(async () => {
  app = await openTestApp(undefined, { patienceMs: 500, streams: { waiting: 12, waitMs: 8000 } });
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

/** Transactions that somebody has left open in the database of this file. */
const openTransactions = async (): Promise<number> => {
  const { rows: found } = await app.connection.pool.query<{ n: number }>(
    "select count(*) as n from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
  );
  return found[0]?.n ?? 0;
};

/** More at once than there are connections: each of them answers, and each of them writes. */
const everyConnectionServes = async () => {
  const answers = await many(30, () => colleague('PUT', '/api/v2/Account/settings', { Theme: 'dark' }));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const whole = await colleague('GET', wholeList);
  expect([whole.status, whole.body.Items?.length, whole.body.Total]).toEqual([200, rows, rows]);
  await expect.poll(openTransactions).toBe(0);
};

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

  it('who takes nothing is cut, and nobody waits for that', async () => {
    const silent = Array.from({ length: 6 }, () => readRaw(address, token, wholeList));
    await expect.poll(openTransactions).toBeGreaterThan(0);
    expect((await colleague('GET', '/api/v2/Account/info')).status).toBe(200);
    // Of the places for whole lists one account has half at most.
    expect((await colleague('GET', wholeList)).status).toBe(200);
    await expect.poll(openTransactions, { timeout: 10_000 }).toBe(0);
    for (const { socket } of silent) socket.destroy();
    await everyConnectionServes();
  });

  it('who takes a little now and then is cut too', async () => {
    const { socket, text, closed } = readRaw(address, token, wholeList);
    const timer = setInterval(() => socket.read(100), 50);
    await expect.poll(openTransactions).toBeGreaterThan(0);
    await expect.poll(openTransactions, { timeout: 10_000 }).toBe(0);
    clearInterval(timer);
    socket.resume();
    await closed;
    expect(text()).not.toContain('"Total"');
  });

  it('who takes his time within reason gets every row', async () => {
    const { socket, text, closed } = readRaw(address, token, wholeList);
    const timer = setInterval(() => {
      socket.resume();
      setTimeout(() => socket.pause(), 20);
    }, 60);
    await closed;
    clearInterval(timer);
    expect(text().match(/"VoucherNumber"/g)).toHaveLength(rows);
    expect(text()).toContain(`"Total":${rows}}`);
  });

  it('who asks for the head alone gets it, and holds nothing', async () => {
    const heads = Array.from({ length: 6 }, () => readRaw(address, token, wholeList, 'HEAD'));
    for (const { socket } of heads) socket.resume();
    await Promise.all(heads.map(({ closed }) => closed));
    for (const { text } of heads) expect(text()).toMatch(/^HTTP\/1.1 200 [^{]*$/);
    await everyConnectionServes();
  });
});

describe('twenty whole lists at once', () => {
  it('end well or are told to come later, and calls go on between', async () => {
    const lists = many(20, async () => {
      const { socket, text, closed } = readRaw(address, token, wholeList);
      socket.resume();
      await closed;
      return text();
    });
    const calls = await many(10, () => colleague('GET', '/api/v2/Account/info'));
    expect(calls.map(({ status }) => status)).toEqual(calls.map(() => 200));
    const answers = await lists;
    const well = answers.filter(text => text.startsWith('HTTP/1.1 200'));
    const later = answers.filter(text => text.startsWith('HTTP/1.1 503'));
    expect(later.length).toBeGreaterThan(0);
    expect(well.length + later.length).toBe(20);
    for (const text of well) expect(text).toContain(`"Total":${rows}}`);
    for (const text of later) expect(text).toMatch(/retry-after: \d+/i);
  });
});

describe('a server that closes', () => {
  it('does not wait for a reader that takes nothing', async () => {
    const other = await openTestApp(undefined, { lastMs: 200, patienceMs: 60_000 });
    const at = await other.server.listen({ port: 0, host: '127.0.0.1' });
    const company = await other.given.company();
    await givenLongList(other, company, rows);
    const { socket } = readRaw(at, (await other.given.account(company, 'MANAGER')).token, wholeList);
    await expect.poll(() => other.connection.streams.totalCount).toBe(1);
    await other.close();
    socket.destroy();
  });

  it('does not wait for those either who still waited for their turn', async () => {
    const other = await openTestApp(undefined, { lastMs: 200, patienceMs: 60_000 });
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
