import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Position } from '../../src/contract/shapes/telemetry.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { hardDrive } from '../support/drives.ts';
import { cutsDrives, untilDrivesAreCut } from '../support/waitingCuts.ts';

let app: TestApp;
let company: number;
let platform: ReturnType<TestApp['as']>;
beforeAll(async () => {
  app = await openTestApp('2026-01-15T12:00:00.000Z', cutsDrives);
  company = await app.given.company();
  platform = app.as(await app.given.platformKey(company));
});
afterAll(() => app.close());

type Car = Awaited<ReturnType<TestApp['given']['voucher']>>;
const givenCars = async (count: number): Promise<Car[]> => {
  const cars: Car[] = [];
  while (cars.length < count) cars.push(await app.given.voucher(company));
  return cars;
};

const fixes = hardDrive(Date.parse('2026-01-15T05:00:00.000Z'), 6, { brakingEveryS: 60, latitude: 55.1 })
  .Positions as Position[];
/** Part of the drive in messages of 60 fixes. */
const messageOf = ({ imei }: { imei: string }, part: number, MessageId = `${imei}-${part}`) => ({
  MessageId,
  Imei: imei,
  Positions: fixes.slice(part * 60, part * 60 + 60),
});
const parts = [0, 1, 2, 3, 4, 5];
const send = (body: object) => platform('POST', '/api/statistic/webhook', body);

const drivesOf = async (objectId: string) =>
  (
    await app.connection.pool.query(
      `select start_at, end_at, distance_km, maximum_speed_kmh, watched_m,
         (select json_agg(json_build_array(kind, start_at, peak_g) order by start_at, kind) from manoeuvre
           where manoeuvre.object_id = trip.object_id and trip_id = trip.id) as manoeuvres
       from trip where object_id = $1 order by start_at`,
      [objectId],
    )
  ).rows;
const fixesOf = async (objectId: string): Promise<number> =>
  (
    await app.connection.pool.query(
      'select coalesce(sum(samples), 0)::int as fixes from position_block where object_id = $1',
      [objectId],
    )
  ).rows[0].fixes;

it('gives every car of many the trips of a car that sent its drive alone, however their messages come together', async () => {
  const [alone, ...cars] = await givenCars(13);
  expect((await send({ ...messageOf(alone!, 0), Positions: fixes })).status).toBe(200);
  const expected = await drivesOf(alone!.objectId);
  expect(expected).toHaveLength(1);
  expect(expected[0].manoeuvres.length).toBeGreaterThan(0);

  const [gathered, single] = [cars.slice(0, 6), cars.slice(6)];
  const replies = await Promise.all([
    send(parts.flatMap(part => gathered.map(car => messageOf(car, part)))),
    ...single.flatMap(car => [...parts].reverse().map(part => send(messageOf(car, part)))),
  ]);
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  await untilDrivesAreCut(app);
  for (const { objectId } of cars) expect(await drivesOf(objectId)).toEqual(expected);
});

it('answers requests with many cars before their trips are cut, two seconds for each car after the first message', async () => {
  const cars = await givenCars(6);
  const dueMs = app.clock.now().getTime() + 12_000;
  for (const some of [parts.slice(0, 3), parts.slice(3)]) {
    expect((await send(some.flatMap(part => cars.map(car => messageOf(car, part))))).status).toBe(200);
    app.clock.forward(5);
  }
  for (const { objectId } of cars) {
    expect(await fixesOf(objectId)).toBe(fixes.length);
    expect(await drivesOf(objectId)).toEqual([]);
    const { rows } = await app.connection.pool.query('select due_at from trip_cut where object_id = $1', [objectId]);
    expect(Date.parse(rows[0].due_at)).toBe(dueMs);
  }
  await untilDrivesAreCut(app);
  for (const { objectId } of cars) expect(await drivesOf(objectId)).toHaveLength(1);
});

it('answers each message of a request for itself: new, repeated, or from an unknown device', async () => {
  const cars = await givenCars(6);
  const unknown = { imei: '490154203237518' };
  // Some platforms count the messages of each device from 1.
  const bodies = [...cars.map(car => messageOf(car, 0, '1')), messageOf(unknown, 0, '1'), messageOf(cars[0]!, 0, '1')];
  const reply = await send(bodies);
  expect(reply.status).toBe(200);
  const receipts = (reply.body as { Results: { Accepted: number; Duplicate: boolean; Quarantined: boolean }[] })
    .Results;
  expect(receipts.map(each => [each.Accepted, each.Duplicate, each.Quarantined])).toEqual([
    ...cars.map(() => [60, false, false]),
    [0, false, true],
    [60, true, false],
  ]);
  for (const { objectId } of cars) expect(await fixesOf(objectId)).toBe(60);
  const again = (await send(bodies)).body as { Results: { Duplicate: boolean }[] };
  expect(again.Results.every(({ Duplicate }) => Duplicate)).toBe(true);
  for (const { objectId } of cars) expect(await fixesOf(objectId)).toBe(60);
});

it('stores the messages of other cars while another process works on one of them', async () => {
  const [busy, ...others] = await givenCars(6);
  const otherProcess = await app.connection.pool.connect();
  await otherProcess.query('select pg_advisory_lock(hashtextextended($1, 0))', [`object:${busy!.objectId}`]);
  const reply = send([busy!, ...others].map(car => messageOf(car, 0)));
  try {
    await vi.waitFor(async () => {
      for (const { objectId } of others) expect(await fixesOf(objectId)).toBe(60);
    }, 2500);
    expect(await fixesOf(busy!.objectId)).toBe(0);
  } finally {
    await otherProcess.query('select pg_advisory_unlock_all()');
    otherProcess.release();
  }
  expect((await reply).status).toBe(200);
  expect(await fixesOf(busy!.objectId)).toBe(60);
});

it('stores the messages of other cars if those of one cannot be stored', async () => {
  const [broken, ...others] = await givenCars(8);
  const { pool } = app.connection;
  await pool.query(`alter table position_block
    add constraint refused_object check (object_id <> '${broken!.objectId}') not valid`);
  try {
    const replies = await Promise.all([broken!, ...others].map(car => send(messageOf(car, 0))));
    expect(replies.map(({ status }) => status)).toEqual([500, ...others.map(() => 200)]);
    for (const { objectId } of others) expect(await fixesOf(objectId)).toBe(60);
  } finally {
    await pool.query('alter table position_block drop constraint refused_object');
  }
  expect((await send(messageOf(broken!, 0))).status).toBe(200);
  expect(await fixesOf(broken!.objectId)).toBe(60);
});
