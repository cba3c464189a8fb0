import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let operator: ReturnType<TestApp['as']>;
let stranger: ReturnType<TestApp['as']>;
let manager: ReturnType<TestApp['as']>;
let company: number;
let voucherId: number;
let objectId: string;
let accidentId: number;
const crashAt = '2026-01-14T20:30:00.000Z';

/** Returns a drive east at 72 km/h. */
/** Each drive has its own latitude, because the same positions at another time are a repeated drive. */
const drive = (start: string, seconds: number, latitude = 55.75) =>
  Array.from({ length: seconds }, (_, i) => ({
    DateTime: new Date(Date.parse(start) + i * 1000).toISOString(),
    Latitude: latitude,
    Longitude: Number((37.5 + i * 0.00032).toFixed(6)),
    Speed: 72,
  }));

beforeAll(async () => {
  app = await openTestApp('2026-01-15T12:00:00.000Z');
  company = await app.given.company();
  const other = await app.given.company();
  operator = app.as((await app.given.account(company, 'OPERATOR')).token);
  manager = app.as((await app.given.account(company, 'MANAGER')).token);
  stranger = app.as((await app.given.account(other, 'MANAGER')).token);
  const platform = app.as(await app.given.platformKey(company));
  const voucher = await app.given.voucher(company);
  objectId = voucher.objectId;
  voucherId = voucher.id;
  const starts = ['2026-01-12T10:00:00Z', '2026-01-13T20:59:00Z', '2026-01-13T21:30:00Z', '2026-01-14T20:26:40Z'];
  for (const [i, start] of starts.entries())
    await platform('POST', '/api/statistic/webhook', {
      MessageId: `drive-${i}`,
      Imei: voucher.imei,
      Positions: i === 3 ? drive(start, 400) : drive(start, 100, 55.8 + i / 1000),
    });
  const axis = (value: (i: number) => number) => Array.from({ length: 5000 }, (_, i) => value(i));
  const reply = await platform('POST', '/api/crash/webhook', {
    MessageId: 'crash',
    Imei: voucher.imei,
    CrashDateTime: crashAt,
    Curve: {
      Start: '2026-01-14T20:29:58.000Z',
      RateHz: 1000,
      Longitudinal: axis(i => (i >= 2000 && i < 2100 ? -10 * Math.sin(((i - 2000) / 100) * Math.PI) : 0.05)),
      // A real sensor shakes. An axis that never moves would make the recording unreliable.
      Lateral: axis(i => (i % 2 === 0 ? -0.02 : -0.01)),
      Vertical: axis(i => (i % 3 === 0 ? 1.002 : 1)),
      Frame: 'vehicle',
    },
  });
  accidentId = reply.body.AccidentId;
});
afterAll(() => app.close());

describe('around a crash', () => {
  it('the track of two minutes to either side is shown', async () => {
    const { body } = await operator('GET', `/api/crashes/map/${accidentId}`);
    expect(body).toMatchObject({ CrashDateTime: crashAt, Latitude: 55.75 });
    expect(body.Track[0][0]).toBe(-120);
    expect(body.Track.at(-1)[0]).toBe(120);
    expect(body.Track).toHaveLength(241);
    expect(body.Track[0]).toEqual([-120, 55.75, expect.closeTo(37.5256, 5), 72]);
  });

  it('curves come reduced to the points asked for, with their extremes', async () => {
    const { body } = await operator('GET', `/api/crashes/curves/${accidentId}?points=200`);
    expect(body).toMatchObject({ RateHz: 1000, RangeG: null, Frame: 'vehicle', Samples: 5000 });
    expect(body.Time.length).toBeLessThanOrEqual(200);
    for (const axis of ['Longitudinal', 'Lateral', 'Vertical', 'Resultant'])
      expect(body[axis]).toHaveLength(body.Time.length);
    expect(Math.min(...body.Longitudinal)).toBeCloseTo(-10, 2);
    const peak = body.Resultant.indexOf(Math.max(...body.Resultant));
    expect(body.Time[peak]).toBeCloseTo(0.05, 2);
    const { Facts } = (await operator('GET', `/api/v2/Accident/${accidentId}`)).body;
    expect(body.Resultant[peak]).toBeCloseTo(Facts.PeakG, 3);
    expect(body.SpeedTime).toHaveLength(body.Speed.length);
    expect(body.Speed[0]).toBe(72);
  });

  it('there may be neither', async () => {
    const { companyId } = await app.connection.db
      .selectFrom('accident')
      .select('company_id as companyId')
      .where('id', '=', accidentId)
      .executeTakeFirstOrThrow();
    const { id } = await app.given.accident(companyId);
    const curves = await operator('GET', `/api/crashes/curves/${id}`);
    expect(curves.body).toMatchObject({ RateHz: null, Samples: 0, Time: [], Speed: [] });
    expect((await operator('GET', `/api/crashes/map/${id}`)).body.Track).toEqual([]);
  });

  it('nothing of another company is shown', async () => {
    expect((await stranger('GET', `/api/crashes/map/${accidentId}`)).status).toBe(404);
    expect((await stranger('GET', `/api/crashes/curves/${accidentId}`)).status).toBe(404);
  });
});

