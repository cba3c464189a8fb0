import { expect } from 'vitest';
import { type Answer, type Ask, type Asks, without } from './ask.ts';
import { client, otherVehicle, type World } from './world.ts';

const car = { VehicleBrand: 'Kia', VehicleModel: 'Rio', VehicleRegNumber: 'А123ВС77' };
const name = 'Иванова Анна Петровна';
/** Properties that differ between vouchers with the same input. */
const own = ['Id', 'VoucherNumber', 'ObjectId', 'ClientId', 'IMEI', 'Version'];

const reading =
  ({ asManager }: World, number: string) =>
  async ({ Id, VoucherNumber }: Answer) => {
    expect(VoucherNumber).toBe(number);
    const { body } = await asManager('GET', `/api/v2/Voucher/${Id}/details`);
    expect(body).toMatchObject({ ...car, ClientName: name, PhoneNumber: client.Phone, Status: 'active' });
  };
/** Returns the whole created record without the properties that differ between vouchers. */
const wholeOf =
  ({ asManager }: World) =>
  async (answer: Answer) => {
    const { body } = await asManager('GET', `/api/v2/Voucher/${answer.Id}/extended`);
    const whole = JSON.stringify(body, (name, value) =>
      [...own, 'VoucherId', 'Imei'].includes(name) ? undefined : value,
    );
    return [Object.keys(answer), JSON.parse(whole)];
  };
const made = (world: World): Ask => {
  const body = world.nested({ Imei: world.newImei() });
  return { body, shows: reading(world, body.VoucherNumber), facts: wholeOf(world) };
};

const flat = (world: World): Ask => {
  const { VoucherNumber, Client, Vehicle, ActivatedAt, ...contract } = world.nested();
  const body = {
    ...{ ...contract, VoucherNumber, VoucherActivationDate: ActivatedAt, IMEI: world.newImei(), ...car },
    ...{ ClientName: name, PhoneNumber: Client.Phone, VehicleYear: Vehicle.Year, VehicleColor: Vehicle.Color },
  };
  return { body, shows: reading(world, VoucherNumber), facts: wholeOf(world) };
};

const listed =
  (query: (world: World) => Ask['query']) =>
  (world: World): Ask => ({
    query: query(world) ?? {},
    shows: ({ Items, Total }) => {
      expect(Items.length).toBe(Total);
      const { Id, VoucherNumber, IMEI } = world.voucher;
      expect(Items.find((row: Answer) => row.Id === Id)).toMatchObject({
        ...car,
        VoucherNumber,
        IMEI,
        ClientName: name,
      });
    },
  });
const list = listed(({ voucher }) => ({ search: voucher.VoucherNumber }));
const ofClient = listed(({ voucher }) => ({ clientId: voucher.ClientId }));

const detailed = ({ voucher }: World) => ({
  ...car,
  ...{ Id: voucher.Id, ObjectId: voucher.ObjectId, ClientName: name, TripsCount: 2 },
});

const closing = async (world: World, by: 'body' | 'query'): Promise<Ask> => {
  const { Id } = await world.newVoucher();
  const shows = { Id, Status: 'closed', VoucherClosureDate: '2026-04-01T12:00:00.000Z' };
  const facts = (body: Answer) => without(own, body);
  return by === 'body'
    ? { params: { id: Id }, body: { Reason: 'Продан' }, shows, facts }
    : { query: { id: Id, reason: 'Продан' }, shows, facts };
};

const changingVehicle = async (world: World, nested: boolean): Promise<Ask> => {
  const { Id, Version } = await world.newVoucher();
  const { Brand, Model, RegNumber, Year } = otherVehicle;
  const shows = { ...otherVehicle, ObjectId: expect.any(String) };
  const facts = (body: Answer) => without(own, body);
  const columns = { VehicleBrand: Brand, VehicleModel: Model, VehicleRegNumber: RegNumber, VehicleYear: Year };
  return nested
    ? { params: { id: Id }, body: { Version, Reason: 'Другая машина', Vehicle: otherVehicle }, shows, facts }
    : { body: { VoucherId: Id, Version, Reason: 'Другая машина', ...columns }, shows, facts, elsewhere: 404 };
};

const named = (nested: boolean, VoucherId: number, body: object): Pick<Ask, 'params' | 'body' | 'elsewhere'> =>
  nested ? { params: { id: VoucherId }, body } : { body: { VoucherId, ...body }, elsewhere: 404 };
