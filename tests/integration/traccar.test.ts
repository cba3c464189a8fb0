import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import { makeImei } from '../support/given.ts';

let app: TestApp;
let company: number;
let key: string;
let traccar: Call;
let manager: Call;
beforeAll(async () => {
  app = await openTestApp('2026-01-15T12:00:00.000Z');
  company = await app.given.company();
  key = await app.given.platformKey(company);
  traccar = app.as(key, 'en');
  manager = app.as((await app.given.account(company, 'MANAGER')).token);
});
afterAll(() => app.close());

const url = '/api/v3/ingest/traccar';
const startMs = Date.parse('2026-01-15T08:00:00.000Z');
// Formats a time as in Traccar's JSON.
const moment = (second: number) => new Date(startMs + second * 1000).toISOString().replace('Z', '+00:00');

const device = (uniqueId: string) => ({
  id: 10,
  attributes: {},
  groupId: 2,
  calendarId: 0,
  name: 'Company Car 01',
  uniqueId,
  status: 'online',
  lastUpdate: moment(0),
  positionId: 12345,
  phone: null,
  model: 'GT06',
  contact: null,
  category: 'car',
  disabled: false,
  expirationTime: null,
});
/** Returns a position of a drive north at 36 km/h, as `forward.type` json sends it. */
const position = (second: number, attributes: object = {}, more: object = {}) => ({
  id: 12_000 + second,
  attributes: {
    ignition: true,
    sat: 9,
    hdop: 0.8,
    distance: 10.2,
    totalDistance: 12_500.5,
    motion: true,
    ...attributes,
  },
  deviceId: 10,
  protocol: 'gt06',
  serverTime: moment(second + 2),
  deviceTime: moment(second),
  fixTime: moment(second),
  outdated: false,
  valid: true,
  latitude: 55 + second * 0.00009,
  longitude: 37,
  altitude: 140,
  speed: 19.4384,
  course: 0,
  address: null,
  accuracy: 0,
  network: null,
  geofenceIds: null,
  ...more,
});
const forwarded = (imei: string, second: number, attributes?: object, more?: object) => ({
  position: position(second, attributes, more),
  device: device(imei),
});
/** Returns an alarm as `event.forward.url` sends it. */
const alarm = (imei: string, second: number, name: string) => ({
  event: {
    id: 500,
    attributes: { alarm: name },
    deviceId: 10,
    type: 'alarm',
    eventTime: moment(second + 2),
    positionId: 12_000 + second,
    geofenceId: 0,
    maintenanceId: 0,
  },
  position: position(second, { alarm: name }),
  device: device(imei),
});
const send = (body: object) => traccar('POST', url, body);

const trackOf = async (objectId: string) =>
  (
    await manager(
      'GET',
      `/api/locations?objectId=${objectId}&from=2026-01-15T00:00:00.000Z&to=2026-01-16T00:00:00.000Z`,
    )
  ).body;
const eventsOf = async (objectId: string) =>
  (await manager('GET', `/api/events?objectId=${objectId}&from=2026-01-15&to=2026-01-15`)).body.Items;

