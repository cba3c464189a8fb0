import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { advisoryLock } from '../../server/db/advisoryLock.ts';
import { inTransaction } from '../../server/db/change.ts';
import { markMovedTrips } from '../../server/db/migrations/340-local-days.ts';
import { explainScore } from '../../server/domain/score/explain.ts';
import { currentFormula } from '../../server/domain/score/formula.ts';
import { priorsFor, type SourcePriors } from '../../server/domain/score/source.ts';
import { type Sums, summedNames } from '../../server/domain/score/sums.ts';
import { toSnakeCase } from '../../server/engine/table/define.ts';
import { updateFigures } from '../../server/modules/statistics/storedFigures.ts';
import { openTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let company: number;
let manager: ReturnType<TestApp['as']>;
let operator: ReturnType<TestApp['as']>;
let stranger: ReturnType<TestApp['as']>;
let platform: ReturnType<TestApp['as']>;
let voucher: Awaited<ReturnType<TestApp['given']['voucher']>>;

beforeAll(async () => {
  app = await openTestApp('2026-04-01T12:00:00.000Z', { jobs: { startHook: 'onReady', heartbeatMs: 200 } });
  company = await app.given.company();
  manager = app.as((await app.given.account(company, 'MANAGER')).token);
  operator = app.as((await app.given.account(company, 'OPERATOR')).token);
  stranger = app.as((await app.given.account(await app.given.company(), 'MANAGER')).token);
  platform = app.as(await app.given.platformKey(company));
  voucher = await app.given.voucher(company);
});
afterAll(() => app.close());

/** Returns a drive east at 72 km/h. */
const fixes = (start: string, seconds: number) =>
  Array.from({ length: seconds }, (_, i) => ({
    DateTime: new Date(Date.parse(start) + i * 1000).toISOString(),
    Latitude: 55.75,
    Longitude: Number((37.5 + i * 0.00032).toFixed(6)),
    Speed: 72,
    Course: 90,
  }));

let messages = 0;
const send = (imei: string, Positions: readonly object[]) => {
  messages += 1;
  return platform('POST', '/api/statistic/webhook', { MessageId: `m-${messages}`, Imei: imei, Positions });
};

interface Given {
  readonly start: string;
  readonly km?: number;
  /** The remaining kilometres are urban. */
  readonly motorwayKm?: number;
  readonly otherKm?: number;
  readonly minutes?: number;
  readonly braking?: number;
  readonly cornering?: number;
  readonly nightMinutes?: number;
  readonly notes?: string;
}

/** Inserts trips into the database without a track: many kilometres in no time. */
const drove = async (objectId: string, trips: readonly Given[], companyId = company, manoeuvreSource = 'positions') => {
  const author = { companyId, accountId: null, name: 'test', requestId: null, at: new Date() };
  await inTransaction(app.connection.db, author, async ({ db }) => {
    for (const {
      start,
      km = 40,
      minutes = 60,
      braking = 0,
      cornering = 0,
      nightMinutes = 0,
      notes = '',
      ...roads
    } of trips) {
      const { motorwayKm = 0, otherKm = 0 } = roads;
      const startMs = Date.parse(start);
      const { id } = await db
        .insertInto('trip')
        .values({
          object_id: objectId,
          start_at: start,
          end_at: new Date(startMs + minutes * 60_000),
          duration_s: minutes * 60,
          distance_km: km,
          average_speed_kmh: (km / minutes) * 60,
          maximum_speed_kmh: 90,
          night_ms: nightMinutes * 60_000,
          idle_ms: 0,
          speed_squares: 0,
          complication: 20,
          urban_m: 1000 * (km - motorwayKm - otherKm),
          motorway_m: 1000 * motorwayKm,
          watched_by: manoeuvreSource,
          notes,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      for (let i = 0; i < braking + cornering; i += 1) {
        const at = new Date(startMs + i * 60_000);
        await db
          .insertInto('manoeuvre')
          .values({
            object_id: objectId,
            trip_id: id,
            kind: i < braking ? 'braking' : 'cornering',
            start_at: at,
            end_at: at,
            peak_g: 0.4 + i / 100,
            source: 'positions',
          })
          .execute();
      }
      await updateFigures(db, { companyId, objectId }, { fromMs: startMs, beforeMs: startMs + 1 });
    }
  });
};

/** Returns the sums of a row of stored figures. */
const sumsOfRow = (row: object): Sums => {
  const of = row as Record<string, number>;
  const added = Object.fromEntries(summedNames.map(name => [name, of[toSnakeCase(name)]!]));
  return { ...(added as unknown as Sums), maximumSpeedKmh: of.maximum_speed_kmh ?? null };
};

const get = async (call: string, query = '', objectId = voucher.objectId) => {
  const { status, body } = await manager('GET', `/api/${call}?objectId=${objectId}${query}`);
  expect({ call, status, body: status === 200 ? '' : body }).toEqual({ call, status: 200, body: '' });
  return body;
};
const daysOf = (objectId: string) =>
  app.connection.db
    .selectFrom('object_day')
    .selectAll()
    .where('company_id', '=', company)
    .where('object_id', '=', objectId)
    .orderBy('day')
    .execute();
const wholeOf = (objectId: string) =>
  app.connection.db
    .selectFrom('object_score')
    .selectAll()
    .where('company_id', '=', company)
    .where('object_id', '=', objectId)
    .executeTakeFirst();

const march = '&from=2026-03-01&to=2026-03-31';

it('begins with nothing: no trips, no score, nothing invented', async () => {
  expect(await get('v2/StatisticSummingGlobal')).toMatchObject({
    TripsCount: 0,
    DistanceKm: 0,
    Score: null,
    ScoreReason: 'noTrips',
    AverageSpeed: null,
    MaximumSpeed: null,
  });
});

it('comes with the message that brings the trips, whatever parts and order it comes in', async () => {
  const other = await app.given.voucher(company);
  const drive = fixes('2026-03-10T09:00:00Z', 600);
  expect((await send(voucher.imei, drive)).body).toMatchObject({ Results: [{ Accepted: 600 }] });
  await send(other.imei, drive.slice(300));
  await send(other.imei, drive.slice(0, 300));
  await send(other.imei, drive.slice(200, 400));
  const [one, two] = [await daysOf(voucher.objectId), await daysOf(other.objectId)];
  expect(one).toEqual([expect.objectContaining({ day: '2026-03-10', trips: 1, night_ms: 0 })]);
  expect(one[0]?.distance_m).toBeGreaterThan(11_900);
  expect(two).toEqual(one.map(row => ({ ...row, object_id: other.objectId })));
});

it.each([
  ['every 2 s', (i: number) => i % 2 === 0, 0, 100, 36],
  ['every 10 s', (i: number) => i % 10 === 0, null, null, 0],
  ['every 30 s', (i: number) => i % 30 === 0, null, null, 0],
  ['every second, later every 10 s', (i: number) => i < 600 || i % 10 === 0, 0, 100, 12],
])(
  'of fixes %s is made of the distance on which manoeuvres can be seen',
  async (_rate, isSent, manoeuvres, score, km) => {
    const other = await app.given.company();
    const { imei, objectId } = await app.given.voucher(other);
    const body = {
      MessageId: 'seldom',
      Imei: imei,
      Positions: fixes('2026-03-10T09:00:00Z', 1800).filter((_, i) => isSent(i)),
    };
    await app.as(await app.given.platformKey(other))('POST', '/api/statistic/webhook', body);
    const theirs = app.as((await app.given.account(other, 'MANAGER')).token);
    const { body: list } = await theirs('GET', `/api/v2/StatisticSummingTrip/list?objectId=${objectId}${march}`);
    expect(list.Items).toEqual([expect.objectContaining({ EventsCount: manoeuvres, Score: score })]);
    expect(list.Items[0].DistanceKm).toBeGreaterThan(35);
    const { body: day } = await theirs('GET', `/api/v2/StatisticSummingDay?objectId=${objectId}&date=2026-03-10`);
    expect(day).toMatchObject({ Score: score, ScoreReason: score === null ? 'notMeasured' : null });
    const { body: scores } = await theirs('GET', '/api/v2/StatisticSummingGlobal/table');
    const shown = [list.Items[0], day, scores.Items[0]].map(({ MeasuredKm }) => Math.round(MeasuredKm));
    expect(shown).toEqual([km, km, km]);
  },
);

it.each([
  [1, 0],
  [10, 36],
])('with acceleration at %i Hz and a fix every 10 s has %i km on which manoeuvres can be seen', async (RateHz, km) => {
  const other = await app.given.company();
  const { imei, objectId } = await app.given.voucher(other);
  const axis = (g: number, noiseG: number) =>
    Array.from({ length: 1800 * RateHz }, (_, i) => Number((g + noiseG * Math.sin(i * 12.9898)).toFixed(4)));
  const body = {
    MessageId: 'slow-samples',
    Imei: imei,
    Positions: fixes('2026-03-10T09:00:00Z', 1800).filter((_, i) => i % 10 === 0),
    Acceleration: {
      Start: '2026-03-10T09:00:00Z',
      RateHz,
      RangeG: 8,
      Frame: 'vehicle',
      Longitudinal: axis(0, 0.03),
      Lateral: axis(0, 0.02),
      Vertical: axis(1, 0.05),
    },
  };
  const platformKey = await app.given.platformKey(other);
  const sent = await app.as(platformKey)('POST', '/api/statistic/webhook', body);
  expect(sent.body.Results).toMatchObject([{ Accepted: 180 }]);
  const { db } = app.connection;
  const trip = await db.selectFrom('trip').selectAll().where('object_id', '=', objectId).executeTakeFirstOrThrow();
  const kilometresOf = (metres: number | null) => Math.round((metres ?? -1) / 1000);
  expect([trip.watched_m, trip.sensed_m].map(kilometresOf)).toEqual([km, km]);
  expect(trip.watched_by).toBe(km > 0 ? 'acceleration' : 'positions');
});

it('has the night and the rush hours of the clock where the car is, not of the company', async () => {
  const far = await app.given.company();
  const farPlatform = app.as(await app.given.platformKey(far));
  /** Returns duration, rush hours and night of a drive of ten minutes in Vladivostok, ms. */
  const driveInVladivostok = async (start: string) => {
    const { imei, objectId } = await app.given.voucher(far);
    const Positions = fixes(start, 600).map(fix => ({ ...fix, Latitude: 43.3, Longitude: fix.Longitude + 94.4 }));
    const message = { MessageId: `far-${start}`, Imei: imei, Positions };
    expect((await farPlatform('POST', '/api/statistic/webhook', message)).body.Results).toMatchObject([
      { Accepted: 600 },
    ]);
    const { db } = app.connection;
    const trip = await db.selectFrom('trip').selectAll().where('object_id', '=', objectId).executeTakeFirstOrThrow();
    return { ms: trip.duration_s * 1000, rushMs: trip.rush_ms, nightMs: trip.night_ms };
  };
  // 8:00 in Vladivostok is 1:00 in Moscow. 23:30 in Vladivostok is 16:30 in Moscow.
  const morning = await driveInVladivostok('2026-03-10T22:00:00Z');
  expect(morning).toMatchObject({ rushMs: morning.ms, nightMs: 0 });
  const lateEvening = await driveInVladivostok('2026-03-11T13:30:00Z');
  expect(lateEvening).toMatchObject({ rushMs: 0, nightMs: lateEvening.ms });
});

it('counts a drive and its crash on the day of the clock where the car is, in every list', async () => {
  const far = await app.given.company();
  const farManager = app.as((await app.given.account(far, 'MANAGER')).token);
  const farPlatform = app.as(await app.given.platformKey(far));
  const { imei, objectId } = await app.given.voucher(far);
  // 6:30 on 11 March in Vladivostok is 23:30 on 10 March in Moscow, where the company is.
  const start = '2026-03-10T20:30:00Z';
  const Positions = fixes(start, 600).map(fix => ({ ...fix, Latitude: 43.3, Longitude: fix.Longitude + 94.4 }));
  await farPlatform('POST', '/api/statistic/webhook', { MessageId: 'far-day', Imei: imei, Positions });
  const crashAt = Positions[300]!.DateTime;
  const axis = (g: number) => Array.from({ length: 200 }, (_, i) => (i >= 100 && i < 120 ? g : 0));
  const crash = await farPlatform('POST', '/api/crash/webhook', {
    MessageId: 'far-crash',
    Imei: imei,
    CrashDateTime: crashAt,
    Curve: {
      Start: new Date(Date.parse(crashAt) - 500).toISOString(),
      RateHz: 200,
      Longitudinal: axis(-12),
      Lateral: axis(0.1),
      Vertical: axis(0.1).map(g => 1 + g),
      RangeG: 16,
      Frame: 'vehicle',
    },
  });
  expect(crash.status).toBe(200);
  const ask = async (call: string, day: string) =>
    (await farManager('GET', `/api/${call}${call.includes('?') ? '&' : '?'}objectId=${objectId}&from=${day}&to=${day}`))
      .body;
  for (const [day, count] of [
    ['2026-03-10', 0],
    ['2026-03-11', 1],
  ] as const) {
    expect(await ask('v2/StatisticSummingTrip/list', day)).toMatchObject({ Total: count });
    const { Items } = await ask('v2/StatisticSummingDay/period/list', day);
    expect(Items).toMatchObject([{ Date: day, TripsCount: count, Events: { Impact: count } }]);
    expect((await ask('v2/StatisticSummingTrip', day)).TripsCount).toBe(count);
    const impacts = (await ask('events', day)).Items.filter((each: { Type: string }) => each.Type === 'impact');
    expect(impacts).toHaveLength(count);
    const compared = (await farManager('GET', `/api/comparescoring?from=${day}&to=${day}`)).body.Items;
    expect(compared.map((row: { Crashes: number }) => row.Crashes)).toEqual(count === 0 ? [] : [1]);
  }
  const [trip] = (await ask('v2/StatisticSummingTrip/list', '2026-03-11')).Items;
  expect(trip).toMatchObject({ Day: '2026-03-11', UtcOffsetMinutes: 600 });
  const list = (await farManager('GET', '/api/v2/StatisticSummingGlobal/table')).body.Items;
  expect(list).toMatchObject([{ LastTripDate: '2026-03-11' }]);
});

it('moves the sums of a drive that an earlier release counted on the company’s day', async () => {
  const far = await app.given.company();
  const farPlatform = app.as(await app.given.platformKey(far));
  const { imei, objectId } = await app.given.voucher(far);
  const Positions = fixes('2026-03-10T20:30:00Z', 600).map(fix => ({
    ...fix,
    Latitude: 43.3,
    Longitude: fix.Longitude + 94.4,
  }));
  await farPlatform('POST', '/api/statistic/webhook', { MessageId: 'far-moved', Imei: imei, Positions });
  const { db, pool } = app.connection;
  const days = async () =>
    (await pool.query('select day::text from object_day where object_id = $1', [objectId])).rows.map(row => row.day);
  expect(await days()).toEqual(['2026-03-11']);
  await pool.query(`update object_day set day = '2026-03-10' where object_id = $1`, [objectId]);
  await markMovedTrips(db as unknown as Kysely<unknown>);
  const outdated = db.selectFrom('trip').select('object_id').where('outdated', '=', true);
  expect(await outdated.execute()).toContainEqual({ object_id: objectId });
  const author = { companyId: far, accountId: null, name: 'test', requestId: null, at: new Date() };
  const startMs = Date.parse('2026-03-10T20:30:00Z');
  await inTransaction(db, author, ({ db: tx }) =>
    updateFigures(tx, { companyId: far, objectId }, { fromMs: startMs, beforeMs: startMs + 1 }),
  );
  expect(await days()).toEqual(['2026-03-11']);
  await db.updateTable('trip').set({ outdated: false }).execute();
});

describe('a month of driving', () => {
  const starts = Array.from({ length: 20 }, (_, i) => `2026-03-${String(i + 11).padStart(2, '0')}T07:00:00Z`);
  beforeAll(() =>
    drove(
      voucher.objectId,
      starts.map((start, i) => ({ start, braking: i % 4, nightMinutes: i % 3, notes: i % 2 ? 'work' : '' })),
    ),
  );

  it('adds up by weeks, from Monday on, cut to the period', async () => {
    const { Items, Total } = await get('v3/scoring/weeks', march);
    expect(Total).toBe(6);
    expect(Items.map(({ From, To }: { From: string; To: string }) => `${From} ${To}`)).toEqual([
      ...['2026-03-01 2026-03-01', '2026-03-02 2026-03-08', '2026-03-09 2026-03-15', '2026-03-16 2026-03-22'],
      ...['2026-03-23 2026-03-29', '2026-03-30 2026-03-31'],
    ]);
    const judged = { Score: null, ScoreLow: null, ScoreHigh: null, Band: null, ScoreReason: null };
    for (const { From, To, ...week } of Items) {
      const period = await get('v2/StatisticSummingPeriod', `&from=${From}&to=${To}`);
      expect({ ...week, ...judged }).toEqual({ ...period, ...judged });
    }
    const sunday = await get('v2/StatisticSummingDay', '&date=2026-03-01');
    expect(Items[0]).toEqual({ From: '2026-03-01', To: '2026-03-01', ...sunday });
    expect(Items[0]).toMatchObject({ TripsCount: 0, Score: null, ScoreReason: 'noTrips' });
    // A week is too short to judge the driver. It has a score all the same.
    expect(Items[5]).toMatchObject({ TripsCount: 1, Score: expect.any(Number) });
  });

  it('has weeks up to the last day that is written with four digits', async () => {
    const { Items } = await get('v3/scoring/weeks', '&from=9999-12-20&to=9999-12-31');
    expect(Items.map(({ From, To }: { From: string; To: string }) => `${From} ${To}`)).toEqual([
      ...['9999-12-20 9999-12-26', '9999-12-27 9999-12-31'],
    ]);
  });

  it('adds up: days to months, periods and all time, trips to days', async () => {
    const days = (await get('v2/StatisticSummingDay/period/list', march)).Items;
    expect(days).toHaveLength(31);
    const sums = { DistanceKm: 0, DurationS: 0, TripsCount: 0, NightDurationS: 0 };
    for (const day of days) for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += day[name];
    const whole = await get('v2/StatisticSummingPeriod', march);
    for (const [name, sum] of Object.entries(sums)) expect(whole[name]).toBeCloseTo(sum, 6);
    expect(whole.TripsCount).toBe(21);
    expect(whole.Events).toMatchObject({ Braking: 30, Speeding: null, DirectionChange: null, Impact: 0 });
    expect(await get('v2/StatisticSummingMonth', '&month=2026-03')).toEqual(whole);
    expect(await get('v2/StatisticSummingGlobal')).toEqual(whole);
    expect(await get('v2/StatisticSummingDay/period', march)).toEqual(whole);
    expect((await get('v2/StatisticSummingMonth/all')).Items).toEqual([{ Month: '2026-03', ...whole }]);
    const trips = await get('v2/StatisticSummingTrip', march);
    expect({ ...trips, Events: { ...trips.Events, Impact: 0 } }).toEqual(whole);
    expect(days[0]).toMatchObject({ Date: '2026-03-01', TripsCount: 0, Score: null, ScoreReason: 'noTrips' });
    // A day without distance has no manoeuvre figures. Impacts are known even for a standing car.
    const { Impact, ...manoeuvres } = days[0].Events;
    expect([Impact, ...new Set(Object.values(manoeuvres))]).toEqual([0, null]);
    expect(days[10]).toMatchObject({ Date: '2026-03-11', TripsCount: 1, Score: expect.any(Number) });
  });

  it('is explained by parts that sum to 100 less the score, exactly', async () => {
    const body = await get('v2.1/StatisticSummingPeriod', march);
    const { Score, Parts, LeastDistanceKm } = body.Explanation;
    expect(Score).toBe(body.Score);
    const cost = Parts.reduce(
      (sum: number, part: { Cost: number | null }) => sum + Math.round(10 * (part.Cost ?? 0)),
      0,
    );
    expect(cost).toBe(1000 - Math.round(10 * Score));
    expect(
      Parts.filter((part: { Cost: number | null }) => part.Cost === null).map((part: { Kind: string }) => part.Kind),
    ).toEqual(['directionChange', 'speeding', 'phone']);
    for (const { Z } of Parts.slice(0, 3)) expect(Z).toBeGreaterThan(0.5);
    expect(body.Previous).toMatchObject({ From: '2026-01-29', To: '2026-02-28', Score: null, ScoreReason: 'noTrips' });
    expect(body.DistanceKm).toBeGreaterThan(LeastDistanceKm);
    const { Items } = await get('v2/StatisticSummingTrip/list', march);
    const trip = await get(`v2/StatisticSummingTrip/${Items[1].Id}`);
    expect(trip.Events).toHaveLength(Items[1].EventsCount);
    const costs = trip.Parts.reduce(
      (sum: number, part: { Cost: number | null }) => sum + Math.round(10 * (part.Cost ?? 0)),
      0,
    );
    expect(costs).toBe(1000 - Math.round(10 * trip.Score));
  });

  it('says too little below the least distance, and the voucher’s page says so too', async () => {
    const short = await get('v2/StatisticSummingPeriod', '&from=2026-03-11&to=2026-03-13');
    expect(short).toMatchObject({ TripsCount: 3, Score: null, Band: null, ScoreReason: 'notEnoughData' });
    const { body } = await manager('GET', `/api/v2.1/Voucher/${voucher.id}/details`);
    const global = await get('v2/StatisticSummingGlobal');
    expect(body).toMatchObject({
      Score: global.Score,
      Band: global.Band,
      EnoughData: true,
      TripsCount: 21,
      ScoreBefore: null,
    });
    expect(body.Explanation.Parts).toHaveLength(7);
    const old = await manager('GET', `/api/voucher/details?id=${voucher.id}`);
    expect({ ...old.body, Explanation: body.Explanation }).toEqual(body);
    const { Statistics } = (await manager('GET', `/api/v2/Voucher/${voucher.id}/extended`)).body;
    expect(Statistics).toMatchObject({ Score: global.Score, EnoughData: true });
  });

  it('is the same under the old names', async () => {
    const flat = await get('v1/StatisticSummingPeriod', march);
    const set = await get('v2/StatisticSummingPeriod', march);
    expect(flat).toMatchObject({
      TotalSummaryDistance: 1000 * set.DistanceKm,
      TotalDuration: set.DurationS,
      TripsCount: set.TripsCount,
      BrakingCount: set.Events.Braking,
      NightDuration: set.NightDurationS,
      TotalScore: set.Score,
      Crashes: 0,
    });
    expect(await get('trips', march)).toEqual(await get('v2/StatisticSummingTrip/list', march));
    const one = (await manager('GET', '/api/totalscoringreview')).body;
    expect((await manager('GET', '/api/v2/Voucher/totalscoringreview')).body).toEqual(one);
  });

  it('is shown by weekday, note and in a calendar with its hardest manoeuvres', async () => {
    const { Items } = await get('v2/StatisticUnit/weekday', march);
    expect(Items.map((day: { TripsCount: number }) => day.TripsCount)).toEqual([3, 3, 3, 3, 3, 3, 3]);
    const notes = await get('v2/StatisticSummingDay/tripnote/comparison', march);
    expect(notes.Items.map((item: { Notes: string; TripsCount: number }) => [item.Notes, item.TripsCount])).toEqual([
      ['', 11],
      ['work', 10],
    ]);
    const calendar = await get('v2/StatisticSummingDay/calendar', '&month=2026-03');
    expect(calendar.Items[13]).toMatchObject({
      Date: '2026-03-14',
      WorstEvent: { Kind: 'braking', PeakG: 0.42 },
    });
    expect(calendar.Items[0]).toMatchObject({ DistanceKm: 0, Score: null, WorstEvent: null });
    const day = await get('v2/StatisticSummingDay/calendar/day', '&date=2026-03-14');
    expect(day.Items).toEqual([expect.objectContaining({ DateTime: '2026-03-14T07:00:00.000Z', EventsCount: 3 })]);
    const braking = await get('v3/scoring/manoeuvres', '&from=2026-03-14&to=2026-03-14&kind=braking');
    expect(braking).toMatchObject({ Total: 3, Items: [{ Kind: 'braking', PeakG: 0.42 }, {}, {}] });
    const heat = await get('v2/StatisticSummingTrip/heatmap', march);
    expect(heat.Cells.length).toBeGreaterThan(3);
    expect(heat.Cells[0][0]).toBeCloseTo(55.75, 2);
  });

  it('has another score without one trip, and exactly the former score when the trip counts again', async () => {
    const before = [await daysOf(voucher.objectId), await wholeOf(voucher.objectId)];
    const { Items } = await get('v2/StatisticSummingTrip/list', march);
    const { Id } = Items.find((trip: { EventsCount: number }) => trip.EventsCount === 3);
    const path = (what: string) => `/api/v3/trips/${Id}/${what}?objectId=${voucher.objectId}`;
    const counted = async () => {
      const [{ Total, Items: shown }, { Events }, calendar] = await Promise.all([
        get('v3/scoring/manoeuvres', `${march}&kind=braking&limit=5`),
        get('v2/StatisticSummingPeriod', march),
        get('v2/StatisticSummingDay/calendar', '&month=2026-03'),
      ]);
      expect([shown.length, Total]).toEqual([5, Events.Braking]);
      return { braking: Total, days: calendar.Items.filter((day: { WorstEvent: unknown }) => day.WorstEvent).length };
    };
    const whole = await counted();
    const left = await manager('POST', path('exclude'), { Reason: 'A mechanic drove' });
    expect(left.body).toMatchObject({ Reason: 'A mechanic drove', Trip: { Excluded: true, EventsCount: 3 } });
    expect(left.body.ScoreNow).toBeGreaterThan(left.body.ScoreBefore);
    const { ScoreBefore: With, ScoreNow: Without } = left.body;
    expect(await get(`v2/StatisticSummingTrip/${Id}`)).toMatchObject({ ExclusionScores: { With, Without } });
    expect((await get('v2/StatisticSummingGlobal')).TripsCount).toBe(20);
    expect(await counted()).toEqual({ braking: whole.braking - 3, days: whole.days - 1 });
    // The list itself counts trips that are in no figure, on every page.
    for (const page of [1, 9])
      expect(await get('v2/StatisticSummingTrip/list', `${march}&page=${page}`)).toMatchObject({
        Total: 21,
        NotCounted: 1,
      });
    expect((await manager('POST', path('exclude'), { Reason: 'Twice' })).status).toBe(409);
    const back = await manager('POST', path('restore'));
    expect(await get(`v2/StatisticSummingTrip/${Id}`)).toMatchObject({ ExclusionScores: null });
    expect(back.body).toMatchObject({ ScoreBefore: left.body.ScoreNow, ScoreNow: left.body.ScoreBefore, Reason: null });
    expect([await daysOf(voucher.objectId), await wholeOf(voucher.objectId)]).toEqual(before);
    const history = (await manager('GET', `/api/voucher/history/${voucher.id}`)).body;
    expect(history).toContainEqual(
      expect.objectContaining({
        What: 'поездка не учитывается в балле',
        Field: 'Поездка не учтена в балле',
        Reason: 'A mechanic drove',
      }),
    );
    const noted = await manager('PUT', `/api/v2/StatisticSummingTrip/${Id}/updatenotes?objectId=${voucher.objectId}`, {
      Notes: ' to the sea ',
    });
    expect(noted.body).toMatchObject({ Id, Notes: 'to the sea' });
  });
});

describe('beside others', () => {
  it('is nothing under five of them, and then a mean and a place among them', async () => {
    const few = await get('v2/StatisticSummingDay/comparison', march);
    expect(few).toMatchObject({ Others: null, Percentile: null, Cohort: { Objects: 1 } });
    for (let i = 0; i < 5; i += 1) {
      const { objectId } = await app.given.voucher(company);
      const trips = Array.from({ length: 10 }, (_, day) => ({
        start: `2026-03-${day + 11}T08:00:00Z`,
        braking: i * 3,
      }));
      await drove(objectId, trips);
      if (i === 2)
        expect(await get('v2/StatisticSummingDay/comparison', march)).toMatchObject({
          Others: null,
          Cohort: { Objects: 4 },
        });
    }
    const many = await get('v2/StatisticSummingDay/comparison', march);
    expect(many.Cohort.Objects).toBe(6);
    expect(many.Others).toMatchObject({ Score: expect.any(Number), TripsCount: expect.closeTo(51 / 6, 2) });
    expect(many.Percentile).toBeGreaterThan(0);
    expect((await get('v2/StatisticSummingDay/model/comparison', march)).Cohort.Objects).toBe(6);
    // No object has a known country.
    expect((await get('v2/StatisticSummingDay/country/comparison', march)).Others).toBeNull();
    const brands = (await get('v2/StatisticUnit/vehiclebrand/comparision', march)).Items;
    expect(brands).toEqual([
      expect.objectContaining({ VehicleBrand: 'Kia', Own: true, Cohort: expect.objectContaining({ Objects: 7 }) }),
    ]);
    const weekdays = await get('v2/StatisticUnit/weekday/comparison', march);
    expect(weekdays.Items).toHaveLength(7);
    // Each object counts once, whatever the number of its weekdays, with its whole distance.
    expect(weekdays.Cohort).toEqual(many.Cohort);
    const alone = await get('v2/StatisticUnit/weekday', march);
    expect(weekdays.Items.map(({ Weekday, Own }: { Weekday: number; Own: object }) => ({ Weekday, ...Own }))).toEqual(
      alone.Items,
    );
    expect(alone.Items[0]).toMatchObject({ Score: null, ScoreReason: 'notEnoughData' });
  });

  it('stands in a list that is sorted, searched and narrowed, of all time or of a period', async () => {
    const list = async (query = '') =>
      (await manager('GET', `/api/v2/StatisticSummingGlobal/table?pageSize=50${query}`)).body;
    const all = await list('&sort=Score-asc');
    expect(all.Total).toBe(7);
    const scores = all.Items.map((row: { Score: number | null }) => row.Score).filter(
      (score: number | null) => score !== null,
    );
    expect(scores).toEqual([...scores].sort((a, b) => a - b));
    expect(all.Items[0].Trend).toHaveLength(12);
    const [first] = all.Items;
    expect((await list(`&Band=${first.Band}`)).Items.every((row: { Band: string }) => row.Band === first.Band)).toBe(
      true,
    );
    expect((await list(`&search=${first.VoucherNumber}`)).Items.map((row: { Id: number }) => row.Id)).toContain(
      first.Id,
    );
    const period = await list('&from=2026-03-01&to=2026-03-31&sort=Score-asc');
    // All trips were in the period, so the formula in SQL and the formula of the domain must agree.
    expect(period.Items).toEqual(all.Items);
    const none = await list('&from=2025-03-01&to=2025-03-31&sort=VoucherNumber-asc');
    expect(none.Items[0]).toMatchObject({ Score: null, Band: null, TripsCount: 0, DistanceKm: 0 });
    const review = (await manager('GET', '/api/scoringreview?pageSize=50&sort=Score-asc')).body;
    expect(review.Total).toBe(7);
    // The named period is that of the voucher's page, which is the last 28 days unless it names others.
    expect((await list('&period=last28Days&sort=Score-asc')).Items).toEqual(review.Items);
    expect((await list('&period=sinceActivation&sort=Score-asc')).Items).toEqual(all.Items);
    expect((await list('&from=2026-03-31&to=2026-03-01')).Errors).toEqual([
      { Field: 'to', Message: 'Не может быть раньше, чем дата старта' },
    ]);
  });

  it('is the same by the formula in SQL and by the domain’s, whatever the company’s means', async () => {
    const { db } = app.connection;
    const { objectId, number } = await app.given.voucher(company);
    const means = { braking: { rate: 2, k: 3, dispersion: 2.5 }, cornering: { rate: 9, k: 0.5 } };
    const priors = JSON.stringify({ ...currentFormula.priors, ...means });
    await db
      .insertInto('score_prior')
      .values({ company_id: company, formula: currentFormula.version, made_at: new Date(), priors })
      .execute();
    const days = [11, 12, 13, 14, 15, 16];
    await drove(
      objectId,
      days.map(day => ({ start: `2026-03-${day}T20:00:00Z`, braking: 2, cornering: 9, nightMinutes: 20 })),
    );
    const list = async (query = '') =>
      (await manager('GET', `/api/v2/StatisticSummingGlobal/table?search=${number}${query}`)).body.Items;
    const [whole] = await list();
    expect(whole).toMatchObject({ Score: expect.any(Number), Worst: 'cornering', TripsCount: 6 });
    expect(whole.ScoreLow).toBeLessThan(whole.Score);
    expect(whole.ScoreHigh).toBeGreaterThan(whole.Score);
    expect(await list('&from=2026-03-01&to=2026-03-31')).toEqual([whole]);
    const explained = await manager(
      'GET',
      `/api/v2.1/StatisticSummingPeriod?objectId=${objectId}&from=2026-03-01&to=2026-03-31`,
    );
    const partOf = (kind: string) =>
      explained.body.Explanation.Parts.find((part: { Kind: string }) => part.Kind === kind);
    const braking = partOf('braking');
    expect(braking).toMatchObject({ K: 3, Dispersion: 2.5, Count: 12 });
    expect(braking.Exposure / (braking.Exposure + braking.K)).toBeCloseTo(braking.Z, 3);
    expect(braking.Count / braking.Exposure).toBeCloseTo(braking.Rate, 1);
    expect(partOf('cornering')).toMatchObject({ K: 0.5, Dispersion: 1 });
    expect(partOf('night')).toMatchObject({ Dispersion: null });
    await db.deleteFrom('score_prior').where('company_id', '=', company).execute();
    expect((await list('&from=2026-03-01&to=2026-03-31'))[0].Score).not.toBe(whole.Score);
  });

  it('has no costliest manoeuvre where there is too little for a score, in no list', async () => {
    const { objectId, number } = await app.given.voucher(company);
    await drove(objectId, [{ start: '2026-03-17T08:00:00Z', braking: 3 }]);
    for (const query of ['', '&from=2026-03-01&to=2026-03-31']) {
      const { body } = await manager('GET', `/api/v2/StatisticSummingGlobal/table?search=${number}${query}`);
      expect(body.Items).toMatchObject([{ Score: null, Worst: null, TripsCount: 1 }]);
    }
  });

  it('is compared with the fields that older clients read', async () => {
    const { status, body } = await manager('GET', '/api/comparescoring?from=2026-03-01&to=2026-03-31');
    expect(status).toBe(200);
    const own = body.Items.find((item: { Id: number }) => item.Id === voucher.id);
    const global = await get('v2/StatisticSummingGlobal');
    expect(own).toMatchObject({
      AllScore: Math.round(global.Score),
      AbsoluteScore: global.Score,
      TotalSummaryDistance: 1000 * global.DistanceKm,
      ThreeMonths: false,
      FuelConsumptionVolume: null,
      DirectionChangeScore: null,
      EcoIndex: expect.any(Number),
    });
    const weekly = (await manager('GET', '/api/comparescoring/weekly?from=2026-03-01&to=2026-03-31')).body.Items;
    const weeks = weekly.filter((item: { Id: number }) => item.Id === voucher.id);
    expect(weeks.map((item: { Week: string }) => item.Week)).toEqual([
      '2026-03-09',
      '2026-03-16',
      '2026-03-23',
      '2026-03-30',
    ]);
  });
});

it('metres of the comparison are those of each kind of road, by day and by night', async () => {
  const { id, objectId } = await app.given.voucher(company);
  const of = { km: 40, motorwayKm: 15, otherKm: 5, minutes: 60 };
  await drove(objectId, [
    { start: '2026-03-10T08:00:00Z', ...of },
    { start: '2026-03-11T08:00:00Z', ...of, nightMinutes: 15 },
    { start: '2026-03-17T08:00:00Z', ...of },
  ]);
  const metresIn = async (path: string) => {
    const { body } = await manager('GET', `${path}?from=2026-03-01&to=2026-03-31`);
    const rows = body.Items.filter((item: { Id: number }) => item.Id === id);
    return rows.map((row: Record<string, unknown>) => [
      ...[row.TotalSummaryDistance, row.MetresTravelled, row.MetresTravelledOnMotorways],
      ...[row.MetresTravelledInUrbanAreas, row.MetresTravelledOnOtherTypesOfRoad],
      ...[row.MetresTravelledOnUnknownTypesOfRoad, row.MetresTravelledInTheDay, row.MetresTravelledInTheNight],
    ]);
  };
  expect(await metresIn('/api/comparescoring')).toEqual([
    [120_000, 120_000, 45_000, 60_000, 15_000, 0, 110_000, 10_000],
  ]);
  expect(await metresIn('/api/comparescoring/weekly')).toEqual([
    [80_000, 80_000, 30_000, 40_000, 10_000, 0, 70_000, 10_000],
    [40_000, 40_000, 15_000, 20_000, 5000, 0, 40_000, 0],
  ]);
});

describe('by which data it was measured', () => {
  const dates = 'from=2026-03-01&to=2026-03-31';
  const days = [11, 12, 13, 14, 15, 16];
  const tripsOf = (braking: number) => days.map(day => ({ start: `2026-03-${day}T08:00:00Z`, braking }));
  type Row = { Id: number; Source: string | null; AbsoluteScore: number };

  it('decides whom it is compared with: a car with others of the same source, one of several sources with none', async () => {
    const ours = await app.given.company();
    const theirs = app.as((await app.given.account(ours, 'MANAGER')).token);
    const vouchers: Record<string, { id: number; objectId: string }[]> = { acceleration: [], positions: [] };
    for (const [manoeuvreSource, given] of Object.entries(vouchers))
      for (let n = 0; n < 6; n += 1) {
        const each = await app.given.voucher(ours);
        await drove(each.objectId, tripsOf(manoeuvreSource === 'acceleration' ? 6 : 0), ours, manoeuvreSource);
        given.push(each);
      }
    const byPlaces = await app.given.voucher(ours);
    await drove(byPlaces.objectId, tripsOf(0), ours);
    await app.connection.pool.query('update trip set placed_m = distance_km * 1000 where object_id = $1', [
      byPlaces.objectId,
    ]);
    const author = { companyId: ours, accountId: null, name: 'test', requestId: null, at: new Date() };
    await inTransaction(app.connection.db, author, ({ db }) =>
      updateFigures(
        db,
        { companyId: ours, objectId: byPlaces.objectId },
        { fromMs: Date.parse('2026-03-11'), beforeMs: Date.parse('2026-03-17') },
      ),
    );
    const several = await app.given.voucher(ours);
    await drove(several.objectId, tripsOf(0).slice(0, 3), ours);
    await drove(several.objectId, tripsOf(0).slice(3), ours, 'acceleration');

    const compare = async (call: string, { objectId }: { objectId: string }) =>
      (await theirs('GET', `/api/v2/${call}?objectId=${objectId}&${dates}`)).body;
    const compared: Row[] = (await theirs('GET', `/api/comparescoring?${dates}`)).body.Items;
    const scoreOf = ({ id }: { id: number }) => compared.find(({ Id }) => Id === id)!.AbsoluteScore;
    const [calm, hard] = [vouchers.positions!, vouchers.acceleration!];
    expect(scoreOf(calm[0]!)).toBeGreaterThan(scoreOf(hard[0]!) + 5);
    for (const [source, [own, ...others]] of [
      ['receiverSpeed', calm],
      ['acceleration', hard],
    ] as const) {
      expect(await compare('StatisticSummingDay/comparison', own!)).toMatchObject({
        Own: { Source: source, Score: scoreOf(own!) },
        Others: { Source: source, Score: expect.closeTo(scoreOf(others[0]!), 1) },
        Cohort: { Objects: 5, DistanceKm: 1200 },
        Scored: 5,
        Percentile: 0,
        Source: source,
      });
      const weekdays = await compare('StatisticUnit/weekday/comparison', own!);
      expect(weekdays).toMatchObject({ Source: source, Cohort: { Objects: 5, DistanceKm: 1200 } });
      expect(weekdays.Items[2].Others.Events.Braking).toBe(source === 'acceleration' ? 6 : 0);
      expect(await compare('StatisticUnit/vehiclebrand/comparision', own!)).toMatchObject({
        Source: source,
        Items: [{ Cohort: { Objects: 6 }, Figures: { Score: scoreOf(own!) } }],
      });
      const listed = (await theirs('GET', `/api/scoringreview?${dates}&pageSize=50&Source=${source}`)).body;
      expect(listed.Total).toBe(6);
    }
    expect(await compare('StatisticSummingDay/comparison', byPlaces)).toMatchObject({
      Own: { Source: 'places' },
      Others: null,
      Cohort: { Objects: 0 },
      Source: 'places',
    });
    expect(await compare('StatisticSummingDay/comparison', several)).toMatchObject({
      Own: { Source: 'mixed', Score: expect.any(Number) },
      Others: { Score: null, Events: { Braking: null }, DistanceKm: 240 },
      Cohort: { Objects: 13 },
      Scored: 0,
      Percentile: null,
      Source: null,
    });
    const sourcesOf = async (path: string) =>
      (await theirs('GET', path)).body.Items.map(({ Source }: Row) => Source).sort();
    const all = [...Array(6).fill('acceleration'), 'mixed', 'places', ...Array(6).fill('receiverSpeed')];
    expect(await sourcesOf(`/api/comparescoring?${dates}`)).toEqual(all);
    expect(await sourcesOf('/api/v2/StatisticSummingGlobal/table?pageSize=50')).toEqual(all);
    expect((await theirs('GET', '/api/v3/scoring/coverage')).body.Sources).toEqual({
      acceleration: 6,
      receiverSpeed: 6,
      places: 1,
      mixed: 1,
    });
  });

  it('draws a score to the means of its source, in SQL as in the domain', async () => {
    const ours = await app.given.company();
    const theirs = app.as((await app.given.account(ours, 'MANAGER')).token);
    const meansOf = (rate: number) => ({ ...currentFormula.priors, braking: { rate, k: 5 } });
    await app.connection.db
      .insertInto('score_prior')
      .values({
        ...{ company_id: ours, formula: currentFormula.version, made_at: new Date() },
        priors: JSON.stringify(currentFormula.priors),
        priors_by_source: JSON.stringify({
          acceleration: meansOf(20),
          receiverSpeed: meansOf(1),
          places: meansOf(1),
        }),
      })
      .execute();
    const scoresBySource: number[] = [];
    for (const manoeuvreSource of ['acceleration', 'positions']) {
      const { objectId, number } = await app.given.voucher(ours);
      await drove(objectId, tripsOf(2), ours, manoeuvreSource);
      const [listed] = (await theirs('GET', `/api/scoringreview?${dates}&search=${number}`)).body.Items;
      const own = await theirs('GET', `/api/v2.1/StatisticSummingPeriod?objectId=${objectId}&${dates}`);
      expect(own.body).toMatchObject({ Score: listed.Score, ScoreLow: listed.ScoreLow, Source: listed.Source });
      expect(own.body.Explanation.Parts[0]).toMatchObject({
        Kind: 'braking',
        CompanyRate: manoeuvreSource === 'acceleration' ? 20 : 1,
      });
      scoresBySource.push(listed.Score);
    }
    expect(scoresBySource[0]).toBeLessThan(scoresBySource[1]! - 5);
  });
});

it('crashes are counted by the band of the score before them, and not of the driving around them', async () => {
  const ours = await app.given.company();
  const theirs = app.as((await app.given.account(ours, 'MANAGER')).token);
  const [harsh, calm] = [await app.given.voucher(ours), await app.given.voucher(ours)];
  const tripsOf = (month: string, style: Partial<Given>) =>
    [10, 11, 12, 13, 14, 15].map(day => ({ start: `${month}-${day}T08:00:00Z`, km: 50, ...style }));
  // By the application's clock stretches of 64 days begin on 2025-11-24, 2026-01-27 and 2026-04-01.
  const hard = { braking: 15, cornering: 15 };
  await drove(harsh.objectId, [...tripsOf('2025-12', hard), ...tripsOf('2026-02', {})], ours);
  await drove(calm.objectId, [...tripsOf('2025-12', {}), ...tripsOf('2026-02', hard)], ours);
  const crash = (objectId: string, day: string, more: object) =>
    app.given.accident(ours, { object_id: objectId, crash_at: `${day}T12:00:00Z`, severity: 'minor', ...more });
  await crash(harsh.objectId, '2026-02-20', { status: 'closed', status_of_road_accident_id: 4 });
  await crash(harsh.objectId, '2026-02-21', { severity: 'major' });
  await crash(calm.objectId, '2026-02-21', { severity: 'major', status: 'notvalid' });
  await crash(calm.objectId, '2025-12-20', { status: 'closed', status_of_road_accident_id: 4 });
  const before = (await theirs('GET', '/api/scoringreview?from=2025-11-24&to=2026-01-26&sort=Score-asc')).body.Items;
  const [low, high] = before.map(({ Band }: { Band: string }) => Band);
  expect(low).not.toBe(high);

  const { body } = await theirs('GET', '/api/v3/scoring/lift');
  expect(body).toMatchObject({ From: '2024-04-27', To: '2026-04-01', Source: 'receiverSpeed', LeastCrashes: 30 });
  const bands = Object.fromEntries(body.Bands.map((each: { Band: string | null }) => [each.Band, each]));
  expect(bands[low]).toMatchObject({
    ...{ Drivers: 1, DistanceKm: 300 },
    Confirmed: { Crashes: 1, Rate: 333.33, RateLow: 8.44, RateHigh: 1857.21 },
    Major: { Crashes: 1 },
  });
  expect(bands[high]).toMatchObject({
    ...{ Drivers: 1, DistanceKm: 300 },
    Confirmed: { Crashes: 0, Rate: 0, RateLow: 0 },
    Major: { Crashes: 0 },
  });
  expect(bands.null).toMatchObject({ Drivers: 2, DistanceKm: 600, Confirmed: { Crashes: 1 }, Major: { Crashes: 0 } });
  const noGini = { Gini: null, GiniLow: null, GiniHigh: null };
  expect(body.Confirmed).toMatchObject({ Crashes: 1, CrashesWithoutScore: 1, ...noGini, Verdict: 'tooFew' });
  expect(body.Major).toMatchObject({ Crashes: 1, CrashesWithoutScore: 0, ...noGini, Verdict: 'tooFew' });
  expect((await theirs('GET', '/api/v3/scoring/lift')).body).toEqual(body);
  expect((await operator('GET', '/api/v3/scoring/lift')).status).toBe(403);
  const { body: none } = await stranger('GET', '/api/v3/scoring/lift');
  expect(none).toMatchObject({ Source: null, Confirmed: { Crashes: 0, Gini: null, Verdict: 'tooFew' } });
});

describe('the portfolio', () => {
  it('is counted by band, branch and brand from the rows of the list, with the same filters', async () => {
    const ours = await app.given.company();
    const theirs = app.as((await app.given.account(ours, 'MANAGER')).token);
    const days = [11, 12, 13, 14, 15, 16].map(day => ({ start: `2026-03-${day}T08:00:00Z` }));
    const calm = await app.given.voucher(ours, { branch: 'Центр', vehicle_brand: 'Kia' });
    await drove(calm.objectId, days, ours);
    const wild = await app.given.voucher(ours, { branch: 'ЦЕНТР', vehicle_brand: 'Lada' });
    await drove(
      wild.objectId,
      days.map(day => ({ ...day, km: 80, braking: 40, cornering: 40 })),
      ours,
    );
    const short = await app.given.voucher(ours, { branch: '', vehicle_brand: 'Kia' });
    await drove(short.objectId, [{ start: '2026-03-11T08:00:00Z' }], ours);
    const crashOf = (objectId: string, voucherId: number, count: number, day: string) =>
      Promise.all(
        Array.from({ length: count }, () =>
          app.given.accident(ours, {
            ...{ object_id: objectId, voucher_id: voucherId, crash_at: `${day}T12:00:00Z` },
            ...{ status: 'closed', status_of_road_accident_id: 4 },
          }),
        ),
      );
    await crashOf(wild.objectId, wild.id, 30, '2026-03-20');
    await crashOf(calm.objectId, calm.id, 1, '2026-03-20');
    await crashOf(calm.objectId, calm.id, 1, '2026-01-20');
    // The insurer has one crash, another is finished, one is open. A finished mini-loss and a rejected impact are none.
    for (const [status, workStatusId] of [
      ['closed', 7],
      ['closed', 8],
      ['opened', 4],
      ['notvalid', 8],
      ['closed', 5],
    ] as const) {
      await app.given.accident(ours, {
        ...{ object_id: calm.objectId, voucher_id: calm.id, crash_at: '2026-03-21T12:00:00Z' },
        ...{ status, status_of_road_accident_id: workStatusId },
      });
    }
    const portfolio = async (query: string) => (await theirs('GET', `/api/v3/scoring/portfolio?${query}`)).body;
    const period = 'from=2026-03-01&to=2026-03-31';
    const rows: readonly { Band: string | null; DistanceKm: number; Score: number | null; Crashes: number }[] = (
      await theirs('GET', `/api/v2/StatisticSummingGlobal/table?pageSize=50&${period}`)
    ).body.Items;
    const byBand = await portfolio(`by=Band&${period}`);
    expect(byBand).toMatchObject({ LeastCrashes: 30, Vouchers: 3 });
    for (const { Key, Vouchers, DistanceKm, Crashes } of byBand.Groups) {
      const listed = rows.filter(({ Band }) => Band === Key);
      expect({ Key, Vouchers, DistanceKm, Crashes }).toEqual({
        Key,
        Vouchers: listed.length,
        DistanceKm: listed.reduce((sum, row) => sum + row.DistanceKm, 0),
        Crashes: listed.reduce((sum, row) => sum + row.Crashes, 0),
      });
    }
    const groupOf = (body: { Groups: { Key: string | null }[] }, key: string | null) =>
      body.Groups.find(({ Key }) => Key === key);
    expect(groupOf(byBand, null)).toMatchObject({
      Score: null,
      Unscored: { NotEnoughData: 1, NotMeasured: 0, NoTrips: 0, Suspended: 0 },
      CrashRate: null,
    });
    // 30 crashes on 480 km have a rate. One crash has none.
    expect(groupOf(byBand, 'risky')).toMatchObject({ Vouchers: 1, Crashes: 30, CrashRate: 6250 });
    const byBranch = await portfolio(`by=Branch&${period}`);
    // Spellings that the filter of the list does not tell apart are one group.
    expect(byBranch.Groups.map(({ Key }: { Key: string | null }) => Key?.toLowerCase())).toEqual(['центр', undefined]);
    const [one, other] = rows.filter(({ Score }) => Score !== null) as { Score: number; DistanceKm: number }[];
    const mean = (one!.Score * one!.DistanceKm + other!.Score * other!.DistanceKm) / 720;
    expect(byBranch.Groups[0].Score).toBeCloseTo(mean, 1);
    expect(byBranch.Groups[0]).toMatchObject({ Vouchers: 2, DistanceKm: 720, Crashes: 34, CrashRate: 4722.2 });
    expect((await portfolio(`by=VehicleBrand&${period}&BranchIs=${encodeURIComponent('Центр')}`)).Groups).toMatchObject(
      [
        { Key: 'Kia', Vouchers: 1, Crashes: 4 },
        { Key: 'Lada', Vouchers: 1, Crashes: 30 },
      ],
    );
    expect((await portfolio(`by=VehicleBrand&${period}&BranchEmpty=true`)).Vouchers).toBe(1);
    expect((await portfolio('by=VehicleBrand')).Groups[0]).toMatchObject({ Key: 'Kia', Vouchers: 2, Crashes: 5 });
    expect((await portfolio('by=Colour')).Errors).toMatchObject([{ Field: 'by' }]);
    expect((await portfolio('by=Band&pageSize=10')).Errors).toMatchObject([{ Field: 'pageSize' }]);
    expect((await stranger('GET', '/api/v3/scoring/portfolio?by=Band')).body).toMatchObject({
      Vouchers: 0,
      Groups: [],
    });
    expect((await operator('GET', '/api/v3/scoring/portfolio?by=Band')).status).toBe(403);
    // A suspended voucher has the reason that the coverage of the list gives.
    await app.connection.pool.query("update voucher set stage = 'suspended' where company_id = $1 and id = $2", [
      ours,
      short.id,
    ]);
    expect(groupOf(await portfolio(`by=Band&${period}`), null)).toMatchObject({
      Unscored: { NotEnoughData: 0, NotMeasured: 0, NoTrips: 0, Suspended: 1 },
    });
  });

  it('lists the contracts that end within 90 days, with the score of 28 days and of the 28 days before', async () => {
    const ours = await app.given.company();
    const theirs = app.as((await app.given.account(ours, 'MANAGER')).token);
    const endsAt = (contract_end: string, more: object = {}) => app.given.voucher(ours, { contract_end, ...more });
    const soon = await endsAt('2026-04-20');
    const tripsOf = (month: string, style: Partial<Given>) =>
      [10, 11, 12, 13, 14, 15].map(day => ({ start: `${month}-${day}T08:00:00Z`, ...style }));
    await drove(soon.objectId, [...tripsOf('2026-02', { braking: 20 }), ...tripsOf('2026-03', {})], ours);
    const later = await endsAt('2026-06-30');
    await endsAt('2026-07-01');
    await endsAt('2026-03-31');
    await endsAt('2026-04-21', { stage: 'closed' });
    const list = async (query = '') => (await theirs('GET', `/api/v3/scoring/renewals?pageSize=50${query}`)).body;
    const all = await list();
    expect(all.Items.map(({ Id }: { Id: number }) => Id)).toEqual([soon.id, later.id]);
    const [first, second] = all.Items;
    const scoreOf = async (dates: string) =>
      (await theirs('GET', `/api/v2/StatisticSummingPeriod?objectId=${soon.objectId}&${dates}`)).body.Score;
    expect(first.Score).toBe(await scoreOf('from=2026-03-05&to=2026-04-01'));
    expect(first.ScoreBefore).toBe(await scoreOf('from=2026-02-05&to=2026-03-04'));
    expect(first.ScoreBefore).toBeLessThan(first.Score);
    const nothing = { Score: null, ScoreBefore: null, ScoreReason: 'noTrips', DistanceKm: 0, Crashes: 0 };
    expect([first.ScoreReason, second]).toMatchObject([null, nothing]);
    expect((await list('&ContractEndDateWithin=next30Days')).Total).toBe(1);
    expect((await list('&ContractEndDateTo=2026-05-30')).Total).toBe(1);
    expect((await operator('GET', '/api/v3/scoring/renewals')).status).toBe(403);
  });
});

describe('whom scores speak for', () => {
  it('is said with the reasons of the others, by the same numbers as the list and the comparison', async () => {
    const ours = await app.given.company();
    const theirs = app.as((await app.given.account(ours, 'MANAGER')).token);
    const far = await app.given.voucher(ours);
    const days = [11, 12, 13, 14, 15, 16].map(day => ({ start: `2026-03-${day}T08:00:00Z` }));
    await drove(far.objectId, days, ours);
    const sensed = await app.given.voucher(ours);
    await drove(sensed.objectId, days, ours, 'acceleration');
    const short = await app.given.voucher(ours);
    await drove(short.objectId, [{ start: '2026-03-11T08:00:00Z' }], ours);
    const unwatched = await app.given.voucher(ours);
    await drove(unwatched.objectId, days, ours);
    await app.connection.pool.query(`update trip set watched_by = null, night_ms = null where object_id = $1`, [
      unwatched.objectId,
    ]);
    await inTransaction(
      app.connection.db,
      { companyId: ours, accountId: null, name: 'test', requestId: null, at: new Date() },
      ({ db }) =>
        updateFigures(
          db,
          { companyId: ours, objectId: unwatched.objectId },
          { fromMs: Date.parse('2026-03-11T00:00:00Z'), beforeMs: Date.parse('2026-03-17T00:00:00Z') },
        ),
    );
    /** A voucher without trips. */
    await app.given.voucher(ours);
    await app.given.voucher(ours, { stage: 'suspended' });
    const uncounted = await app.given.voucher(ours);
    await app.connection.pool.query(
      `insert into trip (object_id, start_at, end_at, duration_s, distance_km, average_speed_kmh, maximum_speed_kmh)
       values ($1, '2026-02-28T21:30:00Z', '2026-02-28T22:30:00Z', 3600, 60, 60, 90)`,
      [uncounted.objectId],
    );
    const expected = {
      Vouchers: 7,
      Scored: 2,
      WithAcceleration: 1,
      Sources: { acceleration: 1, receiverSpeed: 1, places: 0, mixed: 0 },
      LeftOut: { NotEnoughData: 1, NotMeasured: 1, NoTrips: 1, NotCounted: 1, Suspended: 1 },
    };
    const dates = 'from=2026-03-01&to=2026-03-31';
    expect((await theirs('GET', '/api/v3/scoring/coverage')).body).toEqual(expected);
    expect((await theirs('GET', `/api/v3/scoring/coverage?${dates}`)).body).toEqual(expected);
    // The clock of the tests stands at 1 April: the last 28 days begin on 5 March, after the trip without sums.
    expect((await theirs('GET', '/api/v3/scoring/coverage?period=last28Days')).body.LeftOut).toEqual({
      ...expected.LeftOut,
      ...{ NoTrips: 2, NotCounted: 0 },
    });
    const listed = (await theirs('GET', `/api/v2/StatisticSummingGlobal/table?pageSize=50&${dates}`)).body.Items;
    const compared = (await theirs('GET', `/api/comparescoring?${dates}`)).body;
    expect(compared.Coverage).toEqual(expected);
    for (const scores of [
      listed.map((row: { Score: number | null }) => row.Score),
      compared.Items.map((row: { AbsoluteScore: number | null }) => row.AbsoluteScore),
    ])
      expect(scores.filter((score: number | null) => score !== null)).toHaveLength(expected.Scored);
    const reversed = await theirs('GET', '/api/v3/scoring/coverage?from=2026-03-31&to=2026-03-01');
    expect(reversed).toMatchObject({ status: 400, body: { Errors: [{ Field: 'to' }] } });
    // The uncounted trip began on 1 March, half past midnight in Moscow. It must not affect other days.
    const reasons = async (query: string) => (await theirs('GET', `/api/v3/scoring/coverage?${query}`)).body.LeftOut;
    for (const others of ['from=2026-03-02', 'from=2026-03-02&to=2026-03-31'])
      expect(await reasons(others)).toEqual({ ...expected.LeftOut, NoTrips: 2, NotCounted: 0 });
    for (const others of ['to=2026-02-28', 'from=2026-02-01&to=2026-02-28'])
      expect(await reasons(others)).toMatchObject({ NoTrips: 6, NotCounted: 0 });
    expect((await stranger('GET', '/api/v3/scoring/coverage')).body.Vouchers).toBe(0);
  });
});

describe('whose it is', () => {
  it('is known: another company’s object, or one of another voucher, is not there', async () => {
    const other = await app.given.voucher(company);
    const call = '/api/v2/StatisticSummingGlobal';
    expect((await stranger('GET', `${call}?objectId=${voucher.objectId}`)).status).toBe(404);
    expect((await stranger('GET', `${call}?voucherId=${voucher.id}`)).status).toBe(404);
    expect((await manager('GET', `${call}?objectId=${voucher.objectId}&voucherId=${other.id}`)).status).toBe(404);
    expect((await manager('GET', `${call}?objectId=none`)).status).toBe(404);
    expect((await manager('GET', call)).body.Errors).toEqual([expect.objectContaining({ Field: 'objectId' })]);
    expect((await manager('GET', `${call}?voucherId=${voucher.id}`)).body).toEqual(
      await get('v2/StatisticSummingGlobal'),
    );
    const years = `/api/v2/StatisticSummingPeriod?objectId=${voucher.objectId}&from=2020-01-01&to=2026-01-01`;
    expect((await manager('GET', years)).body.Errors).toEqual([expect.objectContaining({ Field: 'from' })]);
    expect((await operator('GET', `${call}?objectId=${voucher.objectId}`)).status).toBe(403);
    const heat = `/api/v2/StatisticSummingTrip/heatmap?objectId=${voucher.objectId}`;
    expect((await operator('GET', heat)).body.Code).toBe('CASE_NEEDED');
    expect((await stranger('GET', '/api/v2/StatisticSummingGlobal/table')).body.Total).toBe(0);
  });

  it('and trips too: nobody excludes a trip or writes its notes from another company or by another object', async () => {
    const [ours, theirs] = [await app.given.voucher(company), await app.given.company()];
    await drove(ours.objectId, [{ start: '2026-03-12T08:00:00Z' }]);
    const foreign = app.as((await app.given.account(theirs, 'SUPERUSER')).token);
    const { objectId: otherObject } = await app.given.voucher(company);
    const [{ Id }] = (await get('trips', '', ours.objectId)).Items;
    const before = [await daysOf(ours.objectId), await wholeOf(ours.objectId)];
    for (const [by, objectId, status] of [
      [stranger, ours.objectId, 404],
      [foreign, ours.objectId, 404],
      [manager, otherObject, 404],
      [operator, ours.objectId, 403],
    ] as const) {
      const asked = `objectId=${objectId}`;
      const answers = [
        await by('POST', `/api/v3/trips/${Id}/exclude?${asked}`, { Reason: 'not mine' }),
        await by('POST', `/api/v3/trips/${Id}/restore?${asked}`),
        await by('PUT', `/api/v2/StatisticSummingTrip/${Id}/updatenotes?${asked}`, { Notes: 'not mine' }),
      ];
      expect(answers.map(answer => answer.status)).toEqual([status, status, status]);
    }
    const order = { From: '2026-03-01', To: '2026-03-31', ObjectId: ours.objectId };
    expect((await stranger('POST', '/api/v3/scoring/recompute', order)).status).toBe(404);
    expect([await daysOf(ours.objectId), await wholeOf(ours.objectId)]).toEqual(before);
    expect((await get('trips', '', ours.objectId)).Items).toMatchObject([{ Excluded: false, Notes: '' }]);
  });

  it('counts by the days of its zone, of 23 hours and of 25', async () => {
    const berlin = await app.given.company();
    await app.connection.db
      .updateTable('company')
      .set({ time_zone: 'Europe/Berlin' })
      .where('id', '=', berlin)
      .execute();
    const theirs = app.as((await app.given.account(berlin, 'MANAGER')).token);
    const { objectId } = await app.given.voucher(berlin);
    const starts = [
      '2025-10-25T21:59:00Z',
      '2025-10-25T22:01:00Z',
      '2025-10-26T22:59:00Z',
      '2025-10-26T23:01:00Z',
      '2026-03-28T22:59:00Z',
      '2026-03-28T23:01:00Z',
      '2026-03-29T21:59:00Z',
      '2026-03-29T22:01:00Z',
    ];
    await drove(
      objectId,
      starts.map(start => ({ start, minutes: 30, km: 20 })),
      berlin,
    );
    const counts = async (from: string, to: string) =>
      (
        await theirs('GET', `/api/v2/StatisticSummingDay/period/list?objectId=${objectId}&from=${from}&to=${to}`)
      ).body.Items.map((day: { TripsCount: number }) => day.TripsCount);
    expect(await counts('2025-10-25', '2025-10-27')).toEqual([1, 2, 1]);
    expect(await counts('2026-03-28', '2026-03-30')).toEqual([1, 2, 1]);
  });

  it('adds up: the days of a year to its months, the months to the period, the period to all time', async () => {
    const berlin = await app.given.company();
    await app.connection.pool.query(`update company set time_zone = 'Europe/Berlin' where id = $1`, [berlin]);
    const theirs = app.as((await app.given.account(berlin, 'MANAGER')).token);
    const { objectId } = await app.given.voucher(berlin);
    // A trip every 130 hours covers each hour of the day, and the days of 23 and of 25 hours.
    const trips = Array.from({ length: 66 }, (_, i) => ({
      start: new Date(Date.parse('2025-04-01T01:30:00Z') + i * 130 * 3_600_000).toISOString(),
      km: 10 + (i % 7),
      braking: i % 3,
      cornering: i % 2,
      nightMinutes: i % 20,
    }));
    await drove(objectId, [...trips, { start: '2025-10-26T00:30:00Z' }, { start: '2026-03-29T01:30:00Z' }], berlin);
    const ask = async (call: string) => {
      const { status, body } = await theirs('GET', `/api/v2/${call}`);
      expect(status).toBe(200);
      return body;
    };
    const of = `objectId=${objectId}`;
    const days = (await ask(`StatisticSummingDay/period/list?${of}&from=2025-04-01&to=2026-03-31`)).Items;
    const months = (await ask(`StatisticSummingMonth/all?${of}`)).Items;
    const period = await ask(`StatisticSummingPeriod?${of}&from=2025-04-01&to=2026-03-31`);
    const whole = await ask(`StatisticSummingGlobal?${of}`);
    expect(days).toHaveLength(365);
    expect(months).toHaveLength(12);
    type Row = Record<string, number> & { Events: Record<string, number> };
    const sum = (rows: readonly Row[], read: (row: Row) => number) => rows.reduce((all, row) => all + read(row), 0);
    const figures: ((row: Row) => number)[] = [
      row => row.TripsCount!,
      row => row.DistanceKm!,
      row => row.DurationS!,
      row => row.NightDurationS!,
      row => row.RushDurationS!,
      row => row.Events.Braking!,
      row => row.Events.Cornering!,
    ];
    for (const read of figures) {
      expect(read(whole)).toBeGreaterThan(0);
      expect(read(period)).toBe(read(whole));
      expect(sum(months, read)).toBeCloseTo(read(whole), 6);
      expect(sum(days, read)).toBeCloseTo(read(whole), 6);
    }
  });

  it('leaves alone what came while the voucher was suspended, and keeps it', async () => {
    const { objectId } = await app.given.voucher(company, { activated_at: '2026-02-01T00:00:00Z' });
    await app.connection.db
      .updateTable('device_period')
      .set({ scored: false })
      .where('company_id', '=', company)
      .where('object_id', '=', objectId)
      .execute();
    await drove(objectId, [{ start: '2026-03-12T08:00:00Z' }]);
    expect((await get('v2/StatisticSummingGlobal', '', objectId)).TripsCount).toBe(0);
    expect((await get('v2/StatisticSummingTrip/list', march, objectId)).Total).toBe(1);
  });
});

it('today is the company’s: a drive of its morning is in the last week while London has the evening before', async () => {
  const vladivostok = await app.given.company();
  await app.connection.pool.query(`update company set time_zone = 'Asia/Vladivostok' where id = $1`, [vladivostok]);
  const theirs = app.as((await app.given.account(vladivostok, 'MANAGER')).token);
  const { objectId, number } = await app.given.voucher(vladivostok);
  await drove(objectId, [{ start: '2026-03-02T21:00:00Z' }, { start: '2026-03-31T21:00:00Z' }], vladivostok);
  const was = app.clock.now();
  app.clock.set('2026-03-31T23:00:00.000Z');
  const { body } = await theirs('GET', `/api/v2/StatisticSummingGlobal/table?search=${number}`);
  expect(body.Items[0].Trend.at(-1)).not.toBeNull();
  expect(body.Items[0].TripsCount).toBe(2);
  const last = await theirs('GET', `/api/v2/StatisticSummingGlobal/table?search=${number}&period=last28Days`);
  expect(last.body.Items[0].TripsCount).toBe(1);
  expect((await theirs('GET', '/api/comparescoring')).body.Items).toHaveLength(1);
  app.clock.set(was.toISOString());
});

it('shows the manoeuvres that a figure counts, with the day that their trip began on', async () => {
  const late = await app.given.voucher(company);
  await drove(late.objectId, [{ start: '2026-03-14T20:59:00Z', braking: 3 }]);
  for (const [day, Total] of [
    [14, 3],
    [15, 0],
  ]) {
    const of = `&from=2026-03-${day}&to=2026-03-${day}`;
    expect(await get('v3/scoring/manoeuvres', `${of}&kind=braking`, late.objectId)).toMatchObject({ Total });
    const { Events } = await get('v2/StatisticSummingPeriod', of, late.objectId);
    expect(Events.Braking ?? 0).toBe(Total);
  }
});

describe('working a period out anew', () => {
  const order = { From: '2026-01-01', To: '2026-04-01' };
  const over = async (id: number) => {
    const state = async () => (await manager('GET', `/api/v3/scoring/recompute/${id}`)).body;
    await vi.waitFor(async () => expect(['queued', 'running']).not.toContain((await state()).State), {
      interval: 100,
    });
    return state();
  };

  it('gives the same figures where nothing changed, puts right what was lost, and keeps older scores', async () => {
    const days = await daysOf(voucher.objectId);
    const { db } = app.connection;
    const [trip] = await db.selectFrom('trip_score').selectAll().where('object_id', '=', voucher.objectId).execute();
    await db
      .insertInto('trip_score')
      .values({ ...trip!, formula: 0, parts: JSON.stringify(trip!.parts) })
      .execute();
    await db
      .deleteFrom('object_day')
      .where('company_id', '=', company)
      .where('object_id', '=', voucher.objectId)
      .execute();
    const begun = await manager('POST', '/api/v3/scoring/recompute', { ...order, ObjectId: voucher.objectId });
    expect(begun.status).toBe(201);
    const trips = await db.selectFrom('trip').select('id').where('object_id', '=', voucher.objectId).execute();
    expect(await over(begun.body.Id)).toMatchObject({ State: 'done', Done: trips.length, Total: trips.length });
    expect(await daysOf(voucher.objectId)).toEqual(days);
    const kept = await db
      .selectFrom('trip_score')
      .select('formula')
      .where('object_id', '=', voucher.objectId)
      .where('trip_id', '=', trip!.trip_id)
      .execute();
    expect(kept.map(({ formula }) => formula).sort()).toEqual([0, 1]);
  });

  it('for everybody measures the company’s means; nobody else may look or stop it', async () => {
    const begun = await manager('POST', '/api/v3/scoring/recompute', order);
    expect((await stranger('GET', `/api/v3/scoring/recompute/${begun.body.Id}`)).status).toBe(404);
    expect((await stranger('POST', `/api/v3/scoring/recompute/${begun.body.Id}/cancel`)).status).toBe(404);
    expect(await over(begun.body.Id)).toMatchObject({ State: 'done' });
    const priors = await app.connection.db
      .selectFrom('score_prior')
      .selectAll()
      .where('company_id', '=', company)
      .execute();
    expect(priors).toEqual([expect.objectContaining({ formula: 1 })]);
    expect((await manager('POST', `/api/v3/scoring/recompute/${begun.body.Id}/cancel`)).status).toBe(409);
    expect((await manager('POST', '/api/v3/scoring/recompute', { From: '2026-02-01', To: '2026-01-01' })).status).toBe(
      400,
    );
  });

  it('cancelled at work leaves means and scores as they were; done, all scores are drawn to the new means', async () => {
    const { db } = app.connection;
    const scores = () =>
      db.selectFrom('object_score').selectAll().where('company_id', '=', company).orderBy('object_id').execute();
    const priors = () =>
      db.selectFrom('score_prior').selectAll().where('company_id', '=', company).orderBy('made_at').execute();
    const [scoresBefore, priorsBefore] = [await scores(), await priors()];
    expect(scoresBefore.filter(({ score }) => score !== null).length).toBeGreaterThan(1);
    // Another transaction locks the last object. The job waits for it after all others are done.
    let letGo = () => {};
    const held = new Promise<void>(resolve => {
      letGo = resolve;
    });
    const last = scoresBefore.at(-1)!.object_id;
    const itsTrips = await db.selectFrom('trip').select('id').where('object_id', '=', last).execute();
    const holding = db.transaction().execute(async tx => {
      await advisoryLock(tx, `object:${last}`);
      await held;
    });
    const begun = await manager('POST', '/api/v3/scoring/recompute', order);
    await vi.waitFor(
      async () => {
        const { body } = await manager('GET', `/api/v3/scoring/recompute/${begun.body.Id}`);
        expect(body).toMatchObject({ State: 'running', Done: body.Total - itsTrips.length });
      },
      { interval: 50 },
    );
    expect((await manager('POST', `/api/v3/scoring/recompute/${begun.body.Id}/cancel`)).status).toBe(200);
    letGo();
    await holding;
    expect(await over(begun.body.Id)).toMatchObject({ State: 'cancelled' });
    app.clock.forward(60);
    const again = await manager('POST', '/api/v3/scoring/recompute', { From: '2026-04-01', To: '2026-04-01' });
    expect((await priors()).length).toBe(priorsBefore.length);
    expect(await scores()).toEqual(scoresBefore);
    expect(await over(again.body.Id)).toMatchObject({ State: 'done' });
    const newest = (await priors()).at(-1)!.priors_by_source as unknown as SourcePriors;
    for (const row of await scores()) {
      const sums = sumsOfRow(row);
      const { scoreTenths, band, worst } = explainScore(sums, currentFormula, priorsFor(sums, newest));
      const expected = { score: scoreTenths === null ? null : scoreTenths / 10, band, worst };
      expect({ score: row.score, band: row.band, worst: row.worst }).toEqual(expected);
    }
  });
});
