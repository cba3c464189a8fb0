import sharp from 'sharp';
import { expect } from 'vitest';
import type { Letter } from '../../../server/mail/mailer.ts';
import { type Call, openTestApp } from '../app.ts';
import { hardDrive } from '../drives.ts';
import { freshen } from '../fresh.ts';
import { makeImei } from '../given.ts';
import { frontImpact } from '../impacts.ts';
import { openReceiver } from '../receiver.ts';

const moment = '2026-04-01T12:00:00.000Z';
export const days = ['2026-03-30', '2026-03-31'] as const;
const drivesAt = days.map(day => Date.parse(`${day}T09:00:00Z`));
export const crashAt = `${days[1]}T09:10:00.000Z`;
/** A time range around the second drive. */
export const hour = { from: `${days[1]}T09:00:00Z`, to: `${days[1]}T09:30:00Z` };

export const client = { LastName: 'Иванова', FirstName: 'Анна', MiddleName: 'Петровна', Phone: '+79160000001' };
const vehicle = { Brand: 'Kia', Model: 'Rio', RegNumber: 'А123ВС77', Year: 2020, Color: 'Белый' };
export const otherVehicle = { Brand: 'Lada', Model: 'Vesta', RegNumber: 'В456ЕК77', Year: 2023 };

export const photo = sharp({ create: { width: 40, height: 30, channels: 3, background: '#c81e1e' } })
  .jpeg()
  .toBuffer();

/**
 * Opens one server for all calls. Its insurer has a voucher that drove on two days and crashed on the second. A
 * stranger has another company.
 */
export const openWorld = async () => {
  const letters: Letter[] = [];
  const webhooks = { http: true, hosts: ['127.0.0.1'], resolve: async () => [] };
  const mail = { send: async (letter: Letter) => void letters.push(letter) };
  const texts = { ru: { 'frame.close': 'Закрыть' }, en: { 'frame.close': 'Close' } };
  const app = await openTestApp(moment, { mail, webhooks, texts });
  const receiver = await openReceiver();
  const company = await app.given.company('Страховая');
  const elsewhere = await app.given.company('Чужая');
  const person = (role: 'OPERATOR' | 'MANAGER' | 'SUPERUSER', of = company) =>
    app.given.account(of, role, { full_name: `${role} ${of === company ? 'own' : 'other'}` });
  const [operator, manager, boss] = [await person('OPERATOR'), await person('MANAGER'), await person('SUPERUSER')];
  const stranger = await person('SUPERUSER', elsewhere);
  for (const { token } of [boss, stranger]) await freshen(app, token);
  const platform = app.as(await app.given.platformKey(company));
  const asManager = app.as(manager.token, 'en');
  const asOperator = app.as(operator.token, 'en');

  let number = 0;
  const next = (): number => {
    number += 1;
    return number;
  };
  const newImei = (): string => makeImei(500_000 + next());
  const nested = (more: object = {}) => ({
    VoucherNumber: `V-${next()}`,
    ContractNumber: 'КАСКО-1',
    ContractBeginDate: '2026-01-01',
    ContractEndDate: '2026-12-31',
    Client: client,
    Vehicle: vehicle,
    ActivatedAt: '2026-03-01T00:00:00Z',
    ...more,
  });
  const made = async (call: Call, path: string, body: unknown) => {
    const answer = await call('POST', path, body);
    expect(answer).toMatchObject({ status: expect.toSatisfy((status: number) => status < 300) });
    return answer.body;
  };
  const newVoucher = async (more: object = { Imei: newImei() }) => {
    const { Id } = await made(asManager, '/api/v2/Voucher', nested(more));
    return (await asManager('GET', `/api/v2/Voucher/${Id}/details`)).body as {
      readonly Id: number;
      readonly ObjectId: string;
      readonly ClientId: number;
      readonly Version: number;
      readonly IMEI: string;
      readonly VoucherNumber: string;
    };
  };
  const voucher = await newVoucher();
  const drive = (at: number) => ({
    MessageId: `drive-${next()}`,
    Imei: voucher.IMEI,
    Positions: hardDrive(drivesAt[at] ?? 0, 20, { brakingEveryS: 60, latitude: 55.75 - at / 100 }).Positions,
  });
  const crash = (more: object = {}) => ({
    ...{
      MessageId: `crash-${next()}`,
      Imei: voucher.IMEI,
      CrashDateTime: crashAt,
      Curve: frontImpact(Date.parse(crashAt), 6),
    },
    ...{ Latitude: 55.74, Longitude: 38, Speed: 90, ...more },
  });
  for (const at of [0, 1]) await made(platform, '/api/statistic/webhook', drive(at));
  // Parked, with a speed that is impossible for a car.
  const parked = Array.from({ length: 10 }, (_, i) => ({
    DateTime: `2026-03-25T09:00:0${i}.000Z`,
    Latitude: 55.75,
    Longitude: 37.9,
    Speed: i === 5 ? 500 : 0,
  }));
  await made(platform, '/api/statistic/webhook', { ...drive(0), Positions: parked });
  const accident: number = (await made(platform, '/api/crash/webhook', crash())).AccidentId;
  const newAccident = async (Hour = next()): Promise<number> => {
    const CrashDateTime = new Date(Date.parse('2026-03-20T00:00:00Z') + Hour * 60_000).toISOString();
    return (await made(asManager, '/api/v2/Accident', { VoucherId: voucher.Id, CrashDateTime })).Id;
  };
  /** Takes or renews the operator's lease of the case. */
  const hold = async (id: number) => expect((await asOperator('GET', `/api/crash/lock/${id}`)).status).toBe(200);
  const trips = async () =>
    (await asManager('GET', `/api/v2/StatisticSummingTrip/list?objectId=${voucher.ObjectId}`)).body.Items as {
      readonly Id: number;
      readonly DistanceKm: number;
      readonly DateTime: string;
    }[];
  const device = async (): Promise<number> =>
    (await asManager('GET', `/api/v2/Device/table?search=${voucher.IMEI}`)).body.Items[0].Id;

  return {
    ...{ app, letters, receiver, company, operator, manager, boss, stranger, person, platform, asManager, asOperator },
    ...{ newImei, nested, newVoucher, voucher, drive, crash, accident, newAccident, hold, trips, device, next, made },
    close: async () => {
      await receiver.close();
      await app.close();
    },
  };
};
export type World = Awaited<ReturnType<typeof openWorld>>;