const deviceFacts = ({ LifeLine, ...part }: Answer) => [
  without(['Id', 'Imei', 'Version'], part),
  LifeLine.map((row: Answer) => without(['Imei', 'ObjectId'], row)),
];
const attaching = async (world: World, nested: boolean): Promise<Ask> => {
  const [{ Id }, Imei] = [await world.newVoucher({}), world.newImei()];
  await world.made(world.asManager, '/api/v2/Device', { IMEI: Imei });
  return { ...named(nested, Id, { Imei }), shows: { Imei, LifeLine: [{ Imei, To: null }] }, facts: deviceFacts };
};
const detaching = async (world: World, nested: boolean): Promise<Ask> => {
  const { Id, IMEI } = await world.newVoucher();
  const shows = { Imei: null, LifeLine: [{ Imei: IMEI, To: '2026-04-01T12:00:00.000Z' }] };
  return { ...named(nested, Id, { Reason: 'Снято' }), shows, facts: deviceFacts };
};

const imeis = ({ voucher }: World): Ask => ({
  query: { search: voucher.IMEI },
  shows: [{ Id: expect.any(String), Title: voucher.IMEI }],
});
const terminal = async (world: World): Promise<Ask> => ({
  params: { id: await world.device() },
  shows: {
    ...{ IMEI: world.voucher.IMEI, VoucherNumber: world.voucher.VoucherNumber, Anomalies: [{ State: 'open' }] },
    LifeLine: [{ VoucherId: world.voucher.Id, VoucherNumber: world.voucher.VoucherNumber, To: null }],
  },
});
const clients = ({ voucher }: World): Ask => ({
  query: { search: 'иванова' },
  shows: ({ Items, Total }) => {
    expect(Items.length).toBe(Math.min(Total, 25));
    expect(Items[0]).toMatchObject({ FullName: name, Phone: client.Phone });
    expect(voucher.ClientId).toEqual(expect.any(Number));
  },
});

