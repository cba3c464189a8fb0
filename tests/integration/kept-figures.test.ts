import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { unsoundSums } from '../support/sums.ts';
import { untilDrivesAreCut } from '../support/waitingCuts.ts';

let app: TestApp;
let company: number;
let manager: ReturnType<TestApp['as']>;
let platform: ReturnType<TestApp['as']>;

beforeAll(async () => {
  app = await openTestApp('2026-04-01T12:00:00.000Z', {
    jobs: { startHook: 'onReady', heartbeatMs: 200, reviveEveryMs: 25 },
  });
  company = await app.given.company();
  manager = app.as((await app.given.account(company, 'MANAGER')).token);
  platform = app.as(await app.given.platformKey(company));
});
afterAll(() => app.close());

/** Returns a drive east at 72 km/h that starts at its second `skip`. */
const drive = (start: string, seconds: number, { skip = 0, latitude = 55.75, longitude = 37.5 } = {}) =>
  Array.from({ length: seconds }, (_, i) => ({
    DateTime: new Date(Date.parse(start) + (skip + i) * 1000).toISOString(),
    Latitude: latitude,
    Longitude: Number((longitude + (skip + i) * 0.00032).toFixed(6)),
    Speed: 72,
  }));

let messages = 0;
const send = async (Imei: string, Positions: readonly object[], by = platform) => {
  const MessageId = `kept-${messages++}`;
  expect((await by('POST', '/api/statistic/webhook', { MessageId, Imei, Positions })).status).toBe(200);
};
const tripsOf = async (objectId: string) => {
  await untilDrivesAreCut(app);
  return (await manager('GET', `/api/trips?objectId=${objectId}`)).body.Items;
};
const rowsOf = async (objectId: string) => {
  await untilDrivesAreCut(app);
  return (
    await app.connection.pool.query(
      `select to_jsonb(its) as row from object_day its where object_id = $1
        union all select to_jsonb(its) from object_score its where object_id = $1`,
      [objectId],
    )
  ).rows;
};

it('are found unsound where they are', async () => {
  const { imei, objectId } = await app.given.voucher(company);
  await send(imei, drive('2026-03-20T09:00:00Z', 300));
  expect(await unsoundSums(app.databaseUrl)).toEqual({});
  await app.connection.pool.query('update object_day set distance_m = distance_m + 1 where object_id = $1', [objectId]);
  expect(Object.keys(await unsoundSums(app.databaseUrl))).toEqual([
    'days against their trips',
    'all time against its days',
    'stretches against their days',
    'weekdays against their days',
  ]);
  await app.connection.pool.query('update object_day set distance_m = distance_m - 1 where object_id = $1', [objectId]);
});

describe('a trip left out', () => {
  it('and counted again while data of its day arrives leaves what data alone would have', async () => {
    const [one, plain] = [await app.given.voucher(company), await app.given.voucher(company)];
    const first = drive('2026-03-21T09:00:00Z', 300);
    for (const { imei } of [one, plain]) await send(imei, first);
    const [{ Id }] = await tripsOf(one.objectId);
    const path = (action: string) => `/api/v3/trips/${Id}/${action}?objectId=${one.objectId}`;
    const parts = Array.from({ length: 6 }, (_, i) => drive('2026-03-21T09:00:00Z', 60, { skip: 300 + i * 60 }));
    await Promise.all(
      parts.flatMap((part, i) => [
        send(one.imei, part),
        i % 2 ? manager('POST', path('restore')) : manager('POST', path('exclude'), { Reason: 'not the client' }),
      ]),
    );
    await manager('POST', path('restore'));
    for (const part of parts.toReversed()) await send(plain.imei, part);
    const bare = (rows: { row: object }[]) =>
      rows.map(({ row }) => ({ ...row, object_id: '', voucher_id: 0, trip_id: 0 }));
    expect(bare(await rowsOf(one.objectId))).toEqual(bare(await rowsOf(plain.objectId)));
    expect(await unsoundSums(app.databaseUrl)).toEqual({});
  });

  it('asks for a reason that says something and can be kept', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    await send(imei, drive('2026-03-22T09:00:00Z', 300));
    const [{ Id }] = await tripsOf(objectId);
    for (const Reason of ['', ' ', 'a\u0000b', '\ud800'])
      expect((await manager('POST', `/api/v3/trips/${Id}/exclude?objectId=${objectId}`, { Reason })).status).toBe(400);
    expect((await tripsOf(objectId))[0].Excluded).toBe(false);
  });
});

