import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let manager: ReturnType<TestApp['as']>;
let operator: ReturnType<TestApp['as']>;
let stranger: ReturnType<TestApp['as']>;
let voucher: { readonly id: number; readonly objectId: string; readonly number: string };
let accidentId: number;
let company: number;
const at = '2026-01-14T10:05:00.000Z';
const place = { Latitude: 55.75, Longitude: 37.596 };

beforeAll(async () => {
  app = await openTestApp('2026-01-15T12:00:00.000Z');
  company = await app.given.company();
  manager = app.as((await app.given.account(company, 'MANAGER')).token);
  operator = app.as((await app.given.account(company, 'OPERATOR')).token);
  stranger = app.as((await app.given.account(await app.given.company(), 'MANAGER')).token);
  const activated = { activated_at: '2026-01-01T00:00:00Z' };
  const made = await app.given.voucher(company, activated);
  voucher = made;
  await app.connection.pool.query(`update vehicle set reg_number = 'А123ВС77' where company_id = ${company}`);
  const platform = app.as(await app.given.platformKey(company));
  // Ten minutes east at 72 km/h, through the searched place at 10:05.
  const Positions = Array.from({ length: 600 }, (_, i) => ({
    DateTime: new Date(Date.parse('2026-01-14T10:00:00Z') + i * 1000).toISOString(),
    Latitude: 55.75,
    Longitude: Number((37.5 + i * 0.00032).toFixed(6)),
    Speed: 72,
  }));
  await platform('POST', '/api/statistic/webhook', { MessageId: 'drive', Imei: made.imei, Positions });
  const crash = { voucher_id: made.id, object_id: made.objectId, crash_at: '2026-01-14T11:00:00Z' };
  accidentId = (await app.given.accident(company, crash)).id;
});
afterAll(() => app.close());

const ask = (who = manager, more: object = {}) =>
  who('POST', '/api/v3/sightings', { Plate: 'a 123 bc-77', At: at, ...place, ...more });

describe('was it there?', () => {
  it('is answered by plate in either alphabet: how near, how sure, and what was recorded', async () => {
    const { status, body } = await ask();
    expect(status).toBe(200);
    expect(body.Items).toHaveLength(1);
    const [found] = body.Items;
    expect(found).toMatchObject({
      VoucherId: voucher.id,
      VehicleRegNumber: 'А123ВС77',
      ObjectId: voucher.objectId,
      Verdict: 'there',
      Nearest: { At: at, DistanceM: 0, UncertaintyM: 15, Interpolated: false },
      Gaps: [],
      Fixes: 600,
    });
    expect(found.Track).toHaveLength(600);
  });

  it('is not asked of a time to come', async () => {
    const { status, body } = await ask(manager, { At: '2026-01-15T12:00:01Z' });
    expect(status).toBe(400);
    expect(body.Errors).toMatchObject([{ Field: 'At' }]);
  });

  it('is answered by the voucher’s number too, however it is typed', async () => {
    for (const VoucherNumber of [voucher.number, ` ${voucher.number.toLowerCase()} `]) {
      const { body } = await ask(manager, { Plate: undefined, VoucherNumber });
      expect(body.Items[0].Verdict).toBe('there');
    }
  });

  it('claims nothing of a time in which nothing was recorded', async () => {
    const { body } = await ask(manager, { At: '2026-01-14T10:20:00Z', Minutes: 5 });
    expect(body.Items[0]).toMatchObject({ Verdict: 'open', Nearest: null, AtMoment: null, Fixes: 0, After: null });
    expect(body.Items[0].Before.At).toBe('2026-01-14T10:09:59.000Z');
    expect(body.Items[0].Gaps).toEqual([{ From: '2026-01-14T10:15:00.000Z', To: '2026-01-14T10:25:00.000Z' }]);
  });

  it('says so where no device worked in the car', async () => {
    expect((await ask(manager, { At: '2025-06-01T10:00:00Z' })).body.Items[0]).toMatchObject({
      Verdict: 'noDevice',
      ObjectId: null,
    });
  });

  it('stands in the history of the voucher each time it is asked', async () => {
    const asked = async () =>
      (
        await app.connection.pool.query(
          `select changes from audit where entity = 'voucher' and entity_id = $1 and action = 'sighting' order by id`,
          [voucher.id],
        )
      ).rows;
    const before = (await asked()).length;
    await ask();
    await ask();
    const rows = await asked();
    expect(rows.length).toBe(before + 2);
    expect(rows.at(-1).changes).toEqual([{ field: 'Whereabouts', before: null, after: `55.75, 37.596 · ${at}` }]);
  });

  it('has no car of another company, and none that nobody knows', async () => {
    expect((await ask(stranger)).status).toBe(404);
    expect((await ask(stranger, { Plate: undefined, VoucherNumber: voucher.number })).status).toBe(404);
    expect((await ask(manager, { Plate: 'Е999ЕЕ77' })).status).toBe(404);
  });

  it('is for an operator only about the case in hand, within two hours of its crash', async () => {
    expect((await ask(operator)).body.Code).toBe('CASE_NEEDED');
    expect((await ask(operator, { At: '2025-06-01T10:00:00Z' })).body.Code).toBe('CASE_NEEDED');
    await operator('GET', `/api/crash/lock/${accidentId}`);
    const { body } = await ask(operator);
    expect(body.Items[0]).toMatchObject({ Verdict: 'there', From: '2026-01-14T09:50:00.000Z' });
    expect((await ask(operator, { At: '2026-01-14T08:59:00Z' })).body.Code).toBe('CASE_NEEDED');
    const early = (await ask(operator, { At: '2026-01-14T09:01:00Z' })).body.Items[0];
    expect(early.From).toBe('2026-01-14T09:00:00.000Z');
    // A second voucher has the same plate. The operator's case belongs only to the first one.
    await app.given.voucher(company, { activated_at: '2026-01-01T00:00:00Z' });
    await app.connection.pool.query(`update vehicle set reg_number = 'А123ВС77' where company_id = ${company}`);
    expect((await ask(manager)).body.Items).toHaveLength(2);
    expect((await ask(operator)).body.Items).toMatchObject([{ VoucherId: voucher.id }]);
  });

  it('names what is missing or out of bounds', async () => {
    expect((await ask(manager, { Plate: undefined })).body.Errors).toEqual([
      expect.objectContaining({ Field: 'Plate' }),
    ]);
    expect((await ask(manager, { Minutes: 121 })).body.Errors[0].Field).toBe('Minutes');
    expect((await ask(manager, { Latitude: 91 })).status).toBe(400);
    expect((await ask(manager, { Plate: '\u0000' })).status).toBe(400);
    expect((await ask(manager, { At: '2016-12-31T23:59:60Z' })).body.Errors[0].Field).toBe('At');
  });
});
