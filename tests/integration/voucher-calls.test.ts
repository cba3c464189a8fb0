import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import { makeImei } from '../support/given.ts';

let app: TestApp;
let company: number;
let manager: Call;
beforeAll(async () => {
  app = await openTestApp();
  company = await app.given.company('Insurer');
  manager = app.as((await app.given.account(company, 'MANAGER')).token, 'en');
});
afterAll(() => app.close());

let counter = 800;
const number = () => `C-${++counter}`;
const get = async (path: string) => (await manager('GET', path)).body;
const count = (table: 'client' | 'vehicle' | 'voucher' | 'device' | 'device_period' | 'monitored_object') =>
  app.connection.db
    .selectFrom(table)
    .select(eb => eb.fn.countAll<number>().as('rows'))
    .where('company_id', '=', company)
    .executeTakeFirstOrThrow()
    .then(({ rows }) => Number(rows));

const client = {
  LastName: 'Иванова',
  FirstName: 'Анна',
  MiddleName: 'Петровна',
  Phone: '+79160000001',
  SecondPhone: '+79160000002',
  Country: 'RU',
  City: 'Москва',
  ZipCode: '101000',
  BirthdayDate: '1990-03-01',
  FirstDrivingLicenseDate: '2010-01-16',
  Vip: true,
};
const vehicle = {
  Brand: 'Kia',
  Model: 'Rio',
  RegNumber: 'а 123 вс 77',
  Vin: 'Z94CB41AAGR323020',
  Year: 2016,
  Color: 'Белый',
  RegistrationDate: '2016-05-06',
  CarTypeId: 1,
  FuelTypeId: 1,
  EmissionStandardId: 4,
};
const contract = {
  Number: '5000001',
  GroupId: 7,
  ContractTypeId: 2,
  ContractNumber: 'КАСКО-1',
  PolicyNumber: 'ТМ 1',
  ContractSignatureDate: '2025-06-01',
  ContractBeginDate: '2025-06-02',
  ContractEndDate: '2026-02-01',
  Branch: 'Москва',
  Agent: 'Сидоров',
  TerminalAffiliation: 1,
};
const flat = {
  ...contract,
  ClientLastName: client.LastName,
  ClientFirstName: client.FirstName,
  ClientMiddleName: client.MiddleName,
  PhoneNumber: client.Phone,
  SecondaryPhoneNumber: client.SecondPhone,
  Country: client.Country,
  City: client.City,
  ZIPCode: client.ZipCode,
  BirthdayDate: client.BirthdayDate,
  FirstDrivingLicenseDate: client.FirstDrivingLicenseDate,
  Vip: client.Vip,
  VehicleBrand: vehicle.Brand,
  VehicleModel: vehicle.Model,
  VehicleRegNumber: 'А123ВС77',
  VIN: vehicle.Vin,
  VehicleYear: vehicle.Year,
  VehicleColor: vehicle.Color,
  VehicleRegistrationDate: vehicle.RegistrationDate,
  CarTypeId: vehicle.CarTypeId,
  FuelTypeId: vehicle.FuelTypeId,
  EmissionStandardId: vehicle.EmissionStandardId,
};
const nested = (more: object = {}) => ({
  VoucherNumber: number(),
  ...contract,
  Client: client,
  Vehicle: vehicle,
  Imei: makeImei(++counter),
  ...more,
});

