import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import { makeImei } from '../support/given.ts';

let app: TestApp;
let company: number;
let manager: Call;
let platform: Call;
beforeAll(async () => {
  app = await openTestApp('2026-01-15T20:00:00.000Z');
  company = await app.given.company();
  manager = app.as((await app.given.account(company, 'MANAGER')).token, 'en');
  platform = app.as(await app.given.platformKey(company));
});
afterAll(() => app.close());

let counter = 700;
const imei = () => makeImei(++counter);
const hourMs = 3_600_000;
const midnight = Date.parse('2026-01-15T00:00:00.000Z');
const at = (hours: number) => new Date(midnight + hours * hourMs).toISOString();

const make = async (Imei: string | undefined, ActivatedAt?: string) => {
  const body = {
    VoucherNumber: `T-${++counter}`,
    Client: { LastName: 'Петров' },
    Vehicle: { Brand: 'Lada', Model: 'Vesta', RegNumber: 'А123ВС77' },
    ...(Imei && { Imei, ActivatedAt }),
  };
  const reply = await manager('POST', '/api/v2/Voucher', body);
  expect(reply.status).toBe(201);
  return reply.body as { Id: number; ObjectId: string };
};
const move = async (id: number, name: string, body: object) => {
  const reply = await manager('POST', `/api/v2/Voucher/${id}/moves/${name}`, body);
  expect(reply.body.Message ?? reply.status).toBe(200);
  return reply.body;
};

/** Returns a drive north, one fix per minute. */
const drive = (fromHours: number, minutes: number) =>
  Array.from({ length: minutes }, (_, minute) => ({
    DateTime: at(fromHours + minute / 60),
    Latitude: 55.7 + minute * 0.009,
    Longitude: 37.6,
    Speed: 60,
  }));
const send = async (Imei: string, Positions: object[]) => {
  const { body, status } = await platform('POST', '/api/statistic/webhook', {
    MessageId: `m-${++counter}`,
    Imei,
    Positions,
  });
  expect(status).toBe(200);
  return body.Results[0];
};
const crash = async (Imei: string, hours: number) => {
  const axis = (value: number) => Array.from({ length: 100 }, (_, i) => (i > 40 && i < 60 ? value : 0));
  const Curve = {
    Start: at(hours),
    RateHz: 100,
    Longitudinal: axis(-6),
    Lateral: axis(0),
    Vertical: Array.from({ length: 100 }, () => 1),
    Frame: 'vehicle',
  };
  const message = { MessageId: `c-${++counter}`, Imei, CrashDateTime: at(hours), Curve, Positions: drive(hours, 1) };
  return (await platform('POST', '/api/crash/webhook', message)).body.Results[0];
};
/** Returns the first and last time of an object's fixes, from its stored blocks. */
const spanOf = async (objectId: string) => {
  const { first, last } = await app.connection.db
    .selectFrom('position_block')
    .select(eb => [eb.fn.min('start_at').as('first'), eb.fn.max('end_at').as('last')])
    .where('object_id', '=', objectId)
    .executeTakeFirstOrThrow();
  return [first, last];
};
const waiting = async (Imei: string) =>
  app.connection.db
    .selectFrom('quarantine')
    .select('body')
    .where('imei', '=', Imei)
    .where('applied_at', 'is', null)
    .execute();

