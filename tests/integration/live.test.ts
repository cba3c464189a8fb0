import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { inTransaction } from '../../server/db/change.ts';
import { prune } from '../../server/plugins/upkeep.ts';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import type { Person } from '../support/given.ts';
import { type OpenStream, openEvents, openSecond } from '../support/live.ts';

let app: TestApp;
let second: Awaited<ReturnType<typeof openSecond>>;
let address: string;
let company: number;
let olga: Person & { call: Call };
let pavel: Person & { call: Call };
let stranger: Person;
let id: number;
const open: OpenStream[] = [];

const person = async (of: number, full_name: string) => {
  const account = await app.given.account(of, 'OPERATOR', { full_name });
  return { ...account, call: app.as(account.token) };
};
beforeAll(async () => {
  app = await openTestApp();
  address = await app.server.listen({ port: 0, host: '127.0.0.1' });
  second = await openSecond(app);
});
beforeEach(async () => {
  company = await app.given.company();
  olga = await person(company, 'Ольга');
  pavel = await person(company, 'Павел');
  stranger = await person(await app.given.company(), 'Чужой');
  id = (await app.given.accident(company)).id;
});
afterEach(() => {
  for (const stream of open.splice(0)) stream.cut();
});
afterAll(async () => {
  await second.close();
  await app.close();
});

const listen = async (who: Person, lastEventId?: number, at = address) => {
  const stream = await openEvents(at, who.token, lastEventId);
  open.push(stream);
  return stream;
};
const lock = (who: { call: Call }) => who.call('GET', `/api/crash/lock/${id}`);
const unlock = (who: { call: Call }) => who.call('GET', `/api/crash/unlock/${id}`);
const actions = (stream: OpenStream) =>
  stream.received.filter(({ event }) => event === 'accident').map(({ data }) => data.Action);

const author = () => ({ companyId: company, accountId: null, name: 'test', requestId: null, at: app.clock.now() });
const say = (number: number, to?: number) =>
  inTransaction(app.connection.db, author(), async tx => tx.emit('notification', { Kind: `n${number}` }, to));