describe('a voucher is made', () => {
  it('with every column of its row', async () => {
    const body = nested();
    const { status, body: made } = await manager('POST', '/api/v2/Voucher', body);
    expect(status).toBe(201);
    const { Items } = await get(`/api/vouchers?search=${body.VoucherNumber}`);
    const { ClientLastName: _l, ClientFirstName: _f, ClientMiddleName: _m, ...row } = flat;
    expect(Items).toMatchObject([
      {
        ...row,
        Id: made.Id,
        VoucherNumber: body.VoucherNumber,
        IMEI: body.Imei,
        ClientName: 'Иванова Анна Петровна',
        CompanyName: 'Insurer',
        ContractType: 'Pay per kilometre',
        ContractState: 'ending',
        ContractStatus: 3,
        // The sixteenth anniversary is tomorrow, so the experience is 15 years.
        DrivingExperience: 15,
        CarType: 'Saloon',
        Status: 'active',
        VoucherStatusCycle: 3,
        ObuAlien: false,
      },
    ]);
  });

  it('the same by the nested and the flat call', async () => {
    const own = ({ Id, VoucherNumber, ObjectId, ClientId, IMEI, ...rest }: Record<string, unknown>) => rest;
    const read = async (path: string, body: object) =>
      own(await get(`/api/v2/Voucher/${(await manager('POST', path, body)).body.Id}/details`));
    const one = await read('/api/voucher', nested());
    const two = await read('/api/voucher1', { ...flat, VoucherNumber: number(), IMEI: makeImei(++counter) });
    const { ClientLastName: _l, ClientFirstName: _f, ClientMiddleName: _m, ...unnamed } = flat;
    const three = await read('/api/voucher1', {
      ...unnamed,
      ClientName: ' Иванова  Анна Петровна',
      VoucherNumber: number(),
      IMEI: makeImei(++counter),
    });
    expect(two).toEqual(one);
    expect(three).toEqual(one);
  });

  it('for a client who is there already', async () => {
    const first = (await manager('POST', '/api/v2/Voucher', nested())).body;
    const { ClientId } = await get(`/api/v2/Voucher/${first.Id}/details`);
    const before = await count('client');
    const { Client: _client, ...rest } = nested();
    const { status, body } = await manager('POST', '/api/v2/Voucher', { ...rest, ClientId });
    expect([status, await count('client')]).toEqual([201, before]);
    for (const path of ['/api/v2/Voucher/client', '/api/client/vouchers'])
      expect(await get(`${path}?clientId=${ClientId}`)).toMatchObject({
        Items: [{ Id: body.Id, ClientName: 'Иванова Анна Петровна' }, { Id: first.Id }],
        Total: 2,
      });
    expect(await get(`/api/v2/Client/pick?id=${ClientId}`)).toEqual([
      { Id: String(ClientId), Title: 'Иванова Анна Петровна, +7 916 000-00-01' },
    ]);
    const both = await manager('POST', '/api/v2/Voucher', { ...nested(), ClientId });
    expect(both.body.Errors).toContainEqual({ Field: 'Client.LastName', Message: 'Unknown parameter' });
    const theirs = { ...rest, VoucherNumber: number(), Imei: makeImei(++counter), ClientId: 999_999 };
    expect((await manager('POST', '/api/v2/Voucher', theirs)).body.Errors).toMatchObject([{ Field: 'ClientId' }]);
  });

  it('once, however often it is sent under one key', async () => {
    const headers = { 'idempotency-key': `key-${number()}` };
    const body = { ...flat, VoucherNumber: number() };
    const send = () => manager('POST', '/api/voucher1', body, { headers });
    const replies = await Promise.all([send(), send(), send()]);
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(replies.map(({ body: made }) => made.Id)).size).toBe(1);
  });

  it.each([
    ['a device of another voucher', { Imei: 'taken' }, 409],
    ['a licence before the sixteenth birthday', { Client: { ...client, FirstDrivingLicenseDate: '2006-02-28' } }, 400],
    ['a signature behind the end of the contract', { ContractSignatureDate: '2026-02-02' }, 400],
    ['a plate that is none', { Vehicle: { ...vehicle, RegNumber: 'А12ВС77' } }, 400],
    ['an American VIN with a wrong check digit', { Vehicle: { ...vehicle, Vin: '1HGCM82633A004353' } }, 400],
    ['neither a client nor a name of one', { Client: undefined }, 400],
    ['a contract type nobody knows', { ContractTypeId: 99 }, 400],
    ['a device at work before anybody had one', { ActivatedAt: '1999-12-31T00:00:00Z' }, 400],
  ])('wholly or not at all: refused for %s', async (_what, more, expected) => {
    const taken = nested();
    await manager('POST', '/api/v2/Voucher', taken);
    const tables = ['client', 'vehicle', 'voucher', 'device', 'device_period', 'monitored_object'] as const;
    const before = await Promise.all(tables.map(count));
    const body = nested('Imei' in more ? { Imei: taken.Imei } : more);
    expect((await manager('POST', '/api/v2/Voucher', body)).status).toBe(expected);
    expect(await Promise.all(tables.map(count))).toEqual(before);
  });

  it('never with an unhandled fault, whatever is sent', async () => {
    const odd = [null, [], 'x', 0, -1, 1e300, true, {}, '\0', '🚗'.repeat(600), '2026-99-99', { a: 1 }];
    const names = [...Object.keys(flat), 'IMEI', 'ClientId', 'VoucherActivationDate', 'VoucherNumber', 'Nobody'];
    for (const [at, name] of names.entries())
      for (const value of [odd[at % odd.length], odd[(at + 5) % odd.length]]) {
        const body = { ...flat, VoucherNumber: number(), [name]: value };
        const { status } = await manager('POST', '/api/voucher1', body);
        expect([201, 400], `${name}: ${JSON.stringify(value)}`).toContain(status);
      }
    const { Id } = (await manager('POST', '/api/voucher1', { ...flat, VoucherNumber: number() })).body;
    for (const name of ['Reason', 'Date', 'Imei', 'Version'])
      for (const value of odd) {
        const asked = { Reason: 'x', [name]: value };
        const { status } = await manager('POST', `/api/v2/Voucher/${Id}/moves/suspend`, asked);
        expect([400, 409, 422], `${name}: ${JSON.stringify(value)}`).toContain(status);
      }
  });

  it('is known by its number before it is made', async () => {
    const body = nested();
    const free = (value: string) => get(`/api/v2/Voucher/free?value=${value}`);
    expect(await free(body.VoucherNumber)).toEqual({ Free: true, Alike: null, Doubt: null });
    const { Id } = (await manager('POST', '/api/v2/Voucher', body)).body;
    expect(await free(body.VoucherNumber)).toEqual({ Free: false, Alike: null, Doubt: null });
    expect(await get(`/api/v2/Voucher/free?value=${body.VoucherNumber}&except=${Id}`)).toEqual({
      Free: true,
      Alike: null,
      Doubt: null,
    });
  });

  it('is doubted if another voucher that is not closed has the same VIN, and made all the same', async () => {
    const vin = '1HGCM82633A004352';
    const checkVin = (more = '', value = vin) => get(`/api/v2/Voucher/free?field=VIN&value=${value}${more}`);
    const body = nested();
    const first = (await manager('POST', '/api/v2/Voucher', { ...body, Vehicle: { ...body.Vehicle, Vin: vin } })).body;
    const doubt = { Free: true, Alike: null, Doubt: `There is one already: ${body.VoucherNumber}` };
    expect(await checkVin()).toEqual(doubt);
    // The VIN is compared in the spelling in which it is stored.
    expect(await checkVin('', ` ${vin.toLowerCase()} `)).toEqual(doubt);
    expect(await checkVin(`&except=${first.Id}`)).toMatchObject({ Doubt: null });
    expect(await checkVin('', 'XTA210990Y2766389')).toMatchObject({ Doubt: null });
    const stranger = app.as((await app.given.account(await app.given.company(), 'MANAGER')).token);
    expect((await stranger('GET', `/api/v2/Voucher/free?field=VIN&value=${vin}`)).body).toMatchObject({ Doubt: null });
    const second = await manager('POST', '/api/v2/Voucher', { ...nested(), Vehicle: { ...body.Vehicle, Vin: vin } });
    expect(second.status).toBe(201);
    for (const { Id, Version } of [first, second.body])
      await manager('POST', `/api/v2/Voucher/${Id}/moves/close`, { Reason: 'Продан', Version });
    expect(await checkVin()).toMatchObject({ Doubt: null });
  });
});