describe('telemetry goes to whoever had the device at its moment', () => {
  it('late data of a voucher that is closed by now, too', async () => {
    const Imei = imei();
    const first = await make(Imei, at(6));
    await move(first.Id, 'close', { Reason: 'sold', Date: at(10) });
    const second = await make(Imei, at(12));
    expect(await send(Imei, drive(8, 30))).toMatchObject({ Quarantined: false, Accepted: 30 });
    expect(await send(Imei, drive(13, 30))).toMatchObject({ Quarantined: false, Accepted: 30 });
    expect(await spanOf(first.ObjectId)).toEqual([at(8), at(8 + 29 / 60)]);
    expect(await spanOf(second.ObjectId)).toEqual([at(13), at(13 + 29 / 60)]);
  });

  it('a message that spans a change of hands is divided; what was nobody’s waits', async () => {
    const Imei = imei();
    const first = await make(Imei, at(6));
    await move(first.Id, 'close', { Reason: 'sold', Date: at(10) });
    const second = await make(Imei, at(11));
    expect(await send(Imei, drive(9.5, 120))).toMatchObject({ Quarantined: true, Accepted: 60 });
    expect(await spanOf(first.ObjectId)).toEqual([at(9.5), at(9.5 + 29 / 60)]);
    expect(await spanOf(second.ObjectId)).toEqual([at(11), at(11 + 29 / 60)]);
    const [kept, ...more] = await waiting(Imei);
    const { Positions = [] } = (kept?.body ?? {}) as { Positions?: { DateTime: string }[] };
    const times = Positions.map(({ DateTime }) => DateTime);
    expect(more).toEqual([]);
    expect([times.length, times[0], times.at(-1)]).toEqual([60, at(10), at(10 + 59 / 60)]);
  });

  it('what came while nobody had the device goes on waiting when somebody gets it', async () => {
    const Imei = imei();
    const first = await make(Imei, at(6));
    await move(first.Id, 'close', { Reason: 'sold', Date: at(10) });
    expect(await send(Imei, drive(11, 10))).toMatchObject({ Quarantined: true });
    expect(await send(Imei, drive(15, 10))).toMatchObject({ Quarantined: true });
    const second = await make(Imei, at(14));
    expect(await waiting(Imei)).toHaveLength(1);
    expect(await spanOf(second.ObjectId)).toEqual([at(15), at(15 + 9 / 60)]);
  });

  it('a rest of a message from before and after somebody had the device goes on waiting whenever somebody gets it', async () => {
    const Imei = imei();
    for (const [from, to] of [
      [6, 9],
      [10, 11],
    ] as const) {
      const voucher = await make(Imei, at(from));
      await move(voucher.Id, 'close', { Reason: 'sold', Date: at(to) });
    }
    expect(await send(Imei, drive(9.5, 120))).toMatchObject({ Quarantined: true, Accepted: 60 });
    const rest = await waiting(Imei);
    expect(rest).toHaveLength(1);
    const third = await make(Imei, at(11.25));
    expect(await spanOf(third.ObjectId)).toEqual([at(11.25), at(11 + 29 / 60)]);
    await move(third.Id, 'close', { Reason: 'sold', Date: at(12) });
    const left = await waiting(Imei);
    expect(left).toHaveLength(1);
    const fourth = await make(Imei, at(13));
    expect(await waiting(Imei)).toEqual(left);
    expect(await spanOf(fourth.ObjectId)).toEqual([null, null]);
  });

  it('what a new device sent before its first voucher is that voucher’s', async () => {
    const Imei = imei();
    expect(await send(Imei, drive(5, 10))).toMatchObject({ Quarantined: true });
    const { Id, ObjectId } = await make(undefined);
    await move(Id, 'attach', { Imei, Date: at(9) });
    expect(await spanOf(ObjectId)).toEqual([at(5), at(5 + 9 / 60)]);
    expect(await waiting(Imei)).toEqual([]);
  });

  it('a late impact is an accident of the car that had it, though the voucher has another one now', async () => {
    const Imei = imei();
    const { Id, ObjectId } = await make(Imei, at(6));
    const Vehicle = { VehicleBrand: 'Kia', VehicleModel: 'Rio', VehicleRegNumber: 'В777ОР99' };
    await move(Id, 'changeVehicle', { ...Vehicle, Reason: 'sold', Date: at(10) });
    const late = await crash(Imei, 9);
    const now = await crash(Imei, 12);
    const read = async (id: number) => (await manager('GET', `/api/v2/Accident/${id}`)).body;
    expect(await read(late.AccidentId)).toMatchObject({ ObjectId, VehicleRegNumber: 'А123ВС77', VehicleBrand: 'Lada' });
    const { ObjectId: newer, ...rest } = await read(now.AccidentId);
    expect(newer).not.toBe(ObjectId);
    expect(rest).toMatchObject(Vehicle);
    const report = { VoucherId: Id, CrashDateTime: at(8), Source: 'Звонок клиента' };
    expect((await manager('POST', '/api/v2/Accident', report)).body).toMatchObject({ ObjectId, VehicleBrand: 'Lada' });
  });

  it('a device does not change hands behind data that lies elsewhere already', async () => {
    const Imei = imei();
    const first = await make(Imei, at(6));
    await send(Imei, drive(12, 10));
    await move(first.Id, 'close', { Reason: 'sold', Date: at(10) });
    const second = await make(undefined);
    const { status, body } = await manager('POST', `/api/v2/Voucher/${second.Id}/device/attach`, { Imei, At: at(11) });
    expect([status, body.Errors[0].Field]).toEqual([400, 'At']);
    await move(second.Id, 'attach', { Imei, Date: at(13) });
  });

  it('another company’s platform does not reach it', async () => {
    const Imei = imei();
    const { ObjectId } = await make(Imei, at(6));
    const other = app.as(await app.given.platformKey(await app.given.company()));
    const message = { MessageId: `m-${++counter}`, Imei, Positions: drive(8, 5) };
    const { body } = await other('POST', '/api/statistic/webhook', message);
    expect(body.Results[0]).toMatchObject({ Quarantined: true });
    expect(await spanOf(ObjectId)).toEqual([null, null]);
  });
});
