import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import { makeImei } from '../support/given.ts';

let app: TestApp;
let company: number;
let manager: ReturnType<TestApp['as']>;
beforeAll(async () => {
  app = await openTestApp();
  company = await app.given.company('Insurer');
  manager = app.as((await app.given.account(company, 'MANAGER', { full_name: 'Manager' })).token, 'en');
});
afterAll(() => app.close());

let counter = 0;
const voucher = (more: object = {}) => ({
  VoucherNumber: `V-${counter++}`,
  Client: { LastName: 'Петров', FirstName: 'Пётр', Phone: '+79161234567', City: 'Москва' },
  Vehicle: { Brand: 'Lada', Model: 'Vesta', RegNumber: 'А123ВС77', Year: 2021 },
  ...more,
});
const create = (body: object) => manager('POST', '/api/v2/Voucher', body);
const find = async (number: string) =>
  (await manager('GET', `/api/v2/Voucher/table?search=${encodeURIComponent(number)}`)).body.Items[0];

describe('making a voucher', () => {
  it('makes client, vehicle and device with it and counts it', async () => {
    const before = (await manager('GET', '/api/v2/Voucher/table')).body.Total;
    const body = voucher({ VoucherNumber: 'NEW/1', Imei: makeImei(1), ActivatedAt: '2025-12-01T00:00:00.000Z' });
    const { status, body: made } = await create(body);
    expect(status).toBe(201);
    expect(made).toMatchObject({ VoucherNumber: 'NEW/1', Id: expect.any(Number), ObjectId: expect.any(String) });
    expect(await find('NEW/1')).toMatchObject({
      Id: made.Id,
      ObjectId: made.ObjectId,
      ClientName: 'Петров Пётр',
      VehicleBrand: 'Lada',
      IMEI: makeImei(1),
      VoucherStatusCycle: 3,
      VoucherActivationDate: '2025-12-01T00:00:00.000Z',
      CompanyName: 'Insurer',
    });
    expect((await manager('GET', '/api/v2/Voucher/table')).body.Total).toBe(before + 1);
    const audit = await app.connection.db
      .selectFrom('audit')
      .selectAll()
      .where('entity', '=', 'voucher')
      .where('entity_id', '=', made.Id)
      .execute();
    expect(audit).toMatchObject([{ action: 'create', actor_name: 'Manager' }]);
  });

  it('refuses a year of the vehicle that has not come, whoever sends it, and names the field', async () => {
    const body = voucher();
    const { status, body: refused } = await create({ ...body, Vehicle: { ...body.Vehicle, Year: 2042 } });
    expect([status, refused.Errors]).toEqual([
      400,
      [expect.objectContaining({ Field: expect.stringContaining('Year'), Message: 'Must be less than 2027' })],
    ]);
    expect(await find(body.VoucherNumber)).toBeUndefined();
  });

  it('without a device leaves it at the beginning of its life', async () => {
    const body = voucher();
    await create(body);
    expect(await find(body.VoucherNumber)).toMatchObject({
      IMEI: '',
      VoucherStatusCycle: 1,
      VoucherActivationDate: null,
    });
  });

  it('refuses a number of the company that is taken, also at the same moment', async () => {
    const body = voucher();
    const replies = await Promise.all([create(body), create(body), create(body)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    for (const reply of replies.filter(({ status }) => status === 409))
      expect(reply.body.Message).toBe(`Already taken: ${body.VoucherNumber}`);
    const other = app.as((await app.given.account(await app.given.company(), 'MANAGER')).token);
    expect((await other('POST', '/api/v2/Voucher', body)).status).toBe(201);
  });

  it('refuses a device of another voucher and of another company', async () => {
    const Imei = makeImei(2);
    const both = await Promise.all([create(voucher({ Imei })), create(voucher({ Imei }))]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const theirs = await app.given.voucher(await app.given.company());
    const { status, body } = await create(voucher({ Imei: theirs.imei }));
    expect(status).toBe(409);
    expect(body.Message).toContain(theirs.imei);
  });

  it('takes a device whose voucher was closed', async () => {
    const Imei = makeImei(3);
    const { Id } = (await create(voucher({ Imei }))).body;
    expect((await manager('POST', `/api/v2/Voucher/${Id}/close`, { Reason: 'sold' })).status).toBe(200);
    expect((await create(voucher({ Imei }))).status).toBe(201);
  });

  it.each([
    ['an IMEI with a wrong check digit', { Imei: '356938035643808' }, 'Imei'],
    ['a VIN with a letter no VIN has', { Vehicle: { Brand: 'A', Model: '', Vin: 'XTAO8110570000001' } }, 'Vehicle.Vin'],
    ['a VIN too short', { Vehicle: { Brand: 'A', Model: '', Vin: 'XTA8110' } }, 'Vehicle.Vin'],
    [
      'a contract that ends before it begins',
      { ContractBeginDate: '2026-02-01', ContractEndDate: '2026-01-01' },
      'ContractEndDate',
    ],
    ['an activation tomorrow', { ActivatedAt: '2026-01-16T12:00:00Z' }, 'ActivatedAt'],
    ['a blank number', { VoucherNumber: '  ' }, 'VoucherNumber'],
    ['text no database keeps', { Client: { LastName: 'a\0b' } }, 'Client.LastName'],
    ['a field nobody knows', { Colour: 'red' }, 'Colour'],
  ])('refuses %s by the name of the field', async (_what, more, field) => {
    const { status, body } = await create(voucher(more));
    expect(status).toBe(400);
    expect(body.Errors.map(({ Field }: { Field: string }) => Field)).toContain(field);
  });

  it('takes a European VIN, whose ninth place is no check digit', async () => {
    const Vehicle = { Brand: 'Volkswagen', Model: 'Golf', Vin: 'wvwzzz1kzaw000001' };
    const body = voucher({ Vehicle });
    expect((await create(body)).status).toBe(201);
    expect(await find(body.VoucherNumber)).toMatchObject({ VIN: 'WVWZZZ1KZAW000001' });
  });

  it('is for managers', async () => {
    const operator = app.as((await app.given.account(company, 'OPERATOR')).token);
    expect((await operator('POST', '/api/v2/Voucher', voucher())).status).toBe(403);
    expect((await operator('GET', '/api/v2/Voucher/table')).status).toBe(403);
  });
});

describe('the details of a voucher', () => {
  const details = (id: number | string, call = manager) => call('GET', `/api/v2/Voucher/${id}/details`);

  it('are its row in the table', async () => {
    const { VoucherNumber } = (await create(voucher({ Imei: makeImei(9) }))).body;
    const row = await find(VoucherNumber);
    const { status, body } = await details(row.Id);
    expect(status).toBe(200);
    expect(body).toMatchObject(row);
    expect(body).toMatchObject({ ClientLastName: 'Петров', TripsCount: 0, FirstTripAt: null, Score: null });
    expect(body.CompanyName).toBe('Insurer');
  });

  it('are not found for what is no voucher, or another company’s, and say so', async () => {
    const { Id } = (await create(voucher())).body;
    const other = app.as((await app.given.account(await app.given.company(), 'MANAGER')).token, 'en');
    for (const reply of [await details(Id, other), await details(Id + 100_000), await details('many')]) {
      expect(reply.status).toBe(404);
      expect(reply.body.Message).toBe('No such record');
    }
  });

  it('are for managers', async () => {
    const { Id } = (await create(voucher())).body;
    const operator = app.as((await app.given.account(company, 'OPERATOR')).token);
    expect((await details(Id, operator)).status).toBe(403);
  });
});

describe('picking a voucher', () => {
  let app: TestApp;
  let operator: Call;
  let voucherId: number;

  beforeAll(async () => {
    app = await openTestApp();
    const company = await app.given.company();
    const stranger = await app.given.company();
    operator = app.as((await app.given.account(company, 'OPERATOR')).token);
    voucherId = (
      await app.given.voucher(company, { number: 'VN-1', reg_number: 'А123ВС77', client_name: 'Ёлкина Анна' })
    ).id;
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
});
