import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, openTestApp, type TestApp, untilTaken } from '../support/app.ts';
import { freshen } from '../support/fresh.ts';
import { makeImei } from '../support/given.ts';

let app: TestApp;
let company: number;
let manager: Call;
let admin: Call;
let center: number;
beforeAll(async () => {
  app = await openTestApp();
  company = await app.given.company('Insurer');
  manager = app.as((await app.given.account(company, 'MANAGER', { full_name: 'Manager' })).token, 'en');
  const { token } = await app.given.account(company, 'SUPERUSER');
  await freshen(app, token);
  admin = app.as(token, 'en');
  const made = { Name: 'Garage', City: 'Москва', Address: 'Тверская, 1' };
  center = (await manager('POST', '/api/v2/InstallationCenter', made)).body.Id;
});
afterAll(() => app.close());

let counter = 500;
const next = () => ++counter;
const imei = () => makeImei(next());
const make = async (more: object = {}) => {
  const body = {
    VoucherNumber: `L-${next()}`,
    Client: { LastName: 'Петров', FirstName: 'Пётр' },
    Vehicle: { Brand: 'Lada', Model: 'Vesta', RegNumber: 'А123ВС77' },
    ...more,
  };
  const reply = await manager('POST', '/api/v2/Voucher', body);
  expect(reply.status).toBe(201);
  return reply.body as { Id: number; ObjectId: string; VoucherNumber: string };
};
const move = (id: number, name: string, body: object = {}, call = manager) =>
  call('POST', `/api/v2/Voucher/${id}/moves/${name}`, body);
const done = async (id: number, name: string, body: object = {}, call = manager) => {
  const reply = await move(id, name, body, call);
  expect(reply.body.Message ?? reply.status).toBe(200);
  return reply.body;
};
const details = async (id: number) => (await manager('GET', `/api/v2/Voucher/${id}/details`)).body;
const lifeLine = async (id: number) => (await manager('GET', `/api/v2/Voucher/${id}/device`)).body.LifeLine;
const atHour = (hour: number) => `2026-01-15T${String(hour).padStart(2, '0')}:00:00.000Z`;

