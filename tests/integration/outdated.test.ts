import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Context } from '../../server/context.ts';
import { inTransaction } from '../../server/db/change.ts';
import { recomputeOutdatedTrips } from '../../server/modules/recompute/outdatedTrips.ts';
import { recomputeJob } from '../../server/modules/recompute/service.ts';
import { updateFigures } from '../../server/modules/statistics/service.ts';
import { makeWorkers, type Workers } from '../../server/threads/workers.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { hardDrive } from '../support/drives.ts';
import { unsoundSums } from '../support/sums.ts';

let app: TestApp;
let company: number;
let manager: ReturnType<TestApp['as']>;
let platform: ReturnType<TestApp['as']>;
type Given = Awaited<ReturnType<TestApp['given']['voucher']>>;

beforeAll(async () => {
  app = await openTestApp('2026-04-01T12:00:00.000Z');
  company = await app.given.company();
  manager = app.as((await app.given.account(company, 'MANAGER')).token);
  platform = app.as(await app.given.platformKey(company));
});
afterAll(() => app.close());

const startMs = Date.parse('2026-03-10T09:00:00Z');
let drives = 0;
const driven = async () => {
  const voucher = await app.given.voucher(company);
  drives += 1;
  const { status } = await platform('POST', '/api/statistic/webhook', {
    MessageId: `drive-${drives}`,
    Imei: voucher.imei,
    Positions: hardDrive(startMs, 15, { brakingEveryS: 120, latitude: 55 + drives / 100 }).Positions,
  });
  expect(status).toBe(200);
  return voucher;
};

const trips = async ({ objectId }: Given) =>
  (await manager('GET', `/api/v2/StatisticSummingTrip/list?objectId=${objectId}`)).body.Items;
const global = async ({ objectId }: Given) =>
  (await manager('GET', `/api/v2/StatisticSummingGlobal?objectId=${objectId}`)).body;
const marked = async () => {
  const rows = await app.connection.db.selectFrom('trip').select('object_id').where('outdated', '=', true).execute();
  return rows.map(row => row.object_id);
};

/** Stores a trip as an earlier engine left it: with a lane change found from positions alone. */
const ofBefore = async ({ objectId }: Given) => {
  const { db } = app.connection;
  const trip = await db.selectFrom('trip').selectAll().where('object_id', '=', objectId).executeTakeFirstOrThrow();
  const at = new Date(startMs + 300_000);
  const change = { kind: 'directionChange', start_at: at, end_at: at, peak_g: 0.3, source: 'positions' } as const;
  await db
    .insertInto('manoeuvre')
    .values({ object_id: objectId, trip_id: trip.id, ...change })
    .execute();
  await db.updateTable('trip').set({ outdated: true }).where('object_id', '=', objectId).execute();
  const author = { companyId: company, accountId: null, name: 'test', requestId: null, at: new Date() };
  const whose = { companyId: company, objectId };
  await inTransaction(db, author, tx => updateFigures(tx.db, whose, { fromMs: startMs, beforeMs: startMs + 1 }));
};

const recountWorkers = makeWorkers(error => app.server.log.error(error));
afterAll(() => recountWorkers.close());

/** Recomputes all outdated trips once. Returns the numbers of trips that were recomputed together. */
const recount = async () => {
  const counts: number[] = [];
  await recomputeOutdatedTrips({
    db: app.connection.db,
    preparedDb: app.connection.preparedDb,
    now: app.clock.now,
    log: app.server.log,
    workers: recountWorkers,
    onTripsRecomputed: count => counts.push(count),
  });
  return counts;
};

it('trips that an upgrade has marked are cut anew by themselves: what people said of them stays', async () => {
  const voucher = await driven();
  const [{ Id }] = await trips(voucher);
  await manager('PUT', `/api/v2/StatisticSummingTrip/${Id}/updatenotes?objectId=${voucher.objectId}`, {
    Notes: 'Work',
  });
  const [before, figures] = [await trips(voucher), await global(voucher)];
  expect(before[0].EventsCount).toBeGreaterThan(3);
  await ofBefore(voucher);
  expect((await trips(voucher))[0].EventsCount).toBe(before[0].EventsCount + 1);
  await recount();
  expect([await trips(voucher), await global(voucher)]).toEqual([before, figures]);
  expect(await marked()).toEqual([]);
});

