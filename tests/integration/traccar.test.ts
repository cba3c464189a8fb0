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
// As Traccar's JSON has moments.
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
/** A position of a drive north at 36 km/h, as `forward.type` json sends it. */
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
/** An alarm as `event.forward.url` gets it. */
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

  it('are refused in words where the unique id is no IMEI, and where the key is wrong; it may stand in the address', async () => {
    const wrong = await send(forwarded('truck-7', 1));
    expect(wrong).toMatchObject({ status: 400, body: { Errors: [{ Field: 'device.uniqueId' }] } });
    const { imei } = await app.given.voucher(company);
    expect((await app.anonymous('POST', url, forwarded(imei, 1))).status).toBe(401);
    expect((await app.anonymous('POST', `${url}?key=${key}`, forwarded(imei, 1))).status).toBe(200);
    // Elsewhere a key in the address opens nothing.
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

  it('that mean nothing here, and events that are none, change nothing', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    expect((await send(alarm(imei, 5, 'sos'))).body).toEqual({ Telemetry: null, Accident: null });
    const { position: _, ...offline } = alarm(imei, 5, '');
    const body = { ...offline, event: { ...offline.event, type: 'deviceOffline', attributes: {}, positionId: 0 } };
    expect((await send(body)).body).toEqual({ Telemetry: null, Accident: null });
    expect(await eventsOf(objectId)).toEqual([]);
  });
});