describe('a voucher is corrected', () => {
  it('with its client, the client’s other vouchers and its vehicle', async () => {
    const first = (await manager('POST', '/api/v2/Voucher', nested())).body;
    const { ClientId, Version } = await get(`/api/v2/Voucher/${first.Id}/details`);
    const { Client: _client, ...rest } = nested();
    const second = (await manager('POST', '/api/v2/Voucher', { ...rest, ClientId })).body;
    const change = { ClientLastName: 'Сидорова', PhoneNumber: '+79990000000', VehicleColor: 'Чёрный', Branch: 'Тверь' };
    const { status, body } = await manager('PUT', `/api/v2/Voucher/${first.Id}`, { ...change, Version });
    expect([status, body.Version]).toEqual([200, Version + 1]);
    expect(body).toMatchObject({ ...change, ClientName: 'Сидорова Анна Петровна' });
    const other = await get(`/api/v2/Voucher/${second.Id}/details`);
    expect(other).toMatchObject({
      ClientName: 'Сидорова Анна Петровна',
      PhoneNumber: '+79990000000',
      Branch: 'Москва',
    });
    expect(await get(`/api/v2/Voucher/${first.Id}/extended`)).toMatchObject({
      Client: { LastName: 'Сидорова', Phone: '+79990000000', Version: 2 },
      Vehicle: { Color: 'Чёрный', Version: 2 },
      Contract: { Branch: 'Тверь' },
    });
    const stale = await manager('PUT', `/api/v2/Voucher/${first.Id}`, { Branch: 'Уфа', Version });
    expect([stale.status, stale.body.Current.Branch]).toEqual([409, 'Тверь']);
  });

  it('while its client and another voucher of the client are corrected too, each waiting its turn', async () => {
    const first = (await manager('POST', '/api/v2/Voucher', nested())).body;
    const { ClientId } = await get(`/api/v2/Voucher/${first.Id}/details`);
    const { Client: _, ...more } = nested({ ClientId });
    const second = (await manager('POST', '/api/v2/Voucher', more)).body;
    const client = `/api/v2/Client/${ClientId}`;
    for (const name of ['Анна', 'Инна', 'Жанна', 'Яна', 'Ева', 'Зоя']) {
      const saves = [first, second].map(async ({ Id }) => {
        const { Version } = await get(`/api/v2/Voucher/${Id}/details`);
        return () => manager('PUT', `/api/v2/Voucher/${Id}`, { Version, ClientFirstName: `${name} ${Id}` });
      });
      const { Version } = await get(client);
      const all = [...(await Promise.all(saves)), () => manager('PUT', client, { Version, FirstName: name })];
      for (const { status } of await Promise.all(all.map(save => save()))) expect([200, 409]).toContain(status);
    }
    const { FirstName } = await get(client);
    for (const { Id } of [first, second])
      expect((await get(`/api/v2/Voucher/${Id}/details`)).ClientName).toBe(`Иванова ${FirstName} Петровна`);
  });

  it('but not to a number that is taken', async () => {
    const [one, two] = [nested(), nested()];
    await manager('POST', '/api/v2/Voucher', one);
    const { Id } = (await manager('POST', '/api/v2/Voucher', two)).body;
    const change = { VoucherNumber: one.VoucherNumber, Version: 2 };
    const { Version } = await get(`/api/v2/Voucher/${Id}/details`);
    const { status, body } = await manager('PUT', `/api/v2/Voucher/${Id}`, { ...change, Version });
    expect([status, body.Errors[0].Field]).toEqual([409, 'VoucherNumber']);
  });
});