it('together leave what each by itself leaves, to the last bit', async () => {
  const [whole, each] = [await app.given.voucher(company), await app.given.voucher(company)];
  const { pool } = app.connection;
  const dayCount = 4;
  for (const { imei } of [whole, each])
    for (let day = 0; day < dayCount; day += 1) {
      const style = { brakingEveryS: 30 + 7 * day, withAcceleration: day % 3 === 0, latitude: 20 + day / 10 };
      const drive = hardDrive(startMs + day * 86_400_000, 5, style);
      const sent = { MessageId: `alike-${imei}-${day}`, Imei: imei, ...drive };
      expect((await platform('POST', '/api/statistic/webhook', sent)).status).toBe(200);
    }
  const rowsOf = async ({ objectId }: Given) => {
    const tables = [
      'trip',
      'manoeuvre',
      'trip_score',
      'object_day',
      'object_stretch',
      'object_weekday',
      'object_score',
    ];
    const read = async (table: string) => {
      const { rows } = await pool.query(
        `select to_jsonb(its) - '{id,object_id,trip_id,voucher_id}'::text[] as row from ${table} its where object_id = $1`,
        [objectId],
      );
      return [table, rows.map(({ row }) => JSON.stringify(row)).sort()] as const;
    };
    return Object.fromEntries(await Promise.all(tables.map(read)));
  };
  const before = await rowsOf(whole);
  expect(await rowsOf(each)).toEqual(before);
  const spoil = async ({ objectId }: Given) => {
    await pool.query('update trip set distance_km = 1, watched_m = 2, night_ms = 3 where object_id = $1', [objectId]);
    await pool.query(`update manoeuvre set peak_g = 0.1 where object_id = $1`, [objectId]);
  };
  const mark = (objectId: string, condition = 'true') =>
    pool.query(`update trip set outdated = true where object_id = $1 and ${condition}`, [objectId]);
  await spoil(whole);
  await mark(whole.objectId);
  expect(await recount()).toEqual([dayCount]);
  expect(await rowsOf(whole)).toEqual(before);
  await spoil(each);
  const { rows: starts } = await pool.query('select id from trip where object_id = $1 order by start_at', [
    each.objectId,
  ]);
  for (const { id } of starts) {
    await mark(each.objectId, `id = ${id}`);
    expect(await recount()).toEqual([1]);
  }
  expect(await rowsOf(each)).toEqual(before);
  expect(await marked()).toEqual([]);
});

it('say how far they are, and nothing once none is left', async () => {
  const voucher = await driven();
  const progress = async () => (await manager('GET', '/api/v3/scoring/recompute')).body;
  expect(await progress()).toEqual({ Done: 0, Total: null, SecondsLeft: null });
  const { db } = app.connection;
  await db.updateTable('trip').set({ outdated: true }).where('object_id', '=', voucher.objectId).execute();
  const data = Buffer.from([9, 9, 9]);
  const blocks = () => db.selectFrom('position_block').select(['id', 'data']).where('object_id', '=', voucher.objectId);
  const [block] = await blocks().execute();
  await db.updateTable('position_block').set({ data }).where('object_id', '=', voucher.objectId).execute();
  await recount();
  expect(await progress()).toMatchObject({ Done: 0, Total: 1 });
  await db.updateTable('position_block').set({ data: block!.data }).where('object_id', '=', voucher.objectId).execute();
  await recount();
  expect(await progress()).toEqual({ Done: 0, Total: null, SecondsLeft: null });
  const events = await db.selectFrom('event').select('data').where('type', '=', 'job').orderBy('id').execute();
  expect(events.at(-1)?.data).toMatchObject({ Kind: 'recompute', Done: 0, Total: 0 });
});

it('one that cannot be cut holds up none of the others, and waits; one without a track keeps what it has', async () => {
  const [broken, sound, bare] = [await driven(), await driven(), await driven()];
  const before = await trips(sound);
  for (const voucher of [broken, sound, bare]) await ofBefore(voucher);
  const { db } = app.connection;
  const data = Buffer.from([9, 9, 9]);
  await db.updateTable('position_block').set({ data }).where('object_id', '=', broken.objectId).execute();
  await db.deleteFrom('position_block').where('object_id', '=', bare.objectId).execute();
  await recount();
  expect(await trips(sound)).toEqual(before);
  expect((await trips(bare))[0].EventsCount).toBe(before[0].EventsCount + 1);
  expect(await marked()).toEqual([broken.objectId]);
});

