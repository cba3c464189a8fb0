import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
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