it('what people said of two trips holds for the one that late fixes join them to', async () => {
  const { imei, objectId } = await app.given.voucher(company);
  const whole = drive('2026-03-10T09:00:00Z', 1500);
  await send(imei, whole.slice(0, 500));
  await send(imei, whole.slice(1000));
  const [late, early] = await tripsOf(objectId);
  const write = (id: number, Notes: string) =>
    manager('PUT', `/api/v2/StatisticSummingTrip/${id}/updatenotes?objectId=${objectId}`, { Notes });
  expect((await write(early.Id, 'to the garage')).status).toBe(200);
  expect((await write(late.Id, 'brakes tried')).status).toBe(200);
  const leftOut = await manager('POST', `/api/v3/trips/${late.Id}/exclude?objectId=${objectId}`, { Reason: 'a test' });
  expect(leftOut.status).toBe(200);
  await send(imei, whole.slice(500, 1000));
  const trips = await tripsOf(objectId);
  expect(trips).toEqual([expect.objectContaining({ Notes: 'to the garage\nbrakes tried', Excluded: true })]);
  expect((await manager('GET', `/api/v2/StatisticSummingGlobal?objectId=${objectId}`)).body.TripsCount).toBe(0);
});

it('no trip counts twice where the company has moved to another time zone', async () => {
  const { imei, objectId } = await app.given.voucher(company);
  // The two trips are on one day in Moscow, and on two days in London.
  await send(imei, drive('2026-03-10T22:00:00Z', 300));
  await send(imei, drive('2026-03-11T09:00:00Z', 300, { latitude: 55.7 }));
  expect(await rowsOf(objectId)).toHaveLength(2);
  // An earlier release did not look the place of a trip up, so the company's clock gives its day.
  await app.connection.pool.query('update trip set utc_offset_ms = null where object_id = $1', [objectId]);
  await app.connection.pool.query(`update company set time_zone = 'UTC' where id = $1`, [company]);
  await send(imei, drive('2026-03-10T12:00:00Z', 300, { latitude: 55.6 }));
  const days = (await rowsOf(objectId)).flatMap(({ row }) => (row.day ? [[row.day, row.trips]] : []));
  expect(days.sort()).toEqual([
    ['2026-03-10', 2],
    ['2026-03-11', 1],
  ]);
  expect((await manager('GET', `/api/v2/StatisticSummingGlobal?objectId=${objectId}`)).body.TripsCount).toBe(3);
  await app.connection.pool.query(`update company set time_zone = 'Europe/Moscow' where id = $1`, [company]);
  await send(imei, drive('2026-03-12T12:00:00Z', 300, { latitude: 55.5 }));
  expect(await unsoundSums(app.databaseUrl)).toEqual({});
});

