import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../server/db/change.ts';
import { updateFigures } from '../../server/modules/statistics/service.ts';
import { openTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let company: number;
let manager: ReturnType<TestApp['as']>;
let voucher: Awaited<ReturnType<TestApp['given']['voucher']>>;

beforeAll(async () => {
  app = await openTestApp('2026-04-01T12:00:00.000Z');
  company = await app.given.company();
  manager = app.as((await app.given.account(company, 'MANAGER')).token);
  voucher = await app.given.voucher(company);
  // Inserts trips as they were stored before the upgrade: without sums of days.
  await app.connection.db
    .insertInto('trip')
    .values({
      object_id: voucher.objectId,
      start_at: '2026-03-10T09:00:00Z',
      end_at: '2026-03-10T10:00:00Z',
      duration_s: 3600,
      distance_km: 60,
      average_speed_kmh: 60,
      maximum_speed_kmh: 90,
    })
    .execute();
});
afterAll(() => app.close());

const get = async (call: string, query = '') => {
  const { status, body } = await manager('GET', `/api/${call}?objectId=${voucher.objectId}${query}`);
  expect({ call, status }).toEqual({ call, status: 200 });
  return body;
};
const march = '&from=2026-03-01&to=2026-03-31';
const unknown = { DistanceKm: null, DurationS: null, TripsCount: null, Score: null, ScoreReason: 'notCounted' };

it('says of trips that nobody has counted since the upgrade that nothing is known, and not that there were none', async () => {
  expect(await get('v2/StatisticSummingGlobal')).toMatchObject({ ...unknown, RushDurationS: null, AverageSpeed: null });
  const explained = await get('v2.1/StatisticSummingPeriod', march);
  expect(explained).toMatchObject({ ...unknown, Explanation: { DistanceKm: null, ScoreReason: 'notCounted' } });
  // A period without trips is known to have none.
  expect(explained.Previous).toMatchObject({ DistanceKm: 0, TripsCount: 0, ScoreReason: 'noTrips' });
  const days = (await get('v2/StatisticSummingDay/period/list', march)).Items;
  expect(days[9]).toMatchObject({ Date: '2026-03-10', ...unknown });
  expect(days[10]).toMatchObject({ TripsCount: 0, ScoreReason: 'noTrips' });
  expect((await get('v2/StatisticSummingMonth/all')).Items).toMatchObject([{ Month: '2026-03', ...unknown }]);
  expect((await get('v2/StatisticUnit/weekday', march)).Items[1]).toMatchObject({ Weekday: 2, ...unknown });
  expect((await get('v2/StatisticSummingDay/calendar', '&month=2026-03')).Items[9]).toMatchObject({
    DistanceKm: null,
    TripsCount: null,
  });
  expect((await get('v2/StatisticSummingDay/comparison', march)).Own).toMatchObject(unknown);
  expect((await get('v2/StatisticUnit/weekday/comparison', march)).Items[1].Own).toMatchObject(unknown);
  expect(await get('v1/StatisticSummingPeriod', march)).toMatchObject({ TotalSummaryDistance: null, TripsCount: null });
  const whose = { companyId: company, objectId: voucher.objectId };
  const author = { companyId: company, accountId: null, name: 'test', requestId: null, at: new Date() };
  const window = { fromMs: Date.parse('2026-03-10T00:00:00Z'), beforeMs: Date.parse('2026-03-11T00:00:00Z') };
  await inTransaction(app.connection.db, author, ({ db }) => updateFigures(db, whose, window));
  expect(await get('v2/StatisticSummingGlobal')).toMatchObject({ DistanceKm: 60, TripsCount: 1 });
});