describe('trips of an object', () => {
  const list = (query = '') => manager('GET', `/api/v2/StatisticSummingTrip/list?objectId=${objectId}${query}`);
  const starts = (body: { Items: { DateTime: string }[] }) => body.Items.map(({ DateTime }) => DateTime.slice(5, 16));

  it('come newest first, a page at a time, with their exact number', async () => {
    const first = (await list('&pageSize=3')).body;
    expect(starts(first)).toEqual(['01-14T20:26', '01-13T21:30', '01-13T20:59']);
    expect(first.Total).toBe(4);
    const second = (await list('&pageSize=3&page=2')).body;
    expect(starts(second)).toEqual(['01-12T10:00']);
    expect(second.Total).toBe(4);
    expect((await list('&pageSize=3&page=9')).body).toEqual({ Items: [], Total: 4, NotCounted: 0 });
  });

  it('belong to the day of the company’s time zone, three hours ahead', async () => {
    expect(starts((await list('&from=2026-01-13&to=2026-01-13')).body)).toEqual(['01-13T20:59']);
    expect(starts((await list('&from=2026-01-14')).body)).toEqual(['01-14T20:26', '01-13T21:30']);
    expect((await list('&to=2026-01-12')).body.Total).toBe(1);
  });

  it('are shown with their track', async () => {
    const { Id, DurationS } = (await list()).body.Items[0];
    const { body } = await manager('GET', `/api/v2/StatisticSummingTrip/${Id}?objectId=${objectId}`);
    expect((await manager('GET', `/api/v2/StatisticSummingTrip/${Id}`)).body).toEqual(body);
    const stranger = app.as((await app.given.account(await app.given.company(), 'MANAGER')).token);
    expect((await stranger('GET', `/api/v2/StatisticSummingTrip/${Id}`)).status).toBe(404);
    const noted = await manager('PUT', `/api/v2/StatisticSummingTrip/${Id}/updatenotes`, { Notes: 'family' });
    expect([noted.status, noted.body.Notes]).toEqual([200, 'family']);
    expect(body.Track).toHaveLength(400);
    expect(body.Track[0]).toEqual([0, 55.75, 37.5, 72]);
    expect(body.Track.at(-1)[0]).toBe(DurationS);
    expect(body.DistanceKm).toBeCloseTo(399 * 0.02, 1);
    // The figures are rounded like those of the day.
    const { DistanceKm, AverageSpeed, MaximumSpeed } = body;
    const rounded = [DistanceKm.toFixed(3), AverageSpeed.toFixed(1), MaximumSpeed.toFixed(1)].map(Number);
    expect([DistanceKm, AverageSpeed, MaximumSpeed]).toEqual(rounded);
  });

  it('are on the heatmap by their places, whatever the receiver says of its speed, and without a jump', async () => {
    const car = await app.given.voucher(company);
    // Each drive has its own latitude, because the same positions would be a repeated drive.
    const drive = (start: string, latitude: number, speed: number, jumpAt?: number) =>
      Array.from({ length: 600 }, (_, i) => ({
        DateTime: new Date(Date.parse(start) + i * 1000).toISOString(),
        Latitude: i === jumpAt ? 56.3 : latitude,
        Longitude: Number((37.5 + i * 0.00032).toFixed(6)),
        Speed: speed,
      }));
    const platform = app.as(await app.given.platformKey(company));
    const messages = {
      stuck: drive('2026-01-12T09:00:00Z', 55.75, 0),
      jumping: drive('2026-01-13T09:00:00Z', 55.8, 72, 300),
    };
    for (const [MessageId, Positions] of Object.entries(messages))
      await platform('POST', '/api/statistic/webhook', { MessageId, Imei: car.imei, Positions });
    const weights = async (day: string): Promise<number[]> => {
      const url = `/api/v2/StatisticSummingTrip/heatmap?objectId=${car.objectId}&from=${day}&to=${day}`;
      const { Cells } = (await manager('GET', url)).body as { Cells: number[][] };
      for (const [latitude] of Cells) expect(latitude).toBeLessThan(56);
      return Cells.map(cell => cell[2]!);
    };
    const sum = (numbers: number[]) => numbers.reduce((total, weight) => total + weight, 0);
    expect(sum(await weights('2026-01-12'))).toBeGreaterThan(590);
    expect(sum(await weights('2026-01-13'))).toBe(599);
  });

  it('are not between days the wrong way round, nor is anything else: it says so', async () => {
    const wrong = `objectId=${objectId}&from=2026-01-14&to=2026-01-13`;
    for (const list of ['trips', 'v2/StatisticSummingTrip/list', 'events', 'v2/Anomaly/history'])
      expect((await manager('GET', `/api/${list}?${wrong}`)).body).toMatchObject({
        Code: 'INVALID',
        Errors: [{ Field: 'to' }],
      });
  });

  it('are not shown to another company, nor under another object', async () => {
    const { Id } = (await list()).body.Items[0];
    expect((await stranger('GET', `/api/v2/StatisticSummingTrip/list?objectId=${objectId}`)).status).toBe(404);
    expect((await stranger('GET', `/api/v2/StatisticSummingTrip/${Id}?objectId=${objectId}`)).status).toBe(404);
    expect((await manager('GET', `/api/v2/StatisticSummingTrip/${Id}?objectId=none`)).status).toBe(404);
    expect((await manager('GET', '/api/v2/StatisticSummingTrip/list?objectId=%00')).status).toBe(404);
    expect((await manager('GET', '/api/v2/StatisticSummingTrip/list')).status).toBe(400);
  });
});