describe('positions that Traccar forwards', () => {
  it('become a trip, in whatever order they come and however often; knots become km/h', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const seconds = Array.from({ length: 60 }, (_, i) => i);
    const shuffled = [...seconds].sort((a, b) => ((a * 37) % 60) - ((b * 37) % 60));
    for (const second of shuffled) expect((await send(forwarded(imei, second))).status).toBe(200);
    const again = await send({ ...forwarded(imei, 5), position: { ...position(5), id: 0, serverTime: moment(900) } });
    expect(again.body).toMatchObject({ Telemetry: { Duplicate: true, Accepted: 1 }, Accident: null });
    const trips = (await manager('GET', `/api/v2/StatisticSummingTrip/list?objectId=${objectId}`)).body;
    expect(trips.Total).toBe(1);
    expect(trips.Items[0]).toMatchObject({ DateTime: '2026-01-15T08:00:00.000Z', DurationS: 59 });
    const track = await trackOf(objectId);
    expect(track).toHaveLength(60);
    expect(track[1]).toEqual([startMs + 1000, 55.00009, 37, 36, 0]);
  });

  it('without a fix of their own say that the device lives, and not where it is', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    for (const more of [{ valid: false }, { outdated: true }])
      expect((await send(forwarded(imei, 10, {}, more))).body.Telemetry).toMatchObject({ Accepted: 0, Suspect: 0 });
    expect(await trackOf(objectId)).toEqual([]);
  });

  it('wait in quarantine while nobody knows the device', async () => {
    const imei = makeImei(777_001);
    expect((await send(forwarded(imei, 1))).body.Telemetry).toMatchObject({ Quarantined: true });
    const { Items } = (await manager('GET', '/api/v2/QuarantinedDevice/table')).body;
    expect(JSON.stringify(Items)).toContain(imei);
  });

  it('belong to a device however its IMEI is written', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const wide = [...imei].map(digit => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join('');
    const spellings = [
      `IMEI: ${imei}`,
      `${imei.slice(0, 2)}-${imei.slice(2, 8)}-${imei.slice(8, 14)}-${imei.slice(14)}`,
      wide,
    ];
    for (const [second, spelling] of spellings.entries())
      expect((await send(forwarded(spelling, second))).body.Telemetry, spelling).toMatchObject({ Quarantined: false });
    expect(await trackOf(objectId)).toHaveLength(spellings.length);
  });

  const oddValues = [null, 'NaN', 'N/A', '', '45', [], {}, true, 1e300];
  const secondary: [string, (value: unknown) => object][] = [
    ['speed', speed => ({ speed })],
    ['course', course => ({ course })],
    ['altitude', altitude => ({ altitude })],
    ['accuracy', accuracy => ({ accuracy })],
    ['valid', valid => ({ valid })],
    ['outdated', outdated => ({ outdated: outdated === true ? null : outdated })],
    ['protocol', protocol => ({ protocol })],
    ['attributes', attributes => ({ attributes })],
    ['hdop', hdop => ({ attributes: { hdop } })],
    ['sat', sat => ({ attributes: { sat } })],
    ['ignition', ignition => ({ attributes: { ignition: ignition === true ? 1 : ignition } })],
    ['alarm', alarm => ({ attributes: { alarm: typeof alarm === 'string' ? '' : null } })],
    ['battery', batteryLevel => ({ attributes: { batteryLevel } })],
    ['deviceTime', deviceTime => ({ deviceTime })],
    ['serverTime', serverTime => ({ serverTime })],
    ['network', network => ({ network })],
  ];

  it('are stored whatever a secondary value of them is, and what counted as not sent is counted', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    let second = 0;
    const counted: Record<string, number> = {};
    for (const [, change] of secondary)
      for (const value of oddValues) {
        const { status, body } = await send(forwarded(imei, second++, {}, change(value)));
        expect([status, body.Telemetry]).toMatchObject([200, { Accepted: 1, Suspect: 0 }]);
        for (const { Field, Count } of body.Telemetry.Ignored ?? []) counted[Field] = (counted[Field] ?? 0) + Count;
      }
    expect(await trackOf(objectId)).toHaveLength(second);
    expect(counted).toMatchObject({ Speed: 9, Course: 9, Altitude: 9, Hdop: 9, Satellites: 9, Ignition: 9 });
  });

  it('are refused alone, with the reason, where their time or place is bad', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const bad: [object, string, string][] = [
      [{ fixTime: '25.11.2025 11:00:00' }, 'DateTime', 'format'],
      [{ fixTime: '2026-01-15T08:00:00' }, 'DateTime', 'zone'],
      [{ fixTime: '2026-02-30T08:00:00Z' }, 'DateTime', 'calendar'],
      [{ fixTime: '2026-01-15T24:00:00+00:00' }, 'DateTime', 'calendar'],
      [{ fixTime: '2016-12-31T23:59:60Z' }, 'DateTime', 'calendar'],
      [{ fixTime: 1_768_464_000_000 }, 'DateTime', 'type'],
      [{ fixTime: '1768464000000' }, 'DateTime', 'format'],
      [{ fixTime: null, deviceTime: null }, 'DateTime', 'missing'],
      [{ latitude: null }, 'Latitude', 'missing'],
      [{ latitude: 'NaN' }, 'Latitude', 'type'],
      [{ longitude: undefined }, 'Longitude', 'missing'],
      [{ longitude: [37] }, 'Longitude', 'type'],
      [{ latitude: 91 }, 'Latitude', 'range'],
    ];
    for (const [more, Field, Reason] of bad) {
      const { status, body } = await send(forwarded(imei, 10, {}, more));
      expect([more, status, body.Telemetry]).toMatchObject([
        more,
        200,
        { Accepted: 0, Refused: [{ Row: 0, Field, Reason }] },
      ]);
    }
    for (const whole of ['x', 5, [], true])
      expect((await send({ position: whole, device: device(imei) })).body.Telemetry).toMatchObject({ RefusedCount: 1 });
    expect(await trackOf(objectId)).toEqual([]);
    for (const [second, fixTime] of [
      '2026-01-15T08:00:00.000+0000',
      '2026-01-15T11:00:01+03:00',
      '2026-01-15t08:00:02z',
      '2026-01-15T08:00:03,000Z',
      '2026-01-15T08:00:04.000000001Z',
    ].entries())
      expect((await send(forwarded(imei, second, {}, { fixTime }))).body.Telemetry.Accepted).toBe(1);
    expect((await trackOf(objectId)).map(([ms]: number[]) => ms! - startMs)).toEqual([0, 1000, 2000, 3000, 4000]);
  });

  it('of an identifier that is no IMEI wait in quarantine, and are the device’s once it is mapped', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const [identifier, other] = ['truck 7/б', 356_938_035_643];
    for (let second = 0; second < 3; second++)
      expect((await send(forwarded(identifier, second))).body.Telemetry).toMatchObject({ Quarantined: true });
    expect((await send(forwarded(identifier, 3, { alarm: 'accident' }))).body).toMatchObject({
      Telemetry: { Quarantined: true },
      Accident: { Quarantined: true, AccidentId: null },
    });
    expect((await send({ position: position(1), device: { uniqueId: other } })).status).toBe(200);
    const rows = async () => (await manager('GET', '/api/v2/QuarantinedDevice/table')).body.Items;
    const found = (await rows()).find(({ IMEI }: { IMEI: string }) => IMEI === identifier);
    expect(found).toMatchObject({ Messages: 4, Impacts: 1, InStock: false });
    const { Items } = (await manager('GET', `/api/v2/Device/table?search=${imei}`)).body;
    const map = (DeviceId: number, as = manager) =>
      as('POST', `/api/v2/QuarantinedDevice/${found.Id}/map`, { DeviceId });
    const operator = app.as((await app.given.account(company, 'OPERATOR')).token);
    expect((await map(Items[0].Id, operator)).status).toBe(403);
    const stranger = app.as((await app.given.account(await app.given.company(), 'MANAGER')).token);
    expect((await map(Items[0].Id, stranger)).status).toBe(404);
    expect((await map(999_999_999)).body.Errors).toMatchObject([{ Field: 'DeviceId' }]);
    expect((await map(Items[0].Id)).body).toEqual({ Mapped: 4, Applied: 4 });
    expect(await trackOf(objectId)).toHaveLength(4);
    expect((await rows()).some(({ IMEI }: { IMEI: string }) => IMEI === identifier)).toBe(false);
    expect((await send(forwarded(identifier, 9))).body.Telemetry).toMatchObject({ Quarantined: false, Accepted: 1 });
    expect((await send(forwarded(identifier, 3, { alarm: 'accident' }))).body).toMatchObject({
      Accident: { Duplicate: true, AccidentId: expect.any(Number) },
    });
    const device = async () => (await manager('GET', `/api/v2/Device/${Items[0].Id}`)).body;
    expect((await device()).Identifiers).toBe(identifier);
    expect((await stranger('POST', `/api/v2/Device/${Items[0].Id}/unmap`)).status).toBe(404);
    expect((await manager('POST', `/api/v2/Device/${Items[0].Id}/unmap`)).body).toEqual({ Unmapped: 1 });
    expect((await device()).Identifiers).toBeNull();
    expect((await send(forwarded(identifier, 10))).body.Telemetry).toMatchObject({ Quarantined: true });
    // Another company has not mapped the identifier.
    const elsewhere = app.as(await app.given.platformKey(await app.given.company()));
    expect((await elsewhere('POST', url, forwarded(identifier, 9))).body.Telemetry).toMatchObject({
      Quarantined: true,
    });
  });

  it('are refused in words where there is no unique id, and where the key is wrong; it may stand in the address', async () => {
    for (const uniqueId of ['', '  ', null, 'a\u0000', 'x'.repeat(200), ['x'], {}])
      expect(await send({ position: position(1), device: { uniqueId } })).toMatchObject({
        status: 400,
        body: { Errors: [{ Field: 'device.uniqueId' }] },
      });
    const { imei } = await app.given.voucher(company);
    expect((await app.anonymous('POST', url, forwarded(imei, 1))).status).toBe(401);
    expect((await app.anonymous('POST', `${url}?key=${key}`, forwarded(imei, 1))).status).toBe(200);
    // Other calls ignore a key in the query.
    expect((await app.anonymous('POST', `/api/statistic/webhook?key=${key}`, [])).status).toBe(401);
  });
});