describe('what is read of a voucher', () => {
  it('is the same in its parts, whole, and by the older calls', async () => {
    const { Id, ObjectId } = (await manager('POST', '/api/v2/Voucher', nested())).body;
    const details = await get(`/api/v2/Voucher/${Id}/details`);
    expect(await get(`/api/voucher/details?id=${Id}`)).toEqual(details);
    expect(await get(`/api/v2.1/Voucher/${Id}/details`)).toEqual({
      ...details,
      Explanation: expect.objectContaining({ Score: null, ScoreReason: 'noTrips', DistanceKm: 0 }),
    });
    const whole = await get(`/api/v2/Voucher/${Id}/extended`);
    expect(whole).toMatchObject({ Id, ObjectId, Status: 'active', Accidents: [], Version: details.Version });
    expect(whole.Contract).toEqual(await get(`/api/v2/Voucher/${Id}/contract`));
    expect(whole.Contract).toMatchObject(contractPart());
    expect(whole.Vehicle).toEqual(await get(`/api/v2/Voucher/${Id}/vehicle`));
    expect(whole.Device).toEqual(await get(`/api/v2/Voucher/${Id}/device`));
    expect(whole.Client).toMatchObject(client);
  });
  const contractPart = () => {
    const { TerminalAffiliation: _affiliation, ...rest } = contract;
    return rest;
  };

  it('figures of trips that are not recomputed yet are null here as everywhere', async () => {
    const { Id, ObjectId } = (await manager('POST', '/api/v2/Voucher', nested())).body;
    const trip = { object_id: ObjectId, duration_s: 600, average_speed_kmh: 60, maximum_speed_kmh: 80 };
    const at = ['2026-01-10T08:00:00.000Z', '2026-01-11T08:00:00.000Z'] as const;
    await app.connection.db
      .insertInto('trip')
      .values(at.map(start_at => ({ ...trip, start_at, end_at: start_at, distance_km: 10 })))
      .execute();
    expect(await get(`/api/v2/Voucher/${Id}/details`)).toMatchObject({
      FirstTripAt: at[0],
      LastTripAt: at[1],
      TripsCount: null,
      DistanceKm: null,
      Score: null,
      ScoreBefore: null,
      EnoughData: null,
    });
    const global = await get(`/api/v2/StatisticSummingGlobal?voucherId=${Id}`);
    expect(global).toMatchObject({ TripsCount: null, DistanceKm: null, ScoreReason: 'notCounted' });
  });
});

