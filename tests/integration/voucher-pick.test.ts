import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let operator: Call;
let voucherId: number;

beforeAll(async () => {
  app = await openTestApp();
  const company = await app.given.company();
  const stranger = await app.given.company();
  operator = app.as((await app.given.account(company, 'OPERATOR')).token);
  voucherId = (await app.given.voucher(company, { number: 'VN-1', reg_number: 'А123ВС77', client_name: 'Ёлкина Анна' }))
    .id;
  await app.given.voucher(company, { number: 'VN-2', reg_number: 'Е777КХ99', client_name: 'Иванов Пётр' });
  await app.given.voucher(company, { number: 'VN-4', reg_number: '123ABC02', client_name: 'Ким Алия' });
  await app.given.voucher(stranger, { number: 'VN-3', reg_number: 'А123ВС77', client_name: 'Ёлкина Чужая' });
});
afterAll(() => app.close());

const pick = async (search: string) => {
  const { status, body } = await operator('GET', `/api/v2/Voucher/pick?search=${encodeURIComponent(search)}`);
  expect(status).toBe(200);
  return (body as unknown as { VoucherNumber: string }[]).map(({ VoucherNumber }) => VoucherNumber);
};

it('an operator names a voucher by number, plate in either alphabet, or client; of the own company only', async () => {
  expect(await pick('vn-1')).toEqual(['VN-1']);
  expect(await pick('a 123 bc')).toEqual(['VN-1']);
  expect(await pick('елкина')).toEqual(['VN-1']);
  expect((await pick('VN')).sort()).toEqual(['VN-1', 'VN-2', 'VN-4']);
  expect(await pick('%%')).toEqual([]);
  expect((await operator('GET', '/api/v2/Voucher/pick?search=a')).status).toBe(400);
});

it('a plate is found with and without the mark of its country', async () => {
  for (const plate of ['123ABC02', 'KZ 123 ABC 02', '123 ABC 02 KZ', '123АВС02 КЗ'])
    expect(await pick(plate), plate).toEqual(['VN-4']);
  expect(await pick('А123ВС77 RUS')).toEqual(['VN-1']);
});

it('the same report sent twice under one key makes one accident', async () => {
  const report = { VoucherId: voucherId, CrashDateTime: '2026-01-10T09:00:00.000Z', Source: 'Звонок клиента' };
  const headers = { 'idempotency-key': 'report-1' };
  const [first, again] = await Promise.all([
    operator('POST', '/api/v2/Accident', report, { headers }),
    operator('POST', '/api/v2/Accident', report, { headers }),
  ]);
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body).toMatchObject({ Id: (first.body as unknown as { Id: number }).Id, Source: 'Звонок клиента' });
});
