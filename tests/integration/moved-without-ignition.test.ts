import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Position } from '../../src/contract/shapes/telemetry.ts';
import { openTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let company: number;
let platform: ReturnType<TestApp['as']>;
let manager: ReturnType<TestApp['as']>;
beforeAll(async () => {
  app = await openTestApp('2026-01-15T12:00:00.000Z');
  company = await app.given.company();
  platform = app.as(await app.given.platformKey(company), 'en');
  manager = app.as((await app.given.account(company, 'MANAGER')).token, 'en');
});
afterAll(() => app.close());

interface Movement {
  readonly day: number;
  readonly minutes?: number;
  readonly ignition: boolean | undefined;
  readonly hour?: number;
  readonly speeds?: boolean;
}
/** Returns a movement north at 36 km/h, one fix in ten seconds, on a day of January. */
const movement = ({ day, minutes = 10, ignition, hour = 6, speeds = true }: Movement): Position[] =>
  Array.from({ length: minutes * 6 }, (_, i) => ({
    DateTime: new Date(Date.UTC(2026, 0, day, hour) + i * 10_000).toISOString(),
    Latitude: Number((55 + i * 0.0009).toFixed(6)),
    Longitude: 37,
    ...(speeds && { Speed: 36 }),
    ...(ignition !== undefined && { Ignition: ignition }),
  }));

const withIgnitionOff = (positions: readonly Position[], from: number, to: number): Position[] =>
  positions.map((each, i) => (i >= from && i < to ? { ...each, Ignition: false } : each));

let counter = 0;
const send = async (Imei: string, Positions: readonly Position[], size = 1000) => {
  for (let from = 0; from < Positions.length; from += size) {
    const body = { MessageId: `t${counter++}`, Imei, Positions: Positions.slice(from, from + size) };
    expect((await platform('POST', '/api/statistic/webhook', body)).status).toBe(200);
  }
};
const tripsOf = async (objectId: string) =>
  (
    await app.connection.pool.query(
      'select start_at, end_at, distance_km, quarantine_reason from trip where object_id = $1 order by start_at',
      [objectId],
    )
  ).rows;
const eventsOf = async (objectId: string) =>
  (await manager('GET', `/api/events?objectId=${objectId}`)).body.Items as {
    Kind: string;
    Start: string;
    End: string;
  }[];
const kindsOf = async (objectId: string) => (await eventsOf(objectId)).map(({ Kind }) => Kind);
const tripsAndEvents = async (objectId: string) => ({
  trips: await tripsOf(objectId),
  events: (await eventsOf(objectId)).map(({ Kind, Start, End }) => ({ Kind, Start, End })),
});

it.each([true, false])('a ferry is an event of its own, without kilometres (speeds sent: %s)', async speeds => {
  const { imei, objectId } = await app.given.voucher(company);
  await send(imei, movement({ day: 14, ignition: false, speeds }));
  expect(await tripsOf(objectId)).toEqual([]);
  expect(await eventsOf(objectId)).toMatchObject([
    { Type: 'anomaly', Kind: 'movedWithoutIgnition', State: 'open', Start: '2026-01-14T06:00:00.000Z' },
  ]);
});

it('everybody is notified of a tow once, however many messages bring it', async () => {
  const { imei } = await app.given.voucher(company);
  const notifications = async (): Promise<string[]> =>
    (await manager('GET', '/api/v3/notifications')).body.map(({ text }: { text: string }) => text);
  const before = await notifications();
  await send(imei, movement({ day: 14, ignition: false }), 7);
  const after = (await notifications()).slice(0, -before.length || undefined);
  expect(after).toEqual([expect.stringContaining('The car moves with the ignition off')]);
});

it('a drive before and after a ferry keeps its own kilometres', async () => {
  const { imei, objectId } = await app.given.voucher(company);
  const positions = withIgnitionOff(movement({ day: 14, minutes: 30, ignition: true }), 60, 120);
  await send(imei, positions);
  expect((await tripsOf(objectId)).map(({ distance_km }) => Math.round(distance_km * 10) / 10)).toEqual([5.9, 5.9]);
});

it('an ignition that is off for a minute, or is not sent, ends no trip', async () => {
  const loose = await app.given.voucher(company);
  const positions = withIgnitionOff(movement({ day: 14, minutes: 30, ignition: true }), 60, 66);
  await send(loose.imei, positions);
  expect(await tripsOf(loose.objectId)).toHaveLength(1);
  const silent = await app.given.voucher(company);
  await send(silent.imei, movement({ day: 14, ignition: undefined }));
  expect(await tripsOf(silent.objectId)).toHaveLength(1);
  expect(await kindsOf(silent.objectId)).not.toContain('movedWithoutIgnition');
});

it('the result does not depend on the order and division of messages', async () => {
  const days = [10, 11, 12].flatMap(day => movement({ day, ignition: false }));
  const on = movement({ day: 13, ignition: true });
  const tow = movement({ day: 14, ignition: false });
  const results = [];
  for (const parts of [
    [[...days, ...on, ...tow]],
    [tow, on, days],
    [on, tow, ...[days.slice(60), days.slice(0, 60)]],
    [days.slice(0, 90), tow, days.slice(90), on],
  ]) {
    const { imei, objectId } = await app.given.voucher(company);
    for (const part of parts) await send(imei, part, 45);
    results.push(await tripsAndEvents(objectId));
  }
  expect(results[0]!.trips).toHaveLength(4);
  expect(results[0]!.events.map(({ Kind }) => Kind)).toEqual([
    'ignitionNeverOn',
    'ignitionNeverOn',
    'ignitionNeverOn',
    'movedWithoutIgnition',
  ]);
  for (const result of results.slice(1)) expect(result).toEqual(results[0]);
});

it('drives with an ignition that was never on count from the third drive on the third day, the earlier ones too', async () => {
  const { imei, objectId } = await app.given.voucher(company);
  await send(imei, movement({ day: 10, ignition: false }));
  await send(imei, movement({ day: 10, hour: 9, ignition: false }));
  await send(imei, movement({ day: 11, ignition: false }));
  expect(await tripsOf(objectId)).toEqual([]);
  await send(imei, movement({ day: 12, ignition: false }));
  const trips = await tripsOf(objectId);
  expect(trips).toHaveLength(4);
  expect(trips.every(({ quarantine_reason, distance_km }) => quarantine_reason === null && distance_km > 5)).toBe(true);
  expect(new Set(await kindsOf(objectId))).toEqual(new Set(['ignitionNeverOn']));
});

it('drives on three days with an ignition that was never on count if the first message brings all of them', async () => {
  const { imei, objectId } = await app.given.voucher(company);
  await send(
    imei,
    [10, 11, 12].flatMap(day => movement({ day, ignition: false })),
  );
  expect(await tripsOf(objectId)).toHaveLength(3);
  expect(await kindsOf(objectId)).toEqual(['ignitionNeverOn', 'ignitionNeverOn', 'ignitionNeverOn']);
});

it('tows on three days are no drives of a car whose ignition was on before', async () => {
  const { imei, objectId } = await app.given.voucher(company);
  await send(imei, movement({ day: 9, ignition: true }));
  for (const day of [10, 11, 12]) await send(imei, movement({ day, ignition: false }));
  expect(await tripsOf(objectId)).toHaveLength(1);
});

it('a movement that a manager clears counts as a drive, also after its fixes were sent again', async () => {
  const { imei, objectId } = await app.given.voucher(company);
  const positions = movement({ day: 14, ignition: false });
  await send(imei, positions);
  const rows = (await manager('GET', '/api/v2/Anomaly/status?pageSize=1000')).body.Items;
  const row = rows.find((each: { ObjectId: string }) => each.ObjectId === objectId);
  expect(row).toMatchObject({ Kind: 'movedWithoutIgnition', Held: 60 });
  const reply = await manager('POST', `/api/v2/Anomaly/${row.Id}/clear`, { Reason: 'a loose wire' });
  expect(reply.status).toBe(200);
  expect(await tripsOf(objectId)).toMatchObject([{ quarantine_reason: null }]);
  await send(imei, positions.slice(10, 20));
  expect(await tripsOf(objectId)).toHaveLength(1);
});

it('a ferry with a fix every six minutes is an event too', async () => {
  const { imei, objectId } = await app.given.voucher(company);
  await send(
    imei,
    movement({ day: 14, minutes: 60, ignition: false }).filter((_, i) => i % 36 === 0),
    1,
  );
  expect(await tripsOf(objectId)).toEqual([]);
  expect(await kindsOf(objectId)).toEqual(['movedWithoutIgnition']);
});

it('a device that sends every 310 s has one trip with estimated kilometres, in any order of messages', async () => {
  const positions = movement({ day: 14, minutes: 62, ignition: true }).filter((_, i) => i % 31 === 0);
  for (const order of [positions, positions.toReversed()]) {
    const { imei, objectId } = await app.given.voucher(company);
    await send(imei, order, 1);
    const { Items } = (await manager('GET', `/api/trips?objectId=${objectId}`)).body;
    expect(Items).toMatchObject([
      {
        DistanceKm: expect.closeTo(34.1, 0),
        EstimatedKm: expect.closeTo(34.1, 0),
        MaximumSpeed: expect.closeTo(36, 0),
      },
    ]);
  }
});