describe('the life of a voucher', () => {
  it('goes from nothing over installation, suspension and removal to its end', async () => {
    const { Id } = await make();
    const Imei = imei();
    const appointment = { InstallationCenterId: center, AppointmentAt: '2026-01-20T09:00:00.000Z' };
    expect(await done(Id, 'scheduleInstallation', appointment)).toMatchObject({
      Status: 'awaitingInstallation',
      VoucherStatusCycle: 2,
      InstallationCenter: 'Garage',
      ...appointment,
    });
    expect(await done(Id, 'attach', { Imei, Date: atHour(9) })).toMatchObject({
      Status: 'active',
      IMEI: Imei,
      VoucherActivationDate: atHour(9),
      AppointmentAt: null,
    });
    expect(await done(Id, 'suspend', { Reason: 'repair', Date: atHour(10) })).toMatchObject({ Status: 'suspended' });
    expect(await done(Id, 'resume', { Date: atHour(11) })).toMatchObject({ Status: 'active', IMEI: Imei });
    const removal = { ...appointment, Reason: 'sold' };
    expect(await done(Id, 'scheduleRemoval', removal)).toMatchObject({ Status: 'awaitingRemoval' });
    expect(await done(Id, 'close', { Reason: 'sold', Date: atHour(12) })).toMatchObject({
      Status: 'closed',
      IMEI: '',
      VoucherClosureDate: atHour(12),
    });
    expect(await lifeLine(Id)).toMatchObject([
      { Imei, From: atHour(11), To: atHour(12), Scored: true },
      { Imei, From: atHour(10), To: atHour(11), Scored: false },
      { Imei, From: atHour(9), To: atHour(10), Scored: true },
    ]);
  });

  it('refuses what its stage does not allow, and says what is possible', async () => {
    const { Id } = await make();
    const { status, body } = await move(Id, 'suspend', { Reason: 'why not' });
    expect(status).toBe(422);
    expect(body.Message).toBe(
      'Not possible now: the stage is “created”. Possible: Schedule installation, Install device, Change vehicle, Close voucher',
    );
    expect(await details(Id)).toMatchObject({ Status: 'created', Version: 1 });
  });

  it('asks for what a move needs, by the name of the field, and changes nothing', async () => {
    const { Id } = await make({ Imei: imei() });
    const version = (await details(Id)).Version;
    const fields = async (name: string, body: object) =>
      (await move(Id, name, body)).body.Errors.map(({ Field }: { Field: string }) => Field);
    expect(await fields('close', {})).toEqual(['Reason']);
    expect(await fields('close', { Reason: '  ' })).toEqual(['Reason']);
    expect(await fields('close', { Reason: 'x', Date: '2026-02-15T00:00:00Z' })).toEqual(['Date']);
    expect(await fields('swap', { Reason: 'x', Imei: '356938035643808' })).toEqual(['Imei']);
    const nowhere = { InstallationCenterId: 999_999, AppointmentAt: atHour(9), Reason: 'x' };
    expect(await fields('scheduleRemoval', nowhere)).toEqual(['InstallationCenterId']);
    expect(await details(Id)).toMatchObject({ Status: 'active', Version: version });
  });

  it('refuses a version that is not the last one, with the voucher as it is now', async () => {
    const { Id } = await make({ Imei: imei() });
    await done(Id, 'suspend', { Reason: 'repair' });
    const { status, body } = await move(Id, 'close', { Reason: 'x', Version: 1 });
    expect([status, body.Current.Status]).toEqual([409, 'suspended']);
  });

  it('leaves who, why and what in the history, in the reader’s language', async () => {
    const { Id } = await make({ Imei: imei() });
    await done(Id, 'suspend', { Reason: 'repair' });
    const { body } = await manager('GET', `/api/voucher/history/${Id}`);
    expect(body[0]).toMatchObject({ Who: 'Manager', What: 'Suspend', Reason: 'repair' });
    expect(body).toContainEqual(expect.objectContaining({ Field: 'Stage', Old: 'active', New: 'suspended' }));
    const inRussian = app.as((await app.given.account(company, 'MANAGER')).token, 'ru');
    const stage = (await inRussian('GET', `/api/voucher/history/${Id}`)).body.find(
      (row: { Field: string }) => row.Field === 'Стадия',
    );
    expect(stage).toMatchObject({ Old: 'действует', New: 'приостановлен' });
  });

  it('has titles in its history where a change has ids, and words for yes and no', async () => {
    const { Id } = await make();
    const appointment = { InstallationCenterId: center, AppointmentAt: '2026-01-20T09:00:00.000Z' };
    await done(Id, 'scheduleInstallation', appointment);
    const { Version } = await details(Id);
    const changed = await manager('PUT', `/api/v2/Voucher/${Id}`, {
      Version,
      ContractTypeId: 1,
      FuelTypeId: 2,
      Vip: true,
    });
    expect(changed.status).toBe(200);
    const { body } = await manager('GET', `/api/voucher/history/${Id}`);
    const news = Object.fromEntries(body.map((row: { Field: string; New: string }) => [row.Field, row.New]));
    expect(news).toMatchObject({ 'Installation centre': 'Garage', VIP: 'yes' });
    expect(Object.values(news)).toEqual(expect.arrayContaining(['Comprehensive with telematics', 'Diesel']));
  });

  it('is opened again by a superuser alone, with the device if it is still free', async () => {
    const Imei = imei();
    const { Id } = await make({ Imei });
    await done(Id, 'close', { Reason: 'mistake' });
    expect((await move(Id, 'reopen', { Reason: 'mistake' })).status).toBe(403);
    expect(await done(Id, 'reopen', { Reason: 'mistake' }, admin)).toMatchObject({
      Status: 'active',
      IMEI: Imei,
      VoucherClosureDate: null,
    });
    await done(Id, 'close', { Reason: 'again' });
    const taken = await make({ Imei });
    const { status, body } = await move(Id, 'reopen', { Reason: 'mistake' }, admin);
    expect([status, body.Message]).toEqual([
      409,
      `The device ${Imei} is already in use under voucher ${taken.VoucherNumber}`,
    ]);
    const never = await make();
    await done(never.Id, 'close', { Reason: 'mistake' });
    expect((await move(never.Id, 'reopen', { Reason: 'x' }, admin)).body.Message).toBe(
      'This voucher never had a device: make a new voucher',
    );
  });

  it('ends with open accidents left open', async () => {
    const { Id, ObjectId } = await make({ Imei: imei() });
    await app.given.accident(company, { voucher_id: Id, object_id: ObjectId });
    await done(Id, 'close', { Reason: 'sold' });
    const { body } = await manager('GET', `/api/v2/Voucher/${Id}/accidents`);
    expect(body).toMatchObject({ Total: 1, Items: [{ ObjectId, Status: 'opened' }] });
  });

  it('is another company’s secret, and an operator’s too', async () => {
    const { Id } = await make({ Imei: imei() });
    const stranger = app.as((await app.given.account(await app.given.company(), 'MANAGER')).token);
    const operator = app.as((await app.given.account(company, 'OPERATOR')).token);
    for (const path of ['details', 'extended', 'contract', 'vehicle', 'device', 'accidents']) {
      expect((await stranger('GET', `/api/v2/Voucher/${Id}/${path}`)).status, path).toBe(404);
      expect((await operator('GET', `/api/v2/Voucher/${Id}/${path}`)).status, path).toBe(403);
    }
    expect((await move(Id, 'close', { Reason: 'x' }, stranger)).status).toBe(404);
    expect((await move(Id, 'close', { Reason: 'x' }, operator)).status).toBe(403);
    expect((await stranger('GET', `/api/voucher/history/${Id}`)).status).toBe(404);
  });
});

