import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { inTransaction } from '../../server/db/change.ts';
import { type CutTask, cutFixes } from '../../server/modules/ingest/cut.ts';
import { recutTrips } from '../../server/modules/ingest/service.ts';
import type { Workers } from '../../server/threads/workers.ts';
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

let counter = 0;
const send = async (Imei: string, ...batches: readonly (readonly Position[])[]) => {
  for (const Positions of batches) {
    const message = { MessageId: `long-${counter++}`, Imei, Positions };
    expect((await platform('POST', '/api/statistic/webhook', message)).status).toBe(200);
  }
};
const tripsOf = async (objectId: string) =>
  (
    await app.connection.pool.query(
      `select start_at, end_at, distance_km, maximum_speed_kmh, watched_m,
         (select count(*) from manoeuvre where manoeuvre.object_id = trip.object_id and trip_id = trip.id) as manoeuvres
       from trip where object_id = $1 order by start_at`,
      [objectId],
    )
  ).rows;
const endsOf = async (objectId: string): Promise<string[]> =>
  (await tripsOf(objectId)).map(({ end_at }) => new Date(end_at).toISOString());

const drive = (startMs: number, minutes: number, latitude: number) =>
  hardDrive(startMs, minutes, { brakingEveryS: 60, latitude }).Positions as Position[];
const startMs = Date.parse('2026-01-15T05:00:00.000Z');

it('cuts a long drive once for many messages, with the result of a single message', async () => {
  const fixes = drive(startMs, 30, 55.1);
  const whole = await app.given.voucher(company);
  await send(whole.imei, fixes);
  const expected = await tripsOf(whole.objectId);
  expect(expected).toHaveLength(1);

  const car = await app.given.voucher(company);
  await send(car.imei, fixes.slice(0, 900));
  const ends = await endsOf(car.objectId);
  for (let from = 900; from < fixes.length; from += 30) await send(car.imei, fixes.slice(from, from + 30));
  expect(await endsOf(car.objectId)).toEqual(ends);
  await untilDrivesAreCut(app);
  expect(await tripsOf(car.objectId)).toEqual(expected);
});

it('cuts a long drive at once when the ignition is turned off, and the next drive with its first message', async () => {
  const car = await app.given.voucher(company);
  const fixes = drive(startMs, 20, 55.2);
  await send(car.imei, fixes.slice(0, 900), fixes.slice(900, 930));
  const end = { ...fixes[930]!, Ignition: false };
  await send(car.imei, [...fixes.slice(930, 960), { ...end, DateTime: fixes[960]!.DateTime, Speed: 0 }]);
  expect(Date.parse((await endsOf(car.objectId))[0]!)).toBeGreaterThan(Date.parse(fixes[930]!.DateTime));
  await send(car.imei, drive(startMs + 3 * 3_600_000, 2, 55.3));
  expect(await endsOf(car.objectId)).toHaveLength(2);
});

it('cuts a long drive at once after a message as large as the drive', async () => {
  const car = await app.given.voucher(company);
  const fixes = drive(startMs, 40, 55.4);
  await send(car.imei, fixes.slice(0, 1200), fixes.slice(1200));
  expect(Date.parse((await endsOf(car.objectId))[0]!)).toBeGreaterThan(Date.parse(fixes[2300]!.DateTime));
});

it('cuts a drive of ten minutes in a thread only if no task waits for one, with the same result', async () => {
  const { imei, objectId, id } = await app.given.voucher(company);
  await send(imei, drive(startMs, 10, 55.45));
  const expected = await tripsOf(objectId);
  expect(expected).toHaveLength(1);
  const author = { companyId: company, accountId: null, name: 'test', requestId: null, at: new Date() };
  for (const [waitingTasks, passedTasks] of [
    [0, ['modules/ingest/cut']],
    [1, []],
  ] as const) {
    const passed: string[] = [];
    const workers = {
      queueLength: () => waitingTasks,
      run: async (workName: string, task: CutTask) => {
        passed.push(workName);
        return cutFixes(task);
      },
    } as unknown as Workers;
    const object = { companyId: company, objectId, voucherId: id };
    const range = { fromMs: startMs, toMs: startMs + 600_000 };
    await inTransaction(app.connection.db, author, tx => recutTrips(tx.db, workers, object, [range]));
    expect(passed).toEqual(passedTasks);
    expect(await tripsOf(objectId)).toEqual(expected);
  }
});

it('cuts the drives of cars whose voucher was closed while their fixes waited', async () => {
  const car = await app.given.voucher(company);
  const fixes = drive(startMs, 20, 55.5);
  await send(car.imei, fixes.slice(0, 900), fixes.slice(900, 930));
  const [before] = await endsOf(car.objectId);
  const manager = app.as((await app.given.account(company, 'MANAGER')).token);
  expect((await manager('POST', `/api/v2/Voucher/${car.id}/close`, { Reason: 'sold' })).status).toBe(200);
  await untilDrivesAreCut(app);
  expect(Date.parse((await endsOf(car.objectId))[0]!)).toBeGreaterThan(Date.parse(before!));
});