describe('trips seen by an operator', () => {
  const list = (call = operator) => call('GET', `/api/v2/StatisticSummingTrip/list?objectId=${objectId}`);
  const trip = (id: number) => operator('GET', `/api/v2/StatisticSummingTrip/${id}?objectId=${objectId}`);
  const idsByStart = async () => {
    const { Items } = (await list(manager)).body as { Items: { Id: number; DateTime: string }[] };
    return new Map(Items.map(({ Id, DateTime }) => [DateTime.slice(5, 10), Id]));
  };
  const held = (accident: number) => operator('GET', `/api/crash/lock/${accident}`);

  it('are refused without a leased case', async () => {
    await operator('GET', `/api/crash/unlock/${accidentId}`);
    const ids = await idsByStart();
    expect(await list()).toMatchObject({ status: 403, body: { Code: 'CASE_NEEDED' } });
    expect((await trip(ids.get('01-14') ?? 0)).body.Code).toBe('CASE_NEEDED');
    // A lease of another case does not open this one.
    const other = await app.given.accident(company);
    await held(other.id);
    expect((await list()).body.Code).toBe('CASE_NEEDED');
  });

  it('are those within two hours of the crash whose case they hold, for as long as they hold it', async () => {
    const ids = await idsByStart();
    await held(accidentId);
    expect((await list()).body).toMatchObject({ Items: [{ Id: ids.get('01-14') }], Total: 1 });
    expect((await trip(ids.get('01-14') ?? 0)).body.Track.length).toBe(400);
    expect((await trip(ids.get('01-12') ?? 0)).body.Code).toBe('CASE_NEEDED');
    const figures = (call: typeof operator) =>
      call('GET', `/api/v2/StatisticSummingTrip?objectId=${objectId}&from=2026-01-10&to=2026-01-15`);
    // An operator may not judge the driver, so the score is null.
    expect((await figures(operator)).body).toMatchObject({ TripsCount: 1, Score: null, ScoreReason: null });
    expect((await figures(manager)).body).toMatchObject({ TripsCount: 4, ScoreReason: 'notEnoughData' });
    app.clock.forward(61);
    expect((await list()).body.Code).toBe('CASE_NEEDED');
  });

  it('show of a longer one only what lies within', async () => {
    const car = await app.given.voucher(company);
    const long = Array.from({ length: 900 }, (_, i) => ({
      DateTime: new Date(Date.parse('2026-01-14T08:00:00Z') + i * 10_000).toISOString(),
      Latitude: 56,
      Longitude: Number((37.5 + i * 0.0032).toFixed(6)),
      Speed: 72,
    }));
    const platform = app.as(await app.given.platformKey(company));
    await platform('POST', '/api/statistic/webhook', { MessageId: 'long', Imei: car.imei, Positions: long });
    const near = { object_id: car.objectId, voucher_id: car.id, crash_at: '2026-01-14T08:10:00Z' };
    await held((await app.given.accident(company, near)).id);
    const of = (call: typeof operator, path: string) =>
      call('GET', `/api/v2/StatisticSummingTrip/${path}?objectId=${car.objectId}`);
    const { Id } = (await of(operator, 'list')).body.Items[0];
    const lastS = async (call: typeof operator) => (await of(call, String(Id))).body.Track.at(-1)[0];
    expect(await lastS(operator)).toBe(7800);
    expect(await lastS(manager)).toBe(8990);
    const map = '&from=2026-01-14&to=2026-01-14';
    const cells = async (call: typeof operator) =>
      (await call('GET', `/api/v2/StatisticSummingTrip/heatmap?objectId=${car.objectId}${map}`)).body.Cells.length;
    expect(await cells(operator)).toBeLessThan(0.9 * (await cells(manager)));
  });

  it('have no speed where one fix alone says none', async () => {
    const car = await app.given.voucher(company);
    const Positions = Array.from({ length: 100 }, (_, i) => ({
      DateTime: new Date(Date.parse('2026-01-14T08:00:00Z') + i * 10_000).toISOString(),
      Latitude: 57,
      Longitude: Number((37.5 + i * 0.0032).toFixed(6)),
    }));
    const platform = app.as(await app.given.platformKey(company));
    await platform('POST', '/api/statistic/webhook', { MessageId: 'speedless', Imei: car.imei, Positions });
    const before = { object_id: car.objectId, voucher_id: car.id, crash_at: '2026-01-14T06:00:00Z' };
    await held((await app.given.accident(company, before)).id);
    const of = (path: string) => operator('GET', `/api/v2/StatisticSummingTrip/${path}?objectId=${car.objectId}`);
    const { Id } = (await of('list')).body.Items[0];
    expect((await of(String(Id))).body.Track).toEqual([[0, 57, 37.5, null]]);
  });

  it('are written down with who read them, once an hour for the same reader and car', async () => {
    const read = async () => {
      const { rows } = await app.connection.pool.query(
        `select actor_id, entity, entity_id, changes from audit where action = 'whereabouts' and actor_id = $1`,
        [reader.id],
      );
      return rows;
    };
    const reader = await app.given.account(company, 'MANAGER');
    const call = app.as(reader.token);
    const range = '&from=2026-01-13&to=2026-01-14';
    for (let i = 0; i < 3; i += 1) await call('GET', `/api/v2/StatisticSummingTrip/list?objectId=${objectId}${range}`);
    expect(await read()).toEqual([
      {
        actor_id: reader.id,
        entity: 'voucher',
        entity_id: voucherId,
        changes: [{ field: 'Whereabouts', before: null, after: '2026-01-13 – 2026-01-14' }],
      },
    ]);
    app.clock.forward(3600);
    await Promise.all([list(call), list(call)]);
    expect(await read()).toHaveLength(2);
  });
});

