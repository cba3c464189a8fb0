import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let company: number;
let platform: ReturnType<TestApp['as']>;
let manager: ReturnType<TestApp['as']>;
let managerId: number;
beforeAll(async () => {
  app = await openTestApp('2026-01-15T12:00:00.000Z');
  company = await app.given.company();
  platform = app.as(await app.given.platformKey(company), 'en');
  const account = await app.given.account(company, 'MANAGER');
  managerId = account.id;
  manager = app.as(account.token);
});
afterAll(() => app.close());

let counter = 0;
const startMs = Date.parse('2026-01-15T08:00:00.000Z');
const at = (ms: number) => new Date(ms).toISOString();
const drive = (seconds: number, from = startMs) =>
  Array.from({ length: seconds }, (_, i) => ({
    DateTime: at(from + i * 1000),
    Latitude: 55 + i * 0.00009,
    Longitude: 37,
    Speed: 36,
    Course: 0,
    Ignition: true,
  }));
const curve = (rateHz: number, seconds: number, Frame: 'vehicle' | 'device', from = startMs) => ({
  Start: at(from),
  RateHz: rateHz,
  Longitudinal: Array.from({ length: seconds * rateHz }, (_, i) => Math.round(100 * Math.sin(i / 40)) / 1000),
  Lateral: new Array(seconds * rateHz).fill(0.02),
  Vertical: new Array(seconds * rateHz).fill(1),
  Frame,
});
const send = async (Imei: string, Positions: readonly object[], Acceleration?: object) =>
  expect(
    (
      await platform('POST', '/api/statistic/webhook', {
        MessageId: `raw-${counter++}`,
        Imei,
        Positions,
        ...(Acceleration && { Acceleration }),
      })
    ).status,
  ).toBe(200);
const asked = (objectId: string, fromMs = startMs, toMs = startMs + 3_600_000, more = '') =>
  `objectId=${objectId}&from=${at(fromMs)}&to=${at(toMs)}${more}`;

describe('where a car was', () => {
  it('is an array of believed fixes in order of time, jumps left out', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const fixes = drive(120);
    fixes[60]!.Latitude += 0.01;
    await send(imei, fixes);
    const { body } = await manager('GET', `/api/locations?${asked(objectId)}`);
    expect(body).toHaveLength(119);
    expect(body[0]).toEqual([startMs, 55, 37, 36, 0]);
    const part = await manager('GET', `/api/locations?${asked(objectId, startMs + 10_000, startMs + 20_000)}`);
    expect(part.body.map(([ms]: number[]) => ms)).toEqual(
      Array.from({ length: 10 }, (_, i) => startMs + 10_000 + i * 1000),
    );
    expect((await manager('GET', `/api/locations?${asked(objectId, startMs - 86_400_000, startMs)}`)).body).toEqual([]);
  });

  it('is refused for more than seven days, and the wrong way round', async () => {
    const { objectId } = await app.given.voucher(company);
    const long = await manager('GET', `/api/locations?${asked(objectId, startMs - 8 * 86_400_000, startMs)}`);
    expect(long.body).toMatchObject({ Code: 'INVALID', Errors: [{ Field: 'to' }] });
    expect((await manager('GET', `/api/v2/ExoStory?${asked(objectId, startMs, startMs - 1)}`)).status).toBe(400);
  });

  it('is in the audit once an hour for the same reader and object', async () => {
    const { id, imei, objectId } = await app.given.voucher(company);
    await send(imei, drive(60));
    for (const path of ['locations', 'v2/ExoStory']) await manager('GET', `/api/${path}?${asked(objectId)}`);
    await manager('GET', `/api/events?objectId=${objectId}`);
    const { rows } = await app.connection.pool.query(
      `select actor_id from audit where entity = 'voucher' and entity_id = $1 and action = 'whereabouts'`,
      [id],
    );
    expect(rows).toEqual([{ actor_id: managerId }]);
  });

  it('is nobody’s business beside the case in hand', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    await send(imei, drive(600));
    const crashMs = startMs - 2 * 3_600_000 + 300_000;
    const { id } = await app.given.accident(company, { object_id: objectId, crash_at: new Date(crashMs) });
    const operator = app.as((await app.given.account(company, 'OPERATOR')).token);
    const stranger = app.as((await app.given.account(await app.given.company(), 'MANAGER')).token);
    for (const path of [
      `/api/locations?${asked(objectId)}`,
      `/api/v2/ExoStory?${asked(objectId)}`,
      `/api/events?objectId=${objectId}`,
    ]) {
      expect((await operator('GET', path)).body.Code).toBe('CASE_NEEDED');
      expect((await stranger('GET', path)).status).toBe(404);
    }
    await operator('GET', `/api/crash/lock/${id}`);
    // The two hours after the crash end five minutes into the drive.
    expect((await operator('GET', `/api/locations?${asked(objectId)}`)).body).toHaveLength(300);
    expect((await operator('GET', `/api/v2/ExoStory?${asked(objectId)}`)).body.Total).toBe(300);
    const later = await operator('GET', `/api/locations?${asked(objectId, startMs + 400_000, startMs + 500_000)}`);
    expect(later.body.Code).toBe('CASE_NEEDED');
  });
});

