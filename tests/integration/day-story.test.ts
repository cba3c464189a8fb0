import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { workStatus } from '../../src/contract/workStatuses.ts';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import { hardDrive } from '../support/drives.ts';
import { makeImei } from '../support/given.ts';
import { dossierTexts as texts } from '../support/i18n.ts';
import { frontImpact } from '../support/impacts.ts';
import { importRows } from '../support/upload.ts';
import { cutsDrives, untilDrivesAreCut } from '../support/waitingCuts.ts';

let app: TestApp;
let manager: Call;
let operator: Call;
let platform: Call;
beforeAll(async () => {
  app = await openTestApp('2026-02-10T12:00:00.000Z', { ...cutsDrives, texts });
  const company = await app.given.company('Полис');
  manager = app.as((await app.given.account(company, 'MANAGER')).token);
  operator = app.as((await app.given.account(company, 'OPERATOR')).token);
  platform = app.as(await app.given.platformKey(company));
});
afterAll(() => app.close());

const read = async (path: string, call = manager) => {
  const { status, body } = await call('GET', path);
  expect([path, status]).toEqual([path, 200]);
  return body;
};
const imeis = [makeImei(810_001), makeImei(810_002), makeImei(810_003)];

/** Sends a drive as a platform that was offline does: messages of 60 fixes, the newest first. */
const sendNewestFirst = async (imei: string, startMs: number, minutes: number, latitude: number) => {
  const { Positions } = hardDrive(startMs, minutes, { brakingEveryS: 120, latitude });
  for (let end = Positions.length; end > 0; end -= 60) {
    const message = { MessageId: `${imei}-${end}`, Imei: imei, Positions: Positions.slice(end - 60, end) };
    expect((await platform('POST', '/api/statistic/webhook', message)).status).toBe(200);
  }
};

it('a day from the file of vouchers to the bill has the same numbers wherever they are shown', async () => {
  const vouchers = await importRows(manager, [
    ['Номер ваучера', 'Фамилия', 'Имя', 'Телефон', 'Марка', 'Модель', 'Гос. номер', 'IMEI', 'Дата активации'],
    ...imeis.map((imei, i) => [
      `DAY-${i + 1}`,
      'Дроздова',
      'Анна',
      `8 (916) 000-00-0${i}`,
      'Kia',
      'Rio',
      `А12${i}ВС77`,
      imei,
      '01.02.2026',
    ]),
  ]);
  expect(await vouchers.step('check')).toMatchObject({ WrongRows: 0 });
  expect(await vouchers.step('run')).toMatchObject({ State: 'done' });
  const { Items: rows } = await read('/api/v2/Voucher/table?sort=VoucherNumber-asc');
  expect(rows.map((row: { IMEI: string }) => row.IMEI)).toEqual(imeis);
  const [first] = rows;

  const startMs = Date.parse('2026-02-10T06:00:00.000Z');
  await sendNewestFirst(imeis[0] as string, startMs, 40, 55.75);
  await sendNewestFirst(imeis[1] as string, startMs, 20, 56.75);
  await untilDrivesAreCut(app);
  const trips = await read(`/api/v2/StatisticSummingTrip/list?objectId=${first.ObjectId}`);
  const tripKm = (trips.Items ?? trips).reduce((sum: number, trip: { DistanceKm: number }) => sum + trip.DistanceKm, 0);
  const period = await read(`/api/v2.1/StatisticSummingPeriod?voucherId=${first.Id}`);
  const scores = await read('/api/v2/StatisticSummingGlobal/table?sort=VoucherNumber-asc');
  expect(scores.Total).toBe(2);
  expect(tripKm).toBeGreaterThan(50);
  for (const km of [period.DistanceKm, scores.Items[0].DistanceKm]) expect(km).toBeCloseTo(tripKm, 2);
  expect(scores.Items[0].Score).toBe(period.Score);

  const crash = {
    MessageId: 'crash',
    Imei: imeis[0],
    CrashDateTime: '2026-02-10T06:30:00.000Z',
    Curve: frontImpact(Date.parse('2026-02-10T06:30:00.000Z'), 8),
  };
  const { AccidentId: id } = (await platform('POST', '/api/crash/webhook', crash)).body;
  const opened = await read('/api/v2/Accident/table/opened', operator);
  expect(opened.Items).toMatchObject([{ Id: id, VoucherNumber: 'DAY-1', VehicleRegNumber: first.VehicleRegNumber }]);

  const url = `/api/v2/Accident/${id}`;
  await read(`/api/crash/lock/${id}`, operator);
  const version = async () => (await read(url, operator)).Version;
  expect((await operator('POST', `${url}/calls`, { ResultId: 1 })).status).toBe(201);
  const answers = { ContactPersonStatusId: 1, CrashDynamicsId: 2, Injured: 'no', Version: await version() };
  expect((await operator('PUT', url, answers)).status).toBe(200);
  const outcome = { Status: 'closed', StatusOfRoadAccidentID: workStatus.confirmed, Version: await version() };
  expect((await operator('POST', `${url}/status`, outcome)).status).toBe(200);

  const closed = await read('/api/v2/Accident/table/closed');
  expect([closed.Total, (await read('/api/v2/Accident/table/opened')).Total]).toEqual([1, 0]);
  expect(closed.Items).toMatchObject([{ Id: id, MaximumAcceleration: opened.Items[0].MaximumAcceleration }]);
  const crashes = (await read('/api/v2/Voucher/table?sort=VoucherNumber-asc')).Items;
  expect(crashes.map((row: { Crashes: number }) => row.Crashes)).toEqual([1, 0, 0]);
  expect(await read(`${url}/calls`)).toMatchObject([{ ResultId: 1 }]);

  const dossiers = `/api/v3/accidents/${id}/dossiers`;
  const { Number: number } = (await manager('POST', dossiers, { TimeZone: 'Europe/Moscow' })).body;
  await vi.waitFor(async () =>
    expect((await read(dossiers)).Items).toMatchObject([{ Number: number, State: 'done', Error: null }]),
  );
  const pdf = (await manager('GET', `${dossiers}/${number}/pdf`)).bytes;
  const text = (await extractText(await getDocumentProxy(new Uint8Array(pdf)))).text.join(' ');
  for (const shown of [`#${closed.Items[0].CrashUniqueIdentifier}`, 'DAY-1', 'Дроздова Анна'])
    expect(text).toContain(shown);

  expect(await read('/api/v2/Billing/vouchers/count?month=2026-02')).toMatchObject({ Active: 3, VoucherDays: 30 });
});