it('each trip is worked out by itself: one that cannot be cut holds up none of its object, and messages get between', async () => {
  const voucher = await driven();
  const drive = hardDrive(startMs + 7 * 86_400_000, 15, { brakingEveryS: 120, latitude: 40 });
  const sent = { MessageId: 'a week later', Imei: voucher.imei, ...drive };
  expect((await platform('POST', '/api/statistic/webhook', sent)).status).toBe(200);
  await ofBefore(voucher);
  const { db } = app.connection;
  const data = Buffer.from([9, 9, 9]);
  const first = { objectId: voucher.objectId, beforeAt: new Date(startMs + 86_400_000).toISOString() };
  const blocks = db.updateTable('position_block').set({ data }).where('object_id', '=', first.objectId);
  await blocks.where('start_at', '<', first.beforeAt).execute();
  await recount();
  const left = await db.selectFrom('trip').select('start_at').where('outdated', '=', true);
  const starts = await left.where('object_id', '=', voucher.objectId).execute();
  expect(starts.map(({ start_at }) => start_at < first.beforeAt)).toEqual([true]);
});

describe('a period that somebody orders to be worked out anew', () => {
  const days = 30;
  /** Numbers of trips that were recomputed together, in order. */
  const batches: number[] = [];
  const dayMs = 86_400_000;
  /** A worker thread reads each trip with acceleration. Here it is slowed down, so that a message arrives meanwhile. */
  const slow = () => {
    const workers = makeWorkers(error => app.server.log.error(error));
    return new Proxy(workers, {
      get: (target, name) => {
        if (name !== 'run') return Reflect.get(target, name);
        return async (...work: Parameters<Workers['run']>) => {
          await setTimeout(50);
          return target.run(...work);
        };
      },
    });
  };
  const order = (voucher: Given, workers: Workers, told: (done: number, total?: number) => void, signal: AbortSignal) =>
    recomputeJob.run(
      {
        db: app.connection.db,
        preparedDb: app.connection.preparedDb,
        now: app.clock.now,
        log: app.server.log,
        workers,
        onTripsRecomputed: (count: number) => void batches.push(count),
      } as Context,
      { From: '2026-01-01', To: '2026-04-01', ObjectId: voucher.objectId, Locale: 'ru' },
      {
        job: { id: 1, companyId: company, authorId: 1, authorName: 'test', attempt: 1 },
        signal,
        progress: told,
      },
    );
  const dayOf = (day: number) => Date.parse('2026-01-10T09:00:00Z') + day * dayMs;
  const send = (voucher: Given, day: number, sent = drives++) =>
    platform('POST', '/api/statistic/webhook', {
      MessageId: `daily-${sent}`,
      Imei: voucher.imei,
      ...hardDrive(dayOf(day), 4, { brakingEveryS: 15, withAcceleration: true, latitude: 30 + (sent % 300) / 10 }),
    });

  it('and by the clock twice, while trips are left out and the device goes elsewhere, loses no trip and counts none twice', async () => {
    const [voucher, next] = [await app.given.voucher(company), await app.given.voucher(company)];
    for (let day = 0; day < 12; day += 1) expect((await send(voucher, day)).status).toBe(200);
    const { db } = app.connection;
    const stored = () =>
      db.selectFrom('trip').selectAll().where('object_id', '=', voucher.objectId).orderBy('start_at').execute();
    const before = await stored();
    await db.updateTable('trip').set({ outdated: true }).where('object_id', '=', voucher.objectId).execute();
    const change = (day: number, action: string, body?: object) =>
      manager('POST', `/api/v3/trips/${before[day]!.id}/${action}?objectId=${voucher.objectId}`, body);
    const move = (id: number, name: string, body: object) =>
      manager('POST', `/api/v2/Voucher/${id}/moves/${name}`, body);
    await move(next.id, 'detach', { Reason: 'its own device' });
    const workers = makeWorkers(error => app.server.log.error(error));
    const people = async () => {
      const replies = [
        await change(9, 'exclude', { Reason: 'not the client' }),
        await change(2, 'exclude', { Reason: 'a test' }),
        await move(voucher.id, 'detach', { Reason: 'moved' }),
        await move(next.id, 'attach', { Imei: voucher.imei }),
        await change(2, 'restore'),
      ];
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    };
    await Promise.all([
      recount(),
      recount(),
      order(voucher, workers, () => {}, new AbortController().signal),
      people(),
    ]);
    await recount();
    expect(await marked()).not.toContain(voucher.objectId);
    const leftOut = { excluded_at: app.clock.now().toISOString(), exclusion_reason: 'not the client' };
    expect(await stored()).toEqual(before.map((trip, day) => (day === 9 ? { ...trip, ...leftOut } : trip)));
    expect((await global(voucher)).TripsCount).toBe(11);
    expect((await global(next)).TripsCount).toBe(0);
    expect(await unsoundSums(app.databaseUrl)).toEqual({});
    await workers.close();
  });

  it('goes past trips that cannot be cut, leaves them as they were, and says how many those are', async () => {
    const [broken, sound] = [await driven(), await driven()];
    const [kept, before] = [await trips(broken), await trips(sound)];
    for (const voucher of [broken, sound]) await ofBefore(voucher);
    const { db, preparedDb } = app.connection;
    const data = Buffer.from([9, 9, 9]);
    await db.updateTable('position_block').set({ data }).where('object_id', '=', broken.objectId).execute();
    const workers = makeWorkers(error => app.server.log.error(error));
    const author = await app.given.account(company, 'MANAGER');
    const job = { id: 2, companyId: company, authorId: author.id, authorName: 'test', attempt: 1 };
    const input = { From: '2026-03-01', To: '2026-03-31', Locale: 'en' } as const;
    const finish = await recomputeJob.run(
      {
        db,
        preparedDb,
        now: app.clock.now,
        log: app.server.log,
        workers,
        onTripsRecomputed: () => {},
      } as unknown as Context,
      input,
      {
        job,
        signal: new AbortController().signal,
        progress: () => {},
      },
    );
    expect(await trips(sound)).toEqual(before);
    expect((await trips(broken))[0].EventsCount).toBe(kept[0].EventsCount + 1);
    const left = await marked();
    expect(left).toContain(broken.objectId);
    expect(left).not.toContain(sound.objectId);
    const at = app.clock.now();
    const by = { companyId: company, accountId: author.id, name: 'test', requestId: null, at };
    const told = await inTransaction(db, by, async tx =>
      recomputeJob.notifyAuthor(tx, job, input, { outcome: { result: await finish(tx) }, at }),
    );
    expect(told).toMatchObject({ Kind: 'recompute', Text: expect.stringContaining(`recomputed: ${left.length}.`) });
    await workers.close();
  });

  it('keeps no message of the device waiting, tells how far it is, and goes on where it was stopped', async () => {
    const voucher = await app.given.voucher(company);
    for (let day = 0; day < days; day += 1) expect((await send(voucher, day)).status).toBe(200);
    const { db } = app.connection;
    const stored = () =>
      db.selectFrom('trip').selectAll().where('object_id', '=', voucher.objectId).orderBy('start_at').execute();
    const before = await stored();
    const left = async () => (await marked()).filter(objectId => objectId === voucher.objectId).length;
    expect(before).toHaveLength(days);
    await db.updateTable('trip').set({ outdated: true }).where('object_id', '=', voucher.objectId).execute();

    const stopping = new AbortController();
    const told: number[] = [];
    const workers = slow();
    batches.length = 0;
    const first = order(
      voucher,
      workers,
      done => {
        told.push(done);
        if (done > 0) stopping.abort();
      },
      stopping.signal,
    ).catch(() => 'stopped');
    await vi.waitFor(() => expect(told.length).toBeGreaterThan(0));
    expect((await send(voucher, days)).status).toBe(200);
    expect(await first).toBe('stopped');
    // One transaction was committed, with some trips and not with all of them.
    expect(batches).toHaveLength(1);
    const recomputed = batches[0]!;
    expect(recomputed).toBeGreaterThan(1);
    expect(recomputed).toBeLessThan(days);
    expect(await left()).toBe(days - recomputed);

    const totals: [number, number | undefined][] = [];
    await order(voucher, workers, (done, total) => totals.push([done, total]), new AbortController().signal);
    expect(totals.at(0)).toEqual([0, days + 1]);
    expect(totals.at(-1)).toEqual([days + 1, days + 1]);
    expect(totals.map(([done]) => done)).toContain(days - recomputed);
    expect(batches.slice(1).reduce((sum, count) => sum + count, 0)).toBe(days - recomputed);
    expect(await marked()).not.toContain(voucher.objectId);
    expect((await stored()).slice(0, -1)).toEqual(before);
    expect(await unsoundSums(app.databaseUrl)).toEqual({});
    await workers.close();
  });
});