describe('alarms that Traccar forwards', () => {
  it('of an accident make one case without a curve, however they come', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    for (let second = 0; second < 30; second++) await send(forwarded(imei, second));
    const first = (await send(forwarded(imei, 30, { alarm: 'accident' }))).body.Accident;
    expect(first).toMatchObject({ Duplicate: false, AccidentId: expect.any(Number) });
    const second = (await send(alarm(imei, 30, 'accident'))).body;
    expect(second).toMatchObject({
      Telemetry: { Duplicate: true },
      Accident: { Duplicate: true, AccidentId: first.AccidentId },
    });
    const accident = (await manager('GET', `/api/v2/Accident/${first.AccidentId}`)).body;
    expect(accident).toMatchObject({ ObjectId: objectId, Status: 'opened', Source: 'device', Longitude: 37 });
    expect(accident.Facts).toMatchObject({ PeakG: null, SpeedBeforeKmh: 36, SameAs: null });
  });

  it('of the driving are events of the car, of its supply what is wrong now, until it is restored', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    await send(forwarded(imei, 20, { alarm: 'hardBraking,powerCut' }));
    await send(alarm(imei, 20, 'hardBraking,powerCut'));
    const events = await eventsOf(objectId);
    expect(events).toMatchObject([
      { Type: 'alarm', Kind: 'braking', Start: '2026-01-15T08:00:20.000Z', Speed: 36, TripId: null },
      { Type: 'anomaly', Kind: 'powerCut', Start: '2026-01-15T08:00:20.000Z', State: 'open' },
    ]);
    const status = async () =>
      app.connection.db.selectFrom('anomaly_status').select('kind').where('object_id', '=', objectId).execute();
    expect(await status()).toEqual([{ kind: 'powerCut' }]);
    await send(alarm(imei, 90, 'powerRestored'));
    expect(await status()).toEqual([]);
  });

  const casesOf = async (objectId: string) =>
    app.connection.db
      .selectFrom('accident')
      .select(['id', 'kind', 'crash_at', 'alarm_until', 'status'])
      .where('object_id', '=', objectId)
      .orderBy('crash_at')
      .execute();
  const raised = (imei: string, second: number, name = 'accident') => send(forwarded(imei, second, { alarm: name }));
  const seconds = (count: number, step: number, from = 0) => Array.from({ length: count }, (_, i) => from + i * step);

  it.each([
    ['each second', seconds(10, 1)],
    ['every 30 s', seconds(10, 30)],
    ['every 310 s', seconds(4, 310)],
    ['newest first', seconds(6, 100).reverse()],
    ['in any order', [500, 0, 300, 100, 400, 200]],
  ])('of an accident that stay raised %s are one case, from the first to the last', async (_how, order) => {
    const { imei, objectId } = await app.given.voucher(company);
    const answers = [];
    for (const second of order) answers.push((await raised(imei, second)).body.Accident);
    expect(new Set(answers.map(({ AccidentId }) => AccidentId)).size).toBe(1);
    expect(answers.filter(({ Repeated }) => Repeated)).toHaveLength(order.length - 1);
    const [first, last] = [Math.min(...order), Math.max(...order)].map(each =>
      new Date(startMs + each * 1000).toISOString(),
    );
    expect(await casesOf(objectId)).toMatchObject([{ kind: 'crash', crash_at: first, alarm_until: last }]);
  });

  const batch = (imei: string, second: number, count: number) =>
    traccar('POST', '/api/statistic/webhook', {
      MessageId: `batch-${imei}-${second}`,
      Imei: imei,
      Positions: seconds(count, 1, second).map(each => ({
        DateTime: moment(each),
        Latitude: 55 + each * 0.00009,
        Longitude: 37,
        Speed: 36,
      })),
      Alarms: seconds(count, 1, second).map(each => ({ Kind: 'accident', DateTime: moment(each) })),
    });

  it.each([
    ['in order', [0, 120, 240]],
    ['newest first', [240, 120, 0]],
    ['the middle last', [0, 240, 120]],
  ])('of an accident that stay raised over batches of fixes are one case, %s', async (_how, starts) => {
    const { imei, objectId } = await app.given.voucher(company);
    for (const second of starts) expect((await batch(imei, second, 120)).status).toBe(200);
    const [first, last] = [0, 359].map(each => new Date(startMs + each * 1000).toISOString());
    expect(await casesOf(objectId)).toMatchObject([{ crash_at: first, alarm_until: last }]);
  });

  it('of an accident that a late batch joins leave two cases, of which the younger names the other', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    await batch(imei, 900, 5);
    await batch(imei, 0, 5);
    for (const second of seconds(9, 100)) await batch(imei, second + 5, 100);
    const [younger, older] = await casesOf(objectId);
    expect(await casesOf(objectId)).toHaveLength(2);
    const factsOf = async (id: number) => (await manager('GET', `/api/v2/Accident/${id}`)).body.Facts;
    expect((await factsOf(younger!.id)).SameAs).toBe(older!.id);
    expect((await factsOf(older!.id)).SameAs).toBeNull();
  });

  it('of an accident that was decided are named by the recording that comes later', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const { AccidentId } = (await raised(imei, 0)).body.Accident;
    await manager('GET', `/api/crash/lock/${AccidentId}`);
    await manager('POST', `/api/v2/Accident/${AccidentId}/toMini`, { Reason: 'Ложная тревога' });
    const recording = { Start: moment(20), RateHz: 100, Vertical: Array.from({ length: 100 }, () => 1) };
    const zeros = recording.Vertical.map(() => 0);
    const crash = await traccar('POST', '/api/crash/webhook', {
      MessageId: `recording-${imei}`,
      Imei: imei,
      CrashDateTime: moment(20),
      Curve: { ...recording, Longitudinal: zeros.map((_, i) => (i < 10 ? -3 : 0)), Lateral: zeros },
    });
    expect(await casesOf(objectId)).toHaveLength(2);
    const { Facts } = (await manager('GET', `/api/v2/Accident/${crash.body.AccidentId}`)).body;
    expect(Facts.SameAs).toBe(AccidentId);
  });

  it('of an accident are one case when event and position differ by seconds, come twice, or at once', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const event = { ...alarm(imei, 7, 'accident'), position: null };
    const sent = [forwarded(imei, 0, { alarm: 'accident' }), event, alarm(imei, 3, 'accident'), forwarded(imei, 4)];
    await Promise.all([...sent, ...sent, forwarded(imei, 8, { alarm: 'accident' })].map(send));
    expect(await casesOf(objectId)).toHaveLength(1);
  });

  it('of an accident are a second case once the first was seen cleared for a minute, or ten minutes later', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    await raised(imei, 0);
    for (const second of seconds(8, 15, 15)) await send(forwarded(imei, second));
    await raised(imei, 140);
    expect(await casesOf(objectId)).toHaveLength(2);
    await raised(imei, 140 + 600);
    expect(await casesOf(objectId)).toHaveLength(3);
    await raised(imei, 140 + 605);
    expect(await casesOf(objectId)).toHaveLength(3);
  });

  const parked = (imei: string, second: number, more: object = {}, alarmName = 'accident') =>
    send(forwarded(imei, second, { alarm: alarmName, motion: false }, { latitude: 55, speed: 0, ...more }));
  const hours = (...counts: number[]) => counts.map(count => count * 3600);

  it.each([
    ['each hour', hours(0, 1, 2, 3, 4)],
    ['with two lost reports', hours(0, 3)],
    ['newest first', hours(3, 2, 1, 0)],
    ['the middle last', hours(0, 4, 2)],
  ])('of an accident of a standing car that stay raised %s leave one case to work on', async (_how, order) => {
    const { imei, objectId } = await app.given.voucher(company);
    for (const second of order) await parked(imei, second);
    const cases = await casesOf(objectId);
    const facts = await Promise.all(
      cases.map(async ({ id }) => (await manager('GET', `/api/v2/Accident/${id}`)).body.Facts),
    );
    expect(facts.filter(({ SameAs }) => SameAs === null)).toHaveLength(1);
    if (order[1] !== 4 * 3600) expect(cases).toHaveLength(1);
    expect(cases[0]?.crash_at).toBe(new Date(startMs).toISOString());
  });

  it.each([
    ['after four hours', hours(4), {}],
    ['at another place', hours(1), { latitude: 55.003 }],
    ['in a moving car', hours(1), { speed: 20 }],
  ] as const)('of an accident %s are a second case', async (_how, [second], more) => {
    const { imei, objectId } = await app.given.voucher(company);
    await parked(imei, 0);
    await parked(imei, second as number, more);
    expect(await casesOf(objectId)).toHaveLength(2);
  });

  it('of an accident an hour later are a second case after a decision, or after a position without the alarm', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const { AccidentId } = (await parked(imei, 0)).body.Accident;
    await manager('GET', `/api/crash/lock/${AccidentId}`);
    await manager('POST', `/api/v2/Accident/${AccidentId}/toMini`, { Reason: 'Ложная тревога' });
    await parked(imei, 3600);
    expect(await casesOf(objectId)).toHaveLength(2);
    await send(forwarded(imei, 5400, {}, { latitude: 55, speed: 0 }));
    await parked(imei, 7200);
    expect(await casesOf(objectId)).toHaveLength(3);
  });

  it('of an accident that stay raised do not absorb the recording of a later impact', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    for (const second of hours(0, 1, 2)) await parked(imei, second);
    const zeros = Array.from({ length: 100 }, () => 0);
    const Curve = { Start: moment(5400), RateHz: 100, Vertical: zeros.map(() => 1), Lateral: zeros };
    await traccar('POST', '/api/crash/webhook', {
      MessageId: `later-${imei}`,
      Imei: imei,
      CrashDateTime: moment(5400),
      Curve: { ...Curve, Longitudinal: zeros.map((_, i) => (i < 10 ? -3 : 0)) },
    });
    expect(await casesOf(objectId)).toMatchObject([
      { crash_at: new Date(startMs).toISOString() },
      { crash_at: new Date(startMs + 5_400_000).toISOString() },
    ]);
  });

  it('of an SOS are a case of its own kind, told of in every place that shows cases', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const first = (await raised(imei, 0, 'sos')).body.Accident;
    await raised(imei, 1, 'sos,accident');
    await send(alarm(imei, 2, 'sos'));
    expect((await casesOf(objectId)).map(({ kind }) => kind).sort()).toEqual(['crash', 'sos']);
    const notices = (await manager('GET', '/api/v3/notifications?range=[0,9]')).body;
    expect(notices).toMatchObject([{ kind: 'alarm', accident: { id: first.AccidentId } }]);
    expect(notices[0].text).toBe('SOS: нажата тревожная кнопка');
    const one = (await manager('GET', `/api/v2/Accident/${first.AccidentId}`)).body;
    expect(one).toMatchObject({ Kind: 'sos', Severity: null, Status: 'opened' });
    const list = (await manager('GET', '/api/v2/Accident/table/opened?Kind=sos')).body;
    expect(list).toMatchObject({ Total: 1, Items: [{ Id: first.AccidentId, Kind: 'sos' }] });
    expect(one.Facts).toMatchObject({ SameAs: null, RateHz: null, RangeG: null, Frame: null });
    const events = await eventsOf(objectId);
    expect(events.map(({ Type, Kind }: Record<string, string>) => `${Type} ${Kind}`)).toEqual([
      'impact sos',
      'impact impact',
    ]);
  });

  it.each([
    ['tow', { alarm: 'tow' }, 'tow', ''],
    ['jamming', { alarm: 'jamming' }, 'jamming', ''],
    ['vibration', { alarm: 'vibration' }, 'vibration', ''],
    ['a fall', { alarm: 'fallDown' }, 'fall', ''],
    ['a crash code nobody knows', { event: 247, io247: 99 }, 'crashCode', 'io247=99'],
    ['an alarm nobody knows', { alarm: 'shaken, not stirred' }, 'other', 'shaken'],
    ['an alarm that is a number', { alarm: 7 }, 'other', '7'],
    ['an alarm in a list', { alarm: ['tow'] }, 'tow', ''],
    ['a tow by its number', { io246: 1 }, 'tow', ''],
  ])('of %s are told to everybody, once while they stay raised', async (_what, attributes, kind, code) => {
    const { imei, objectId, id: voucherId } = await app.given.voucher(company);
    const before = (await manager('GET', '/api/v3/notifications/unread')).body.count;
    for (const second of seconds(5, 60))
      expect((await send(forwarded(imei, second, attributes, { protocol: 'teltonika' }))).status).toBe(200);
    const events = await eventsOf(objectId);
    expect(events.filter((each: { Code: string }) => each.Code === code)).toHaveLength(5);
    expect(events[0]).toMatchObject({ Type: 'alarm', Kind: kind });
    const notices = (await manager('GET', '/api/v3/notifications?range=[0,4]')).body;
    const mine = notices.filter(({ path }: { path: string | null }) => path?.includes(`/${voucherId}/`));
    expect(mine.length).toBe(kind === 'other' && code === 'shaken' ? 2 : 1);
    expect((await manager('GET', '/api/v3/notifications/unread')).body.count - before).toBe(mine.length);
    if (code) expect(JSON.stringify(mine)).toContain(code);
  });

  it.each([1, 6, '1'])('of a real crash by Teltonika’s code %s make a case', async io247 => {
    const { imei, objectId } = await app.given.voucher(company);
    await send(forwarded(imei, 0, { event: 247, io247, priority: 2 }, { protocol: 'teltonika' }));
    expect(await casesOf(objectId)).toMatchObject([{ kind: 'crash', status: 'opened' }]);
  });

  it('of an accident whose device clock stands in 1970 are dated by Traccar or at arrival; without any time they are refused', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const never = '1970-01-01T00:00:00.000+00:00';
    await send(forwarded(imei, 50, { alarm: 'accident' }, { deviceTime: never, fixTime: never, latitude: null }));
    expect(await casesOf(objectId)).toMatchObject([{ crash_at: new Date(startMs + 52_000).toISOString() }]);
    const late = { deviceTime: never, fixTime: null, serverTime: 'x' };
    await send(forwarded(imei, 50, { alarm: 'sos' }, late));
    expect(await casesOf(objectId)).toContainEqual(
      expect.objectContaining({ kind: 'sos', crash_at: app.clock.now().toISOString() }),
    );
    const without = { deviceTime: 'x', fixTime: null, serverTime: 'x' };
    const { status, body } = await send(forwarded(imei, 50, { alarm: 'accident' }, without));
    expect([status, body.Errors[0].Field]).toEqual([400, 'position.deviceTime']);
  });

  it('are read from every event of a list, each at its own time, and from attributes that are a text', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const event = (type: string, second: number, attributes: object = {}) => ({
      type,
      eventTime: moment(second),
      attributes: JSON.stringify(attributes),
    });
    const events = [
      event('alarm', 1, { alarm: 'tow' }),
      event('deviceOffline', 2),
      event('alarm', 9, { alarm: 'sos' }),
      event('alarm', 10, { alarm: 'vibration' }),
    ];
    const sent = { device: device(imei), events };
    expect((await send(sent)).body).toMatchObject({ Accident: { Duplicate: false, AccidentId: expect.any(Number) } });
    expect((await send(sent)).body).toMatchObject({ Accident: { Duplicate: true } });
    const alarms = async () =>
      (
        await app.connection.pool.query('select kind, at from device_alarm where object_id = $1 order by at', [
          objectId,
        ])
      ).rows.map(row => [row.kind, new Date(row.at).getTime() - startMs]);
    expect(await alarms()).toEqual([
      ['tow', 1000],
      ['vibration', 10_000],
    ]);
    const asText = position(60, {}, { attributes: JSON.stringify({ alarm: 'jamming', sat: 9, ignition: true }) });
    const { body } = await send({
      device: device(imei),
      position: asText,
      event: [event('alarm', 61, { alarm: 'fallDown' })],
    });
    expect(body.Telemetry).toMatchObject({ Accepted: 1 });
    expect(body.Telemetry.Ignored).toBeUndefined();
    expect((await alarms()).map(([kind]) => kind)).toEqual(['tow', 'vibration', 'jamming', 'fall']);
    // A text that is no JSON counts as not sent, and is counted.
    const unread = await send({ device: device(imei), position: position(70, {}, { attributes: '{' }) });
    expect(unread.body.Telemetry).toMatchObject({ Accepted: 1, Ignored: [{ Field: 'attributes', Count: 1 }] });
  });

  it('of the connection change nothing', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const { position: _, ...offline } = alarm(imei, 5, '');
    const body = { ...offline, event: { ...offline.event, type: 'deviceOffline', attributes: {}, positionId: 0 } };
    expect((await send(body)).body).toEqual({ Telemetry: null, Accident: null });
    expect(await eventsOf(objectId)).toEqual([]);
  });
});