describe('a device', () => {
  it('that fifty vouchers want at once gets one of them; the others are told which', async () => {
    const Imei = imei();
    const wanting = await Promise.all(Array.from({ length: 50 }, () => make()));
    const replies = await Promise.all(
      wanting.map(({ Id }) => untilTaken(() => manager('POST', `/api/v2/Voucher/${Id}/device/attach`, { Imei }))),
    );
    const winner = replies.findIndex(({ status }) => status === 200);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(49).fill(409)]);
    const others = replies.filter((_, at) => at !== winner);
    const said = `The device ${Imei} is already in use under voucher ${wanting[winner]?.VoucherNumber}`;
    expect(new Set(others.map(({ body }) => body.Message))).toEqual(new Set([said]));
    const losers = wanting.filter((_, at) => at !== winner);
    const after = await Promise.all(losers.map(({ Id }) => details(Id)));
    expect(after.every(({ Status, IMEI, Version }) => Status === 'created' && IMEI === '' && Version === 1)).toBe(true);
  });

  it('of another company is refused without a word of whose it is', async () => {
    const theirs = await app.given.voucher(await app.given.company());
    const { Id } = await make();
    const { status, body } = await manager('POST', `/api/v2/Voucher/${Id}/device/attach`, { Imei: theirs.imei });
    expect(status).toBe(409);
    expect(body.Message).not.toContain(theirs.number);
  });

  it('is swapped in one step where that is asked for, and is free afterwards', async () => {
    const [first, second] = [imei(), imei()];
    const { Id } = await make({ Imei: first, ActivatedAt: atHour(6) });
    const attach = (body: object) => manager('POST', `/api/v2/Voucher/${Id}/device/attach`, body);
    const refused = await attach({ Imei: second });
    expect([refused.status, refused.body.Message]).toEqual([
      422,
      `The device ${first} is already in use under this voucher: replace or remove it`,
    ]);
    const unexplained = await attach({ Imei: second, Swap: true, At: atHour(8) });
    expect([unexplained.status, unexplained.body.Errors[0].Field]).toEqual([400, 'Reason']);
    const { status, body } = await attach({ Imei: second, Swap: true, Reason: 'broken', At: atHour(8) });
    expect(status).toBe(200);
    expect(body).toMatchObject({ Imei: second, From: atHour(8) });
    expect(body.LifeLine).toMatchObject([
      { Imei: second, From: atHour(8), To: null },
      { Imei: first, From: atHour(6), To: atHour(8) },
    ]);
    expect((await make({ Imei: first })).Id).toBeGreaterThan(Id);
  });

  it('is taken off: the voucher waits for another one', async () => {
    const { Id } = await make({ Imei: imei(), ActivatedAt: atHour(6) });
    const { body } = await manager('POST', `/api/v2/Voucher/${Id}/device/dettach`, { At: atHour(7), Reason: 'repair' });
    expect(body).toMatchObject({ Imei: null, From: null, LifeLine: [{ To: atHour(7) }] });
    expect(await details(Id)).toMatchObject({ Status: 'awaitingInstallation', IMEI: '' });
    const again = await manager('POST', `/api/v2/Voucher/${Id}/device/dettach`, {});
    expect(again.status).toBe(422);
  });

  it('does not begin before it ended elsewhere', async () => {
    const Imei = imei();
    const one = await make({ Imei, ActivatedAt: atHour(6) });
    await done(one.Id, 'close', { Reason: 'sold', Date: atHour(10) });
    const two = await make();
    const { status, body } = await move(two.Id, 'attach', { Imei, Date: atHour(9) });
    expect([status, body.Errors[0].Field]).toEqual([400, 'Date']);
    // In the zone of the company, as long as the account's settings name none.
    expect(body.Errors[0].Message).toContain('15 Jan 2026 13:00, Moscow');
    const settings = JSON.stringify({ TimeZone: 'Asia/Yekaterinburg' });
    const far = app.as((await app.given.account(company, 'MANAGER', { settings })).token);
    const refused = await far('POST', `/api/v2/Voucher/${two.Id}/moves/attach`, {
      Imei,
      Date: atHour(9),
      Version: (await details(two.Id)).Version,
    });
    expect(refused.body.Errors[0].Message).toContain('15.01.2026 15:00, Екатеринбург');
    expect(await details(two.Id)).toMatchObject({ Status: 'created' });
  });

  it('is found by a few digits, free ones alone where that is asked for', async () => {
    const [busy, free] = [imei(), imei()];
    await make({ Imei: busy });
    const former = await make({ Imei: free });
    await done(former.Id, 'close', { Reason: 'sold' });
    const list = async (query: string) => (await manager('GET', `/api/v2/Device/list/imei?${query}`)).body;
    const [found] = await list(`search=${busy.slice(-6)}`);
    expect((await manager('GET', `/api/v2/Device/${found.Id}`)).body.IMEI).toBe(busy);
    expect(found.Title).toBe(busy);
    expect(await list(`search=${busy.slice(-6)}&free=true`)).toEqual([]);
    expect(await list(`search=${free.slice(-6)}&free=true`)).toMatchObject([{ Title: free }]);
    // Parameters that a client of the first interface adds are ignored.
    expect((await manager('GET', `/api/imeilist?search=${free}&take=5&colour=red`)).body).toMatchObject([
      { Title: free },
    ]);
  });
});