/** Object whose drive waits to be cut, and the end of the trip that was cut before. */
const givenWaitingDrive = async (latitude: number) => {
  const car = await app.given.voucher(company);
  const fixes = drive(startMs, 20, latitude);
  await send(car.imei, fixes.slice(0, 900), fixes.slice(900, 930));
  const [cutTo] = await endsOf(car.objectId);
  const isCut = async (): Promise<boolean> => (await endsOf(car.objectId))[0]! > cutTo!;
  return { ...car, fixes, isCut };
};
type WaitingDrive = Awaited<ReturnType<typeof givenWaitingDrive>>;
const untilCut = ({ isCut }: WaitingDrive) => vi.waitFor(async () => expect(await isCut()).toBe(true), 60_000);
const dueAtOf = async ({ objectId }: WaitingDrive): Promise<number> => {
  const { rows } = await app.connection.pool.query('select due_at from trip_cut where object_id = $1', [objectId]);
  return Date.parse(rows[0].due_at);
};

it('cuts other drives while another process works on the object that is due first', async () => {
  const busy = await givenWaitingDrive(55.6);
  app.clock.forward(1);
  const idle = await givenWaitingDrive(55.7);
  const otherProcess = await app.connection.pool.connect();
  await otherProcess.query('select pg_advisory_lock(hashtextextended($1, 0))', [`object:${busy.objectId}`]);
  try {
    app.clock.forward(600);
    await untilCut(idle);
    expect(await busy.isCut()).toBe(false);
  } finally {
    await otherProcess.query('select pg_advisory_unlock_all()');
    otherProcess.release();
  }
  await untilCut(busy);
});

it('cuts an overdue drive with the next message if no process runs jobs', async () => {
  const alone = await openTestApp('2026-01-15T12:00:00.000Z');
  try {
    const idOfCompany = await alone.given.company();
    const car = await alone.given.voucher(idOfCompany);
    const key = alone.as(await alone.given.platformKey(idOfCompany));
    const fixes = drive(startMs, 20, 55.8);
    const endAfter = async (fromIndex: number, toIndex: number): Promise<string> => {
      const message = { MessageId: `alone-${toIndex}`, Imei: car.imei, Positions: fixes.slice(fromIndex, toIndex) };
      expect((await key('POST', '/api/statistic/webhook', message)).status).toBe(200);
      return (await alone.connection.pool.query('select max(end_at) as end_at from trip')).rows[0].end_at;
    };
    const cutTo = await endAfter(0, 900);
    expect(await endAfter(900, 930)).toEqual(cutTo);
    alone.clock.forward(600);
    expect(Date.parse(await endAfter(930, 960))).toBeGreaterThan(Date.parse(fixes[930]!.DateTime));
  } finally {
    await alone.close();
  }
});

it('lets a drive that cannot be cut wait again, and cuts the others', async () => {
  const broken = await givenWaitingDrive(55.9);
  app.clock.forward(1);
  const whole = await givenWaitingDrive(56.0);
  const { pool } = app.connection;
  await pool.query(`alter table trip
    add constraint refused_object check (object_id <> '${broken.objectId}') not valid`);
  app.clock.forward(600);
  await untilCut(whole);
  await vi.waitFor(async () => expect(await dueAtOf(broken)).toBeGreaterThan(app.clock.now().getTime()), 60_000);
  await pool.query('alter table trip drop constraint refused_object');
  expect(await broken.isCut()).toBe(false);
  app.clock.forward(600);
  await untilCut(broken);
});

it('cuts a waiting drive soon although the clock of the server was set back by a day', async () => {
  app.clock.forward(86_400);
  const car = await givenWaitingDrive(56.1);
  app.clock.forward(-86_400);
  await untilCut(car);
});

it('cuts a long drive at once if any message of a request turns the ignition off', async () => {
  const car = await app.given.voucher(company);
  const fixes = drive(startMs, 20, 56.2);
  await send(car.imei, fixes.slice(0, 900));
  const [cutTo] = await endsOf(car.objectId);
  const off = { ...fixes[960]!, Ignition: false, Speed: 0 };
  const Batch = [[...fixes.slice(930, 960), off], fixes.slice(900, 930)].map(Positions => ({
    MessageId: `long-${counter++}`,
    Imei: car.imei,
    Positions,
  }));
  expect((await platform('POST', '/api/statistic/webhook', Batch)).status).toBe(200);
  expect((await endsOf(car.objectId))[0]! > cutTo!).toBe(true);
});