describe('curves of a drive', () => {
  const curves = (who = manager, more = '') =>
    who('GET', `/api/v3/curves?objectId=${objectId}&from=2026-01-14T20:26:40Z&to=2026-01-14T20:33:20Z${more}`);

  it('come reduced with their extremes, on the clock of the beginning asked for', async () => {
    const { status, body } = await curves(manager, '&points=400');
    expect(status).toBe(200);
    expect(body).toMatchObject({ RateHz: 1000, Samples: 5000 });
    expect(body.Time.length).toBeLessThanOrEqual(400);
    expect(body.Longitudinal).toHaveLength(body.Time.length);
    const strongest = body.Longitudinal.indexOf(Math.min(...body.Longitudinal));
    expect(body.Longitudinal[strongest]).toBeCloseTo(-10, 1);
    // The recording begins 198 s after the drive's start. The pulse is strongest 2.05 s into it.
    expect(body.Time[strongest]).toBeCloseTo(200.05, 1);
    expect(body.Speed[0]).toBe(72);
  });

  it('are of a day at most, of one’s own company, and for an operator of the case in hand', async () => {
    const long = await manager(
      'GET',
      `/api/v3/curves?objectId=${objectId}&from=2026-01-13T00:00:00Z&to=2026-01-14T00:00:01Z`,
    );
    expect(long.body.Errors).toEqual([expect.objectContaining({ Field: 'to' })]);
    expect((await curves(stranger)).status).toBe(404);
    const other = await app.given.account(company, 'OPERATOR');
    expect((await curves(app.as(other.token))).body.Code).toBe('CASE_NEEDED');
  });
});
