import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import { givenLongList } from '../support/longList.ts';
import { readRaw } from '../support/sockets.ts';

const firstPage = '/api/v2/Voucher/table';
const limitMs = 1000;
const patientMs = 3000;

let app: TestApp;
let address: string;
let companyId: number;
let busy: { readonly ann: string; readonly ben: string };
let colleague: Call;
let stranger: Call;

beforeAll(async () => {
  app = await openTestApp(undefined, {}, '', limitMs);
  address = await app.server.listen({ port: 0, host: '127.0.0.1' });
  const { pool, streams } = app.connection;
  // Each spelling of the search text takes longer than the time limit.
  await pool.query(`create or replace function search_key(value text) returns text language plpgsql immutable as $$ begin
      if value ~* 'slow' then perform pg_sleep(60); end if;
      return upper(value); end $$`);
  streams.on('connect', client => client.query(`set statement_timeout = ${patientMs}`));
  companyId = await app.given.company();
  await givenLongList(app, companyId, 600, 32);
  const others = await app.given.company();
  await givenLongList(app, others, 600, 32);
  stranger = app.as((await app.given.account(others, 'MANAGER')).token);
});
afterAll(() => app.close());
beforeEach(async () => {
  const person = async () => (await app.given.account(companyId, 'MANAGER')).token;
  busy = { ann: await person(), ben: await person() };
  colleague = app.as(await person());
});

const pause = (ms: number) => new Promise<void>(done => setTimeout(done, ms));

const atWork = async (): Promise<readonly string[]> => {
  const { rows } = await app.connection.pool.query<{ query: string }>(
    `select query from pg_stat_activity where datname = current_database() and state <> 'idle'
       and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return rows.map(({ query }) => query);
};

const nothingLeft = async () => {
  await expect.poll(atWork).toEqual([]);
  const { reads, streams } = app.connection;
  await expect.poll(() => [reads.pool, streams].map(pool => pool.totalCount - pool.idleCount)).toEqual([0, 0]);
};

/** Repeats a request that a busy machine answers with 503, as the cabinet does. */
const reads = (call: Call, path: string) => expect.poll(async () => (await call('GET', path)).status).toBe(200);

const ways = [
  ['filters', 'City='],
  ['substring searches', 'search='],
  ['exact filters of whole lists', 'pageSize=99999999&City='],
] as const;

/** Sends ten different requests of each of two people in the company. */
const twenty = (what: string, round: string) =>
  [busy.ann, busy.ben].flatMap((token, who) =>
    Array.from({ length: 10 }, (_, at) => readRaw(address, token, `${firstPage}?${what}slow-${round}-${who}-${at}`)),
  );

describe('what takes long, asked by two people of a company ten times each at once', () => {
  it.each(ways)('as %s keeps nobody else from a first page, and ends', async (_name, what) => {
    const asking = twenty(what, 'stayed');
    let pending = asking.length;
    for (const { socket, closed } of asking) {
      socket.resume();
      closed.then(() => (pending -= 1));
    }
    await pause(300);
    for (let round = 0; round < 4; round += 1) {
      await reads(stranger, firstPage);
      await reads(colleague, firstPage);
      // A caller in the queue of slow requests is answered after them.
      if (round === 0) expect(pending).toBeGreaterThan(0);
      expect((await stranger('GET', `${firstPage}?pageSize=99999999`)).body.Items).toHaveLength(600);
    }
    const answers = await Promise.all(asking.map(({ closed }) => closed));
    expect(answers.map(text => text.split(' ')[1])).toEqual(answers.map(() => '503'));
    await nothingLeft();
  });

  it.each(ways)('as %s and left in the middle goes on for nobody', async (_name, what) => {
    const asking = twenty(what, 'left');
    await pause(300);
    for (const { socket } of asking) socket.destroy();
    await reads(stranger, firstPage);
    await reads(colleague, firstPage);
    const leftMs = performance.now();
    await nothingLeft();
    // Queries of callers who left are not repeated through the pool of whole lists, which would take half a minute.
    expect(performance.now() - leftMs).toBeLessThan(20 * limitMs);
    await reads(colleague, `${firstPage}?City=x`);
  });
});

it('health is answered while other calls use or await every connection of ordinary calls', async () => {
  const { pool } = app.connection;
  const all = await Promise.all(
    Array.from({ length: pool.options.max - pool.totalCount + pool.idleCount }, () => pool.connect()),
  );
  const waiting = pool.connect();
  try {
    expect((await app.anonymous('GET', '/health')).body).toEqual({ Status: 'ok' });
    expect(pool.waitingCount).toBeGreaterThan(0);
  } finally {
    for (const client of all) client.release();
    (await waiting).release();
  }
});