describe('a raw log', () => {
  it('has fixes and samples by time; samples carry the last fix, and axes where they are known', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    await send(imei, drive(10), curve(50, 10, 'vehicle', startMs + 500));
    const { body } = await manager('GET', `/api/v2/ExoStory?${asked(objectId)}`);
    expect(body.Total).toBe(510);
    expect(body.Items[0]).toEqual({
      DateTime: at(startMs),
      Speed: 36,
      Latitude: 55,
      Longitude: 37,
      Ignition: true,
      Accelerometer: null,
      Longitudinal: null,
      Lateral: null,
      Vertical: null,
    });
    expect(body.Items[1]).toMatchObject({ DateTime: at(startMs + 500), Speed: 36, Lateral: 0.02, Vertical: 1 });
    const times = body.Items.map(({ DateTime }: { DateTime: string }) => DateTime);
    expect(times).toEqual([...times].sort());
  });

  it('of a device whose mounting nobody knows has the size of the acceleration alone', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    await send(imei, [], curve(10, 1, 'device'));
    const { body } = await manager('GET', `/api/v2/ExoStory?${asked(objectId)}`);
    expect(body.Items[0]).toMatchObject({ Accelerometer: 1.0002, Longitudinal: null, Speed: null, Latitude: null });
  });

  it('of 100,000 samples is the same page by page as at once', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    for (let n = 0; n < 4; n++) {
      const from = startMs + n * 500_000;
      const fixes = drive(500, from).map(fix => ({ ...fix, Latitude: fix.Latitude + n * 500 * 0.00009 }));
      await send(imei, fixes, curve(50, 500, 'vehicle', from));
    }
    const whole = await manager(
      'GET',
      `/api/v2/ExoStory?${asked(objectId, startMs, startMs + 3_600_000, '&pageSize=100000')}`,
    );
    expect(whole.body.Total).toBe(102_000);
    expect(whole.body.Items).toHaveLength(100_000);
    for (const page of [1, 37, 100]) {
      const path = `/api/v2/ExoStory?${asked(objectId, startMs, startMs + 3_600_000, `&page=${page}&pageSize=1000`)}`;
      expect((await manager('GET', path)).body.Items).toEqual(whole.body.Items.slice((page - 1) * 1000, page * 1000));
    }
    const rest = await manager(
      'GET',
      `/api/v2/ExoStory?${asked(objectId, startMs, startMs + 3_600_000, '&page=2&pageSize=100000')}`,
    );
    expect(rest.body.Items).toHaveLength(2000);
  });
});

describe('what happened to a car', () => {
  it('is told in order of time, page by page', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const fixes = drive(60);
    fixes[5]!.Latitude = 95;
    await send(imei, fixes);
    const crash = { object_id: objectId, crash_at: new Date(startMs + 20_000) };
    const { id } = await app.given.accident(company, crash);
    await app.connection.pool.query(
      `insert into manoeuvre (object_id, trip_id, kind, start_at, end_at, peak_g, mean_g, speed_kmh, latitude, longitude, source)
       select $1, 1, 'braking', $2::timestamptz + n * interval '10 seconds', $2::timestamptz + n * interval '11 seconds',
         0.5, 0.4, 36, 55, 37, 'positions' from generate_series(1, 4) n`,
      [objectId, at(startMs)],
    );
    const { body } = await manager('GET', `/api/events?objectId=${objectId}&from=2026-01-15&to=2026-01-15`);
    expect(body.Items.map(({ Kind }: { Kind: string }) => Kind)).toEqual([
      'braking',
      'braking',
      'impact',
      'braking',
      'braking',
      'place',
    ]);
    expect(body.Total).toBe(6);
    expect(body.Items[0]).toMatchObject({ PeakG: 0.5, TripId: 1 });
    expect(body.Items[2]).toMatchObject({ AccidentId: id, PeakG: 5.2 });
    const paged = [];
    for (let page = 1; page <= 6; page++)
      paged.push(...(await manager('GET', `/api/events?objectId=${objectId}&page=${page}&pageSize=1`)).body.Items);
    expect(paged).toEqual(body.Items);
    expect((await manager('GET', `/api/events?objectId=${objectId}&to=2026-01-14`)).body).toEqual({
      Items: [],
      Total: 0,
    });
  });
});