describe('a body of anything', () => {
  it('is never answered by a failure of the server', async () => {
    const { imei } = await app.given.voucher(company);
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.constantFrom(
        null,
        'NaN',
        '',
        1e308,
        -1,
        0,
        'accident',
        'sos,tow',
        moment(1),
        'a\u0000',
        '\ud800',
        '__proto__',
      ),
    );
    const member = fc.constantFrom(
      ...['fixTime', 'deviceTime', 'serverTime', 'latitude', 'longitude', 'speed', 'course', 'altitude', 'valid'],
      ...['outdated', 'attributes', 'protocol', 'geofenceIds', 'id'],
    );
    const attribute = fc.constantFrom('alarm', 'event', 'io247', 'sat', 'hdop', 'ignition', 'odometer', 'io246');
    const some = <Key>(key: fc.Arbitrary<Key>) => fc.array(fc.tuple(key, value), { maxLength: 3 });
    const entry = fc.record({
      members: some(member),
      attributes: some(attribute),
      event: fc.option(value),
      whole: value,
    });
    await fc.assert(
      fc.asyncProperty(entry, async ({ members, attributes, event, whole }) => {
        const sent = forwarded(imei, 1, Object.fromEntries(attributes), Object.fromEntries(members));
        const bodies = [
          { ...sent, ...(event !== null && { event }) },
          { ...sent, event: { type: 'alarm', attributes: Object.fromEntries(attributes), eventTime: event } },
          { ...sent, device: { uniqueId: 'any', more: whole } },
          { ...sent, position: whole },
          { device: whole },
          whole,
        ];
        for (const payload of bodies) {
          const { status } = await traccar('POST', url, undefined, {
            payload: JSON.stringify(payload) ?? 'null',
            headers: { 'content-type': 'application/json' },
          });
          expect([200, 400, 413]).toContain(status);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('is refused where it is larger than a position ever is', async () => {
    const { imei } = await app.given.voucher(company);
    expect((await send(forwarded(imei, 1, { more: 'x'.repeat(70_000) }))).status).toBe(413);
  });
});