describe('an operator', () => {
  it('gets the phones of the case in hand and of no other, and no list of vouchers', async () => {
    const operator = app.as((await app.given.account(company, 'OPERATOR')).token, 'en');
    const { Id, ObjectId } = (await manager('POST', '/api/v2/Voucher', nested())).body;
    const accident = await app.given.accident(company, { voucher_id: Id, object_id: ObjectId });
    const phones = `/api/v2/Info/voucherPhones/${Id}`;
    expect((await operator('GET', phones)).body.Code).toBe('CASE_NEEDED');
    expect((await operator('GET', `/api/crash/lock/${accident.id}`)).status).toBe(200);
    expect((await operator('GET', phones)).body).toHaveLength(2);
    expect((await manager('GET', phones)).body).toHaveLength(2);
    for (const path of ['Voucher/table', `Voucher/client?clientId=1`, 'Device/list/imei'])
      expect((await operator('GET', `/api/v2/${path}`)).status, path).toBe(403);
    for (const path of ['vouchers', 'client/vouchers?clientId=1', 'imeilist', `voucher/details?id=${Id}`])
      expect((await operator('GET', `/api/${path}`)).status, path).toBe(403);
  });
});

it('says one latest year of make, whether the fields come nested or flat', async () => {
  const voucher = { VoucherNumber: 'YEAR-1', Client: { LastName: 'Ким' } };
  for (const Year of [3000, 2101, 1900]) {
    const nested = await manager('POST', '/api/v2/Voucher', {
      ...voucher,
      Vehicle: { Brand: 'Lada', Model: 'Vesta', Year },
    });
    const flat = await manager('POST', '/api/voucher1', {
      ...{ VoucherNumber: 'YEAR-1', ClientLastName: 'Ким', VehicleBrand: 'Lada', VehicleModel: 'Vesta' },
      VehicleYear: Year,
    });
    const [nestedMessages, flatMessages] = [nested, flat].map(({ status, body }) => [
      status,
      ...body.Errors.map(({ Message }: { Message: string }) => Message),
    ]);
    expect(nestedMessages).toEqual([400, Year === 1900 ? 'Must be at least 1950' : 'Must be less than 2027']);
    expect(flatMessages).toEqual(nestedMessages);
  }
});