describe('the stream of events', () => {
  it('begins with ready, and is neither packed nor kept', async () => {
    const stream = await listen(olga);
    expect(stream.status).toBe(200);
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    expect(stream.headers.get('content-encoding')).toBeNull();
    expect(stream.headers.get('cache-control')).toBe('no-store');
    expect(stream.headers.get('x-content-type-options')).toBe('nosniff');
    const { data } = await stream.until(({ event }) => event === 'ready');
    expect(data).toEqual({ BeatS: 15 });
  });

  it('tells of a lock at once, across server processes', async () => {
    const here = await listen(pavel);
    const there = await listen(pavel, undefined, second.address);
    await lock(olga);
    for (const stream of [here, there]) {
      const { data } = await stream.until(({ event }) => event === 'accident', 5000);
      expect(data).toMatchObject({ Id: id, Action: 'lock', LockedBy: olga.id, LockedByName: 'Ольга' });
    }
    await lock(olga);
    await unlock(olga);
    await there.until(({ data }) => data.Action === 'unlock');
    // Renewing a lease sends no event.
    expect(actions(there)).toEqual(['lock', 'unlock']);
  });

  it('tells of everything that becomes of an accident', async () => {
    const stream = await listen(pavel);
    const voucher = await app.given.voucher(company);
    const crash = { VoucherId: voucher.id, CrashDateTime: app.clock.now().toISOString() };
    id = (await olga.call('POST', '/api/v2/Accident', crash)).body.Id;
    await lock(olga);
    await olga.call('POST', `/api/v2/Accident/${id}/notes`, { Text: 'Раз' });
    await olga.call('PUT', `/api/v2/Accident/${id}`, { StatusOfRoadAccidentID: 6, Version: 1 });
    await olga.call('POST', `/api/v2/Accident/${id}/status`, {
      Status: 'closed',
      StatusOfRoadAccidentID: 8,
      Version: 2,
    });
    const moved = await stream.until(({ data }) => data.Action === 'move');
    expect(actions(stream)).toEqual(['create', 'lock', 'note', 'update', 'move']);
    expect(moved.data).toMatchObject({ Status: 'closed', StatusBefore: 'opened', Version: 3, LockedBy: null });
    const updated = stream.received.find(({ data }) => data.Action === 'update');
    expect(updated?.data).toMatchObject({ Fields: ['StatusOfRoadAccidentID'], StatusOfRoadAccidentID: 6 });
  });

  it('tells nothing of what was not committed', async () => {
    const stream = await listen(olga);
    const failing = inTransaction(app.connection.db, author(), async tx => {
      tx.emit('notification', { Kind: 'never' });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await say(1);
    expect((await stream.until(({ event }) => event === 'notification')).data).toEqual({ Kind: 'n1' });
  });

  it('shows a company its own events, and an account what is for it', async () => {
    const mine = await listen(olga);
    const other = await listen(pavel);
    const foreign = await listen(stranger);
    for (const stream of [mine, other, foreign]) await stream.until(({ event }) => event === 'ready');
    await say(1, olga.id);
    await say(2);
    await mine.until(({ data }) => data.Kind === 'n2');
    await other.until(({ data }) => data.Kind === 'n2');
    const kinds = (stream: OpenStream) => stream.received.map(({ data }) => data.Kind).filter(Boolean);
    expect(kinds(mine)).toEqual(['n1', 'n2']);
    expect(kinds(other)).toEqual(['n2']);
    expect(foreign.received.map(({ event }) => event)).toEqual(['ready']);
  });

  it('is for those who are signed in', async () => {
    expect((await openEvents(address, 'nobody')).status).toBe(401);
  });

  it('ends when the session does, in whatever process that was', async () => {
    const stream = await listen(olga, undefined, second.address);
    await stream.until(({ event }) => event === 'ready');
    await olga.call('GET', '/api/v1/logoff');
    await stream.ended;
    app.clock.forward(2);
    expect((await openEvents(second.address, olga.token)).status).toBe(401);
  });
});

describe('the stream of somebody whose rights change', () => {
  it.each([
    ['is blocked', { blocked_at: new Date() }],
    ['gets another role', { roles: ['MANAGER'] as const }],
  ])('ends when the account %s', async (_, change) => {
    const stream = await listen(olga, undefined, second.address);
    await stream.until(({ event }) => event === 'ready');
    await app.connection.db
      .updateTable('account')
      .set(change as object)
      .where('id', '=', olga.id)
      .execute();
    await stream.ended;
    await say(1);
    expect(stream.received.map(({ event }) => event)).not.toContain('notification');
  });
});

describe('after a cut', () => {
  it('goes on with exactly what was missed', async () => {
    const before = await listen(pavel);
    await lock(olga);
    const { id: last } = await before.until(({ event }) => event === 'accident');
    before.cut();
    await say(1);
    await say(2, olga.id);
    await unlock(olga);
    // Another process than before.
    const after = await listen(pavel, last, second.address);
    await after.until(({ data }) => data.Action === 'unlock');
    expect(after.received.map(({ event, data }) => data.Kind ?? data.Action ?? event)).toEqual([
      'ready',
      'n1',
      'unlock',
    ]);
  });

  it('has nothing to tell when nothing was missed', async () => {
    await say(1);
    const before = await listen(olga);
    const { id: last } = await before.until(({ event }) => event === 'ready');
    const after = await listen(olga, last);
    await say(2);
    await after.until(({ data }) => data.Kind === 'n2');
    expect(after.received).toHaveLength(2);
  });

  it('says reset when what was missed is no longer kept, or was never', async () => {
    await say(1);
    await say(2);
    app.clock.forward(25 * 3600);
    await say(3);
    await prune(app.connection.db, app.clock.now());
    const first = async (lastEventId: number) => (await (await listen(pavel, lastEventId)).until(() => true)).event;
    // The sessions of the test last only twelve hours.
    await app.connection.db.updateTable('session').set({ expires_at: '2099-01-01T00:00:00Z' }).execute();
    expect(await first(1)).toBe('reset');
    expect(await first(2)).toBe('ready');
    expect(await first(3)).toBe('ready');
    expect(await first(99)).toBe('reset');
  });
});

describe('a slow reader', () => {
  /** Opens a request as a browser does. Answers are read only on demand. */
  const openLazy = async (who: Person, at: string, lastEventId: number) => {
    const { hostname, port } = new URL(at);
    const socket = connect({ host: hostname, port: Number(port) });
    let text = '';
    socket.on('data', chunk => {
      text += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    const closed = new Promise<void>(done => socket.once('close', () => done()));
    socket.write(
      `GET /api/v3/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${who.token}\r\nLast-Event-ID: ${lastEventId}\r\n\r\n`,
    );
    await vi.waitFor(() => expect(text).toContain('event: ready'));
    socket.pause();
    const last = () => Number([...text.matchAll(/^id: (\d+)\ndata: .*\n$/gm)].at(-1)?.[1]);
    return { socket, closed, last };
  };

  it('that was away for long gets thousands of events, however little waits for it at a time', async () => {
    const many = 3000;
    const filling = 'x'.repeat(500);
    await inTransaction(app.connection.db, author(), async tx => {
      for (let i = 1; i <= many; i++) tx.emit('notification', { Kind: `${i} ${filling}` });
    });
    const stream = await listen(olga, 0);
    await stream.until(({ id: at, event }) => event === 'notification' && at === many);
    const seen = stream.received.filter(({ event }) => event === 'notification').map(({ id: at }) => at);
    expect(seen).toEqual(Array.from({ length: many }, (_, index) => index + 1));
  });

  it('that takes nothing is cut, holds nobody up, and goes on from where it was', async () => {
    const restless = await openTestApp(undefined, { heartbeatS: 0.2, connection: app.connection });
    const at = await restless.server.listen({ port: 0, host: '127.0.0.1' });
    const lazy = await openLazy(olga, at, 0);
    const steady = await listen(pavel, undefined, at);
    // More than the network's own buffers take.
    const many = 400;
    const filling = 'x'.repeat(20_000);
    for (let i = 0; i < many; i += 50)
      await inTransaction(app.connection.db, author(), async tx => {
        for (let k = 0; k < 50; k++) tx.emit('notification', { Kind: filling });
      });
    await steady.until(({ id: number, event }) => event === 'notification' && number === many);
    const connections = () => new Promise<number>(done => restless.server.server.getConnections((_, n) => done(n)));
    await expect.poll(connections).toBe(1);
    lazy.socket.resume();
    await lazy.closed;
    expect(lazy.last()).toBeLessThan(many);
    const again = await listen(olga, lazy.last(), at);
    await again.until(({ id: number, event }) => event === 'notification' && number === many);
    expect(again.received.filter(({ event }) => event === 'notification')).toHaveLength(many - lazy.last());
    await restless.close();
  });
});

describe('an account', () => {
  it('has twenty streams at most; the oldest gives way', async () => {
    const streams: OpenStream[] = [];
    for (let i = 0; i < 20; i++) streams.push(await listen(olga));
    const other = await listen(pavel);
    let ended = 0;
    for (const stream of [...streams, other]) void stream.ended.then(() => ended++);
    await say(1);
    await Promise.all(streams.map(stream => stream.until(({ data }) => data.Kind === 'n1')));
    expect(ended).toBe(0);
    const newest = await listen(olga);
    await streams[0]?.ended;
    await say(2);
    await Promise.all(
      [...streams.slice(1), newest, other].map(stream => stream.until(({ data }) => data.Kind === 'n2')),
    );
    expect(ended).toBe(1);
  });
});

describe('a reader that begins', () => {
  it('is told of the last seconds when it asks for them', async () => {
    await say(1);
    app.clock.forward(60);
    await say(2);
    app.clock.forward(5);
    await say(3);
    const stream = await openEvents(`${address}`, olga.token, undefined, '?back=10');
    open.push(stream);
    await stream.until(({ data }) => data.Kind === 'n3');
    expect(stream.received.map(({ event, data }) => data.Kind ?? event)).toEqual(['ready', 'n2', 'n3']);
  });
});

describe('many writers at once', () => {
  it('are seen by every reader whole and in one order, also by one who is cut all the time', async () => {
    const writers = 12;
    const each = 10;
    const steady = await listen(olga);
    const elsewhere = await listen(olga, undefined, second.address);
    const seen: number[] = [];
    let done = false;
    const restless = (async () => {
      let last = 0;
      while (!done || last < writers * each) {
        const stream = await listen(pavel, last, last % 2 ? address : second.address);
        await stream.until(({ event, id: at }) => event === 'notification' && at > last, 500).catch(() => {});
        stream.cut();
        for (const { event, id: at } of stream.received)
          if (event === 'notification' && at > last) {
            seen.push(at);
            last = at;
          }
      }
    })();
    const write = async (writer: number) => {
      for (let i = 0; i < each; i++)
        await inTransaction(app.connection.db, author(), async tx => {
          tx.emit('notification', { Kind: `w${writer}` });
          // Work of random duration between the event and the commit.
          await new Promise(soon => setTimeout(soon, Math.random() * 8));
        });
    };
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
    done = true;
    const all = Array.from({ length: writers * each }, (_, index) => index + 1);
    for (const stream of [steady, elsewhere]) {
      await stream.until(({ id: at, event }) => event === 'notification' && at === all.length);
      expect(stream.received.filter(({ event }) => event === 'notification').map(({ id: at }) => at)).toEqual(all);
    }
    await restless;
    expect(seen).toEqual(all);
  });
});

describe('a server that ends', () => {
  it('closes its streams and is gone before it would cut them', async () => {
    const third = await openSecond(app, { drainMs: 60_000 });
    const stream = await listen(olga, undefined, third.address);
    await stream.until(({ event }) => event === 'ready');
    const before = Date.now();
    await third.close();
    await stream.ended;
    expect(Date.now() - before).toBeLessThan(50_000);
  });

  it('goes on listening after the database has cut the connection', async () => {
    const stream = await listen(pavel);
    await stream.until(({ event }) => event === 'ready');
    await app.connection.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'`,
    );
    await say(1);
    await stream.until(({ data }) => data.Kind === 'n1');
  });
});