export const voucherAsks: Asks = {
  'POST /api/v2/Voucher': made,
  'POST /api/voucher': made,
  'POST /api/voucher1': flat,
  'GET /api/v2/Voucher/table': list,
  'GET /api/vouchers': list,
  'GET /api/v2/Voucher/client': ofClient,
  'GET /api/client/vouchers': ofClient,
  'GET /api/v2/Voucher/{id}/details': world => ({ params: { id: world.voucher.Id }, shows: detailed(world) }),
  'GET /api/voucher/details': world => ({ query: { id: world.voucher.Id }, shows: detailed(world) }),
  'GET /api/v2.1/Voucher/{id}/details': world => ({
    params: { id: world.voucher.Id },
    shows: { ...detailed(world), Explanation: { Score: null, LeastDistanceKm: expect.any(Number) } },
    facts: ({ Explanation: _, ...more }) => more,
  }),
  'GET /api/v2/Voucher/{id}/extended': ({ voucher, accident }) => ({
    params: { id: voucher.Id },
    shows: {
      Contract: { ContractNumber: 'КАСКО-1' },
      Client: client,
      Vehicle: { Brand: 'Kia', RegNumber: car.VehicleRegNumber },
      Device: { Imei: voucher.IMEI },
      Accidents: expect.arrayContaining([expect.objectContaining({ Id: accident })]),
      Statistics: { TripsCount: 2 },
    },
  }),
  'GET /api/v2/Voucher/{id}/contract': ({ voucher }) => ({
    params: { id: voucher.Id },
    shows: { VoucherNumber: voucher.VoucherNumber, ContractNumber: 'КАСКО-1', ContractEndDate: '2026-12-31' },
  }),
  'GET /api/v2/Voucher/{id}/vehicle': ({ voucher }) => ({
    params: { id: voucher.Id },
    shows: { ObjectId: voucher.ObjectId, Brand: 'Kia', Model: 'Rio', RegNumber: car.VehicleRegNumber, Year: 2020 },
  }),
  'GET /api/v2/Voucher/{id}/device': ({ voucher }) => ({
    params: { id: voucher.Id },
    shows: { Imei: voucher.IMEI, LifeLine: [{ Imei: voucher.IMEI, ObjectId: voucher.ObjectId, To: null }] },
  }),
  'GET /api/voucher/history/{id}': ({ voucher }) => ({
    params: { id: voucher.Id },
    shows: rows => {
      expect(rows.map(({ What }: Answer) => What)).toContain('created');
      const moments = rows.map(({ At }: Answer) => At);
      expect(moments).toEqual([...moments].sort().reverse());
      expect(rows).toContainEqual(
        expect.objectContaining({ Who: 'MANAGER own', Field: 'Voucher no.', Old: null, New: voucher.VoucherNumber }),
      );
    },
  }),
  'POST /api/v2/Voucher/{id}/vehicle': world => changingVehicle(world, true),
  'POST /api/vehicleChange1': world => changingVehicle(world, false),
  'POST /api/v2/Voucher/{id}/close': world => closing(world, 'body'),
  'GET /api/voucher/close': world => closing(world, 'query'),
  'POST /api/v2/Voucher/{id}/device/attach': world => attaching(world, true),
  'POST /api/obuAttach': world => attaching(world, false),
  'POST /api/v2/Voucher/{id}/device/dettach': world => detaching(world, true),
  'POST /api/obuDetach': world => detaching(world, false),
  'GET /api/v2/Device/list/imei': imeis,
  'GET /api/imeilist': imeis,
  'GET /api/v2/Device/{id}': terminal,
  'GET /api/terminal/{id}': terminal,
  'GET /api/v1/Client/table': clients,
  'GET /api/clients': clients,
  'GET /api/v2/Billing/vouchers/count': () => ({
    query: { month: '2026-03' },
    // Other tests create more vouchers meanwhile. All of them are active from the first of March.
    shows: ({ Active, Began, Ended, VoucherDays }) => {
      expect([Active > 0, Ended]).toEqual([true, 0]);
      expect([Began, VoucherDays]).toEqual([Active, 31 * Active]);
    },
    elsewhere: body => expect(body).toEqual({ Month: '2026-03', Active: 0, Began: 0, Ended: 0, VoucherDays: 0 }),
  }),
  'GET /api/v2/Billing/vouchers/details': ({ voucher }) => ({
    query: { month: '2026-03', pageSize: 100 },
    shows: ({ Items }) => expect(Items.find(({ Id }: Answer) => Id === voucher.Id)).toMatchObject({ Days: 31 }),
  }),
  'GET /api/v2/VehicleBrand': () => ({
    query: { search: 'kia' },
    shows: { Items: [{ Name: 'Kia' }], Total: 1 },
    elsewhere: 'all share it',
  }),
  'GET /api/v2/VehicleModel': async ({ asOperator }) => {
    const [{ Id: brandId }] = (await asOperator('GET', '/api/v2/VehicleBrand?search=kia')).body.Items;
    return {
      query: { brandId, search: 'rio' },
      shows: { Items: [{ Name: 'Rio', Brand: 'Kia' }] },
      elsewhere: 'all share it',
    };
  },
  'GET /api/installationCenters': async ({ asManager, made: make }) => {
    const centre = { Name: 'Автосервис', City: 'Тула', Address: 'Ленина, 1', Phone: '+74872000000' };
    const { Id } = await make(asManager, '/api/v2/InstallationCenter', centre);
    return { shows: { Items: [{ Id, ...centre }], Total: 1 } };
  },
  'POST /api/admin/terminal': ({ newImei, asManager }) => {
    const body = { IMEI: newImei(), SimNumber: '+79580000000' };
    const read = (id: number) => asManager('GET', `/api/terminal/${id}`);
    return { body, shows: async ({ Id }) => expect((await read(Id)).body).toMatchObject(body) };
  },
  'POST /api/admin/obu': ({ next, asManager }) => {
    const body = { Brand: 'Arnavi', Model: `Essential ${next()}`, RateHz: 50, RangeG: 8, Frame: 'vehicle' };
    const read = (id: number) => asManager('GET', `/api/v2/ObuModel/${id}`);
    return { body, shows: async ({ Id }) => expect((await read(Id)).body).toMatchObject(body) };
  },
  'POST /api/admin/carmodel': async ({ next, asManager }) => {
    const [{ Id: BrandId }] = (await asManager('GET', '/api/v2/VehicleBrand?search=kia')).body.Items;
    const body = { BrandId, Name: `Seltos ${next()}`, FromYear: 2019, CarTypeId: 4 };
    const read = (id: number) => asManager('GET', `/api/v2/VehicleModel/${id}`);
    return { body, shows: async ({ Id }) => expect((await read(Id)).body).toMatchObject(body) };
  },
};