it('are worked out anew up to a day that no calendar reaches, one order of a person at a time', async () => {
  const order = { From: '2026-03-01', To: '2026-03-31' };
  const begun = await Promise.all([1, 2, 3].map(() => manager('POST', '/api/v3/scoring/recompute', order)));
  expect(begun.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect(begun.find(({ status }) => status === 409)?.body.Code).toBe('RECOMPUTE_UNDER_WAY');
  const over = async (id: number) =>
    vi.waitFor(
      async () => {
        const { body } = await manager('GET', `/api/v3/scoring/recompute/${id}`);
        expect(body.State).toBe('done');
      },
      { interval: 100 },
    );
  await over(begun.find(({ status }) => status === 201)!.body.Id);
  const far = await manager('POST', '/api/v3/scoring/recompute', { From: '9999-12-31', To: '9999-12-31' });
  expect(far.status).toBe(201);
  await over(far.body.Id);
  expect(await unsoundSums(app.databaseUrl)).toEqual({});
});

it('of drives over midnight and over a change of the clocks stay sound while they are sent in disorder, left out and worked out anew', async () => {
  const place = await app.given.company();
  await app.connection.pool.query(`update company set time_zone = 'Europe/Berlin' where id = $1`, [place]);
  const theirs = app.as((await app.given.account(place, 'MANAGER')).token);
  const [by, another] = [app.as(await app.given.platformKey(place)), app.as(await app.given.platformKey(place))];
  const [one, plain] = [await app.given.voucher(place), await app.given.voucher(place)];
  // 23:57 to 0:07 in Berlin, and 1:57 to 3:07 across the change to summer time.
  const starts = ['2026-03-28T22:57:00Z', '2026-03-29T00:57:00Z'] as const;
  const parts = starts.flatMap((start, which) =>
    Array.from({ length: 5 }, (_, i) =>
      drive(start, 120, { skip: i * 120, latitude: 52.5 + which / 10, longitude: 13.2 }),
    ),
  );
  for (const part of parts) await send(plain.imei, part, by);
  await send(one.imei, parts[0]!, by);
  const [{ Id }] = (await theirs('GET', `/api/trips?objectId=${one.objectId}`)).body.Items;
  const path = (action: string) => `/api/v3/trips/${Id}/${action}?objectId=${one.objectId}`;
  const replies = await Promise.all([
    ...parts.toReversed().map((part, i) => send(one.imei, part, i % 2 ? by : another)),
    ...parts.slice(3, 7).map(part => send(one.imei, part, another)),
    ...[1, 2].map(n =>
      n % 2 ? theirs('POST', path('exclude'), { Reason: 'not the client' }) : theirs('POST', path('restore')),
    ),
    theirs('POST', '/api/v3/scoring/recompute', { From: '2026-03-28', To: '2026-03-30' }),
  ]);
  for (const reply of replies) expect(reply?.status ?? 200).toBeLessThan(500);
  await theirs('POST', path('restore'));
  // A second undo is refused, and nothing counts twice.
  expect((await theirs('POST', path('restore'))).body.Code).toBe('ALREADY_SO');
  await untilDrivesAreCut(app);
  const trips = async (objectId: string) =>
    (await theirs('GET', `/api/trips?objectId=${objectId}`)).body.Items.map((trip: { Id: number }) => ({
      ...trip,
      Id: 0,
    }));
  expect(await trips(one.objectId)).toEqual(await trips(plain.objectId));
  const days = async (objectId: string) => {
    const rows = await rowsOf(objectId);
    const ofDays = rows.flatMap(({ row }) => (row.day ? [{ ...row, object_id: '', voucher_id: 0 }] : []));
    return ofDays.sort((a, b) => (a.day < b.day ? -1 : 1));
  };
  expect((await days(plain.objectId)).map(({ day, trips }) => [day, trips])).toEqual([
    ['2026-03-28', 1],
    ['2026-03-29', 1],
  ]);
  expect(await days(one.objectId)).toEqual(await days(plain.objectId));
  expect(await unsoundSums(app.databaseUrl)).toEqual({});
});

it('are of vouchers with trips, also after all of them were worked out anew', async () => {
  const place = await app.given.company();
  const theirs = app.as((await app.given.account(place, 'MANAGER')).token);
  const driven = await app.given.voucher(place);
  await app.given.voucher(place);
  const itsPlatform = app.as(await app.given.platformKey(place));
  await send(driven.imei, drive('2026-03-20T12:00:00Z', 300, { latitude: 55.6 }), itsPlatform);
  const listed = async () => {
    const { body } = await theirs('GET', '/api/v2/StatisticSummingGlobal/table');
    return [body.Total, body.Items.map((row: { ObjectId: string }) => row.ObjectId)];
  };
  const before = await listed();
  expect(before).toEqual([1, [driven.objectId]]);
  const begun = await theirs('POST', '/api/v3/scoring/recompute', { From: '2026-03-01', To: '2026-03-31' });
  const state = async () => (await theirs('GET', `/api/v3/scoring/recompute/${begun.body.Id}`)).body;
  await vi.waitFor(async () => expect(await state()).toMatchObject({ State: 'done', Done: 1, Total: 1 }), {
    interval: 100,
  });
  expect(await listed()).toEqual(before);
});

describe('what a fault keeps back', () => {
  const faults = async (objectId: string) =>
    (await manager('GET', '/api/v2/Anomaly/status?pageSize=1000')).body.Items.filter(
      (row: { ObjectId: string }) => row.ObjectId === objectId,
    );
  const decide = async (objectId: string, action: 'clear' | 'confirm') => {
    const [{ Id }] = await faults(objectId);
    expect((await manager('POST', `/api/v2/Anomaly/${Id}/${action}`, { Reason: 'looked at' })).status).toBe(200);
  };
  const held = async (objectId: string) =>
    (
      await app.connection.pool.query(
        'select quarantine_reason from position_block where object_id = $1 order by start_at',
        [objectId],
      )
    ).rows.map(row => row.quarantine_reason);
  const bad = (start: string) => drive(start, 1, { latitude: 95 });

  it('stays out once confirmed and over, whatever is decided when it comes again', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    await send(imei, bad('2026-03-25T09:00:00Z'));
    await app.connection.pool.query('update anomaly set ended_at = to_at where object_id = $1', [objectId]);
    await app.connection.pool.query('update anomaly_status set ended_at = last_at where object_id = $1', [objectId]);
    await decide(objectId, 'confirm');
    app.clock.forward(7200);
    await send(imei, bad('2026-03-26T09:00:00Z'));
    expect(await faults(objectId)).toMatchObject([{ State: 'open', Held: 1 }]);
    await decide(objectId, 'clear');
    expect(await held(objectId)).toEqual(['place', null]);
  });

  it('counts again where a confirmation is taken back, and the history says so', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const fixes = drive('2026-03-25T09:00:00Z', 120);
    await send(
      imei,
      fixes.map((fix, i) => (i >= 50 && i < 90 ? { ...fix, Longitude: fixes[50]!.Longitude } : fix)),
    );
    const figures = async () => (await manager('GET', `/api/v2/StatisticSummingGlobal?objectId=${objectId}`)).body;
    await decide(objectId, 'confirm');
    const confirmed = await figures();
    expect(confirmed.TripsCount).toBe(1);
    await decide(objectId, 'clear');
    // The leap from the frozen place cannot be driven, so it adds nothing to the distance.
    expect((await figures()).DistanceKm).toBeLessThan(confirmed.DistanceKm);
    expect((await manager('GET', `/api/v2/Anomaly/history?objectId=${objectId}`)).body.Items).toMatchObject([
      { State: 'cleared', Held: 0 },
    ]);
    expect(await unsoundSums(app.databaseUrl)).toEqual({});
  });
});
