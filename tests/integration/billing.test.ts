import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import { makeImei } from '../support/given.ts';

let app: TestApp;
let manager: Call;
let operator: Call;
beforeAll(async () => {
  app = await openTestApp('2026-03-10T12:00:00.000Z');
  const company = await app.given.company();
  manager = app.as((await app.given.account(company, 'MANAGER')).token);
  operator = app.as((await app.given.account(company, 'OPERATOR')).token);
  const voucher = (number: string, activated_at: string | null, closed_at: string | null = null) =>
    app.given.voucher(company, { number, activated_at, closed_at });
  // Days are Moscow's. 21:00 UTC is the next day there.
  await voucher('whole', '2025-12-01T09:00:00.000Z');
  await voucher('began', '2026-02-10T09:00:00.000Z');
  await voucher('lastDay', '2026-02-28T10:00:00.000Z');
  await voucher('nextMonthThere', '2026-02-28T21:30:00.000Z');
  await voucher('ended', '2026-01-05T09:00:00.000Z', '2026-02-03T10:00:00.000Z');
  await voucher('endedAtMidnight', '2026-01-05T09:00:00.000Z', '2026-01-31T21:00:00.000Z');
  await app.given.voucher(company, { number: 'never', activated_at: null, imei: null });
  await app.given.voucher(await app.given.company(), { number: 'other', activated_at: '2026-01-01T00:00:00.000Z' });
});
afterAll(() => app.close());

const details = (month: string, more = '') => manager('GET', `/api/v2/Billing/vouchers/details?month=${month}${more}`);
const daysIn = async (month: string) =>
  Object.fromEntries(
    (await details(month)).body.Items.map((row: { VoucherNumber: string; Days: number }) => [
      row.VoucherNumber,
      row.Days,
    ]),
  );

/** Creates a voucher that began in January, and applies these moves. */
const moved = async (number: string, ...moves: readonly (readonly [name: string, asked: object])[]) => {
  const Vehicle = { Brand: 'Kia', Model: 'Rio' };
  const Imei = makeImei(770_000 + number.length);
  const ActivatedAt = '2026-01-20T09:00:00.000Z';
  const body = { VoucherNumber: number, Client: { LastName: 'Иванов' }, Vehicle, Imei, ActivatedAt };
  const { Id } = (await manager('POST', '/api/v2/Voucher', body)).body;
  for (const [name, asked] of moves)
    expect((await manager('POST', `/api/v2/Voucher/${Id}/moves/${name}`, asked)).status).toBe(200);
};

describe('the bill of a month', () => {
  it('has the vouchers that were active on a day of it, by the days of the company’s time zone', async () => {
    expect(await daysIn('2026-02')).toEqual({ whole: 28, began: 19, lastDay: 1, ended: 3 });
    expect((await daysIn('2026-01')).endedAtMidnight).toBe(27);
  });

  it('counts the month that is not over up to today, and nothing of one to come', async () => {
    expect(await daysIn('2026-03')).toEqual({ whole: 10, began: 10, lastDay: 10, nextMonthThere: 10 });
    expect(await daysIn('2026-04')).toEqual({});
  });

  it('adds up to what its list shows', async () => {
    const { body } = await manager('GET', '/api/v2/Billing/vouchers/count?month=2026-02');
    expect(body).toEqual({ Month: '2026-02', Active: 4, Began: 2, Ended: 1, VoucherDays: 51 });
    const list = await details('2026-02', '&sort=Days-desc&pageSize=10');
    expect(list.body.Total).toBe(body.Active);
    expect(list.body.Items.map(({ Days }: { Days: number }) => Days)).toEqual([28, 19, 3, 1]);
    const whole = await details('2026-02', '&pageSize=5000');
    expect(whole.body.Items.length).toBe(4);
    expect((await details('2026-02', '&search=nobody')).body.Total).toBe(0);
    expect((await details('2026-02', '&search=began')).body).toMatchObject({ Total: 1, Items: [{ Days: 19 }] });
  });

  it('leaves out the days on which a voucher was suspended or had no device', async () => {
    const Reason = 'ремонт';
    const at = (day: string) => ({ Reason, Date: `2026-${day}T09:00:00.000Z` });
    await moved('paused', ['suspend', at('02-05')], ['resume', at('02-25')]);
    await moved('suspended', ['suspend', at('01-25')]);
    await moved(
      'detachedOnce',
      ['detach', at('01-30')],
      ['attach', { Imei: makeImei(779_000), Date: at('02-27').Date }],
    );
    await moved('closedWhileSuspended', ['suspend', at('01-25')], ['close', at('02-10')]);
    await moved('swappedWithinADay', ['swap', { ...at('02-03'), Imei: makeImei(779_001) }]);
    expect(await daysIn('2026-02')).toMatchObject({ paused: 9, detachedOnce: 2, swappedWithinADay: 28 });
    expect(Object.keys(await daysIn('2026-02'))).not.toContain('suspended');
    const { body } = await manager('GET', '/api/v2/Billing/vouchers/count?month=2026-02');
    expect(body).toEqual({ Month: '2026-02', Active: 7, Began: 2, Ended: 2, VoucherDays: 51 + 9 + 2 + 28 });
    expect(await daysIn('2026-01')).toMatchObject({ paused: 12, suspended: 6, detachedOnce: 11 });
  });

  it('is for managers, and for a month that is one', async () => {
    expect((await operator('GET', '/api/v2/Billing/vouchers/count?month=2026-02')).status).toBe(403);
    for (const month of ['2026-13', '', '2026-2', 'x']) expect((await details(month)).status).toBe(400);
    expect((await manager('GET', '/api/v2/Billing/vouchers/details')).status).toBe(400);
  });
});