describe('another vehicle under the same voucher', () => {
  it('begins another object with the same device; the former one keeps what it has', async () => {
    const Imei = imei();
    const { Id, ObjectId } = await make({ Imei, ActivatedAt: atHour(6) });
    const Vehicle = { Brand: 'Kia', Model: 'Rio', RegNumber: 'В777ОР99', Vin: 'Z94CB41AAGR323020', Year: 2016 };
    const { Version } = await details(Id);
    const part = async () => (await manager('GET', `/api/v2/Voucher/${Id}/vehicle`)).body;
    expect((await part()).Version).toBe(Version);
    const { status, body } = await manager('POST', `/api/v2/Voucher/${Id}/vehicle`, {
      Version,
      Reason: 'sold',
      Vehicle,
    });
    expect([status, body.Message]).toEqual([200, undefined]);
    expect(body).toMatchObject({ ...Vehicle, ObjectId: expect.not.stringMatching(ObjectId) });
    expect(await details(Id)).toMatchObject({
      VehicleBrand: 'Kia',
      VehicleRegNumber: 'В777ОР99',
      IMEI: Imei,
      Status: 'active',
    });
    expect(await lifeLine(Id)).toMatchObject([
      { Imei, ObjectId: body.ObjectId, Vehicle: 'Kia Rio', To: null },
      { Imei, ObjectId, Vehicle: 'Lada Vesta' },
    ]);
    const trips = (objectId: string) => manager('GET', `/api/v2/StatisticSummingTrip/list?objectId=${objectId}`);
    expect([(await trips(ObjectId)).status, (await trips(body.ObjectId)).status]).toEqual([200, 200]);
    const stale = await manager('POST', `/api/v2/Voucher/${Id}/vehicle`, { Version, Reason: 'again', Vehicle });
    expect(stale.status).toBe(409);
    const again = { Version: (await part()).Version, Reason: 'again', Vehicle };
    expect((await manager('POST', `/api/v2/Voucher/${Id}/vehicle`, again)).body.Version).toBe(again.Version + 1);
  });

  it('begins, and a voucher ends, not before the last device was taken off, nor before there was a voucher', async () => {
    const { Id } = await make({ Imei: imei(), ActivatedAt: atHour(6) });
    const never = (await make()).Id;
    await manager('POST', `/api/v2/Voucher/${Id}/device/dettach`, { At: atHour(8) });
    const close = (id: number, at: string) => manager('POST', `/api/v2/Voucher/${id}/close`, { Reason: 'x', Date: at });
    const another = (id: number, at: string) =>
      manager('POST', '/api/vehicleChange1', { VoucherId: id, VehicleBrand: 'Kia', Reason: 'x', Date: at });
    for (const refused of [await close(Id, atHour(7)), await close(never, '2001-01-01T00:00:00.000Z')])
      expect(refused).toMatchObject({ status: 400, body: { Errors: [{ Field: 'Date' }] } });
    for (const refused of [await another(Id, atHour(7)), await another(never, '2001-01-01T00:00:00.000Z')])
      expect(refused).toMatchObject({ status: 400, body: { Errors: [{ Field: 'Date' }] } });
    expect((await another(Id, atHour(8))).status).toBe(200);
    expect((await close(Id, atHour(9))).body).toMatchObject({ VoucherClosureDate: atHour(9) });
  });

  it('tells a fault by the name the sender used', async () => {
    const { Id } = await make();
    const Vehicle = { Brand: 'Kia', Model: 'Rio', Vin: 'short' };
    const nested = await manager('POST', `/api/v2/Voucher/${Id}/vehicle`, { Version: 1, Reason: 'x', Vehicle });
    expect(nested.body.Errors).toMatchObject([{ Field: 'Vehicle.Vin' }]);
    const flat = { VoucherId: Id, Reason: 'x', VehicleBrand: 'Kia', VIN: 'short' };
    expect((await manager('POST', '/api/vehicleChange1', flat)).body.Errors).toMatchObject([{ Field: 'VIN' }]);
    expect((await manager('POST', '/api/vehicleChange1', { ...flat, VIN: '' })).body).toMatchObject({ Brand: 'Kia' });
  });
});

describe('older calls', () => {
  it('close by GET with the same rules, and nothing by HEAD', async () => {
    const { Id } = await make({ Imei: imei() });
    const url = `/api/voucher/close?id=${Id}&reason=sold`;
    const head = await app.server.inject({ method: 'HEAD', url, headers: { authorization: 'Bearer none' } });
    expect(head.statusCode).toBe(404);
    expect(await details(Id)).toMatchObject({ Status: 'active' });
    const { status, body, headers } = await manager('GET', url);
    expect([status, body.Status, headers['cache-control']]).toEqual([200, 'closed', 'no-store']);
    expect((await manager('GET', url)).status).toBe(422);
  });

  it('attach and detach as their twins do', async () => {
    const { Id } = await make();
    const Imei = imei();
    const attached = await manager('POST', '/api/obuAttach', { VoucherId: Id, Imei });
    expect(attached.body).toEqual((await manager('GET', `/api/v2/Voucher/${Id}/device`)).body);
    const detached = await manager('POST', '/api/obuDetach', { VoucherId: Id });
    expect(detached.body).toMatchObject({ Imei: null });
  });
});
