import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import {
  circuitDrive,
  deliveryOrders,
  divideDrive,
  randomFrom,
  type SentPart,
  townDrive,
} from '../support/deliveries.ts';
import { cutsDrives, untilDrivesAreCut } from '../support/waitingCuts.ts';

/** A slow machine needs long for hundreds of messages. */
const patientMs = 300_000;

let app: TestApp;
let company: number;
let platform: ReturnType<TestApp['as']>;
let manager: ReturnType<TestApp['as']>;
beforeAll(async () => {
  app = await openTestApp('2026-01-15T12:00:00.000Z', cutsDrives);
  company = await app.given.company();
  platform = app.as(await app.given.platformKey(company));
  manager = app.as((await app.given.account(company, 'MANAGER')).token);
});
afterAll(() => app.close());

let counter = 0;
const send = async (Imei: string, parts: readonly SentPart[]) => {
  for (const part of parts) {
    const body = { MessageId: `delivery-${counter++}`, Imei, ...part };
    let reply = await platform('POST', '/api/statistic/webhook', body);
    while (reply.status === 503) reply = await platform('POST', '/api/statistic/webhook', body);
    expect(reply.status).toBe(200);
  }
};

/** Returns all results of a car's fixes and samples, without ids and times of arrival. The score follows from the day's sums. */
const resultsOf = async (objectId: string) => {
  await untilDrivesAreCut(app);
  const rowsOf = async (sql: string): Promise<object[]> =>
    (await app.connection.pool.query(`${sql} where object_id = $1 order by 1`, [objectId])).rows;
  const { body } = await manager('GET', `/api/v2/Anomaly/history?objectId=${objectId}`);
  return {
    trips: (await rowsOf('select start_at, * from trip')).map(row => ({ ...row, id: 0, object_id: '' })),
    manoeuvres: await rowsOf(
      `select concat(start_at, kind) as key, kind, start_at, end_at, peak_g, mean_g, speed_kmh, latitude, longitude, source
       from manoeuvre`,
    ),
    days: (await rowsOf('select day, * from object_day')).map(row => ({ ...row, object_id: '' })),
    contact: await rowsOf('select newest_at, first_ignition_at from device_contact'),
    anomalies: (body.Items as Record<string, unknown>[]).map(({ Kind, Count, Held }) => ({ Kind, Count, Held })),
  };
};

const startMs = Date.parse('2026-01-15T05:00:00.000Z');
const drives = {
  'fixes alone, round and round a circuit': { drive: circuitDrive(startMs, 20, 300), withAcceleration: false },
  'fixes and acceleration in a town': { drive: townDrive(startMs, 20, 12), withAcceleration: true },
};
/** `DELIVERIES=all` tries all orders with messages of 10, 30, 60 and 300 fixes, which takes five minutes. */
const areAllWanted = process.env.DELIVERIES === 'all';
const someDeliveries: [size: number, order: keyof typeof deliveryOrders][] = [
  [30, 'in order'],
  [60, 'one live, then the backlog'],
  [60, 'shuffled and repeated'],
  [300, 'newest first'],
  [300, 'pieces of distant parts in one message'],
  [300, 'in order, fixes shuffled in each message'],
];
const orderNames = Object.keys(deliveryOrders) as (keyof typeof deliveryOrders)[];
const deliveries = areAllWanted
  ? [10, 30, 60, 300].flatMap(size => orderNames.map((name): [number, typeof name] => [size, name]))
  : someDeliveries;

describe.each(Object.entries(drives))('a drive with %s', (_, { drive, withAcceleration }) => {
  let expected: Awaited<ReturnType<typeof resultsOf>>;
  beforeAll(async () => {
    const { imei, objectId } = await app.given.voucher(company);
    await send(imei, divideDrive(drive, drive.fixes.length, withAcceleration));
    expected = await resultsOf(objectId);
    expect(expected.trips).toHaveLength(1);
    expect(expected.manoeuvres.length > 10).toBe(withAcceleration);
  });

  it.each(deliveries)(
    'gives the same trips, kilometres, manoeuvres, sums and faults in messages of %i fixes, %s',
    async (size, name) => {
      const { imei, objectId } = await app.given.voucher(company);
      await send(imei, deliveryOrders[name](divideDrive(drive, size, withAcceleration), randomFrom(5)));
      expect(await resultsOf(objectId)).toEqual(expected);
    },
    patientMs,
  );
});
