import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workStatus } from '../../src/contract/workStatuses.ts';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import { hardDrive } from '../support/drives.ts';

let app: TestApp;
let company: number;
let manager: Call;
let operator: Call;
let clientId: number;
let voucher: { readonly id: number; readonly objectId: string; readonly number: string; readonly imei: string };
let accidentId: number;

const sheetOf = (who: Call, id = clientId) => who('GET', `/api/v3/clients/${id}/sheet`);

beforeAll(async () => {
  app = await openTestApp('2026-01-15T12:00:00.000Z');
  company = await app.given.company();
  manager = app.as((await app.given.account(company, 'MANAGER')).token);
  operator = app.as((await app.given.account(company, 'OPERATOR')).token);
  voucher = await app.given.voucher(company, {
    activated_at: new Date('2026-01-01T00:00:00Z'),
    contract_number: 'Д-7',
    reg_number: 'А123ВС77',
  });
  clientId = (await manager('GET', `/api/v2/Voucher/${voucher.id}/extended`)).body.Client.Id;
  const platform = app.as(await app.given.platformKey(company));
  for (const [index, hour] of [6, 12].entries()) {
    const startMs = Date.parse(`2026-01-1${2 + index}T${String(hour).padStart(2, '0')}:00:00Z`);
    const drive = hardDrive(startMs, 120, { brakingEveryS: 100, withAcceleration: true, latitude: 55 + index });
    const message = { MessageId: `drive-${index}`, Imei: voucher.imei, ...drive };
    expect((await platform('POST', '/api/statistic/webhook', message)).status).toBe(200);
  }
  accidentId = (
    await app.given.accident(company, {
      object_id: voucher.objectId,
      voucher_id: voucher.id,
      client_id: clientId,
      crash_at: '2026-01-14T06:00:00.000Z',
    })
  ).id;
});
afterAll(() => app.close());

describe('the sheet of a client', () => {
  it('is read by a manager, and by an operator only while holding a case of this client', async () => {
    expect((await sheetOf(manager)).status).toBe(200);
    expect((await sheetOf(operator)).body.Code).toBe('CASE_NEEDED');
    const other = await app.given.accident(company, { crash_at: '2026-01-14T07:00:00.000Z' });
    await operator('GET', `/api/crash/lock/${other.id}`);
    expect((await sheetOf(operator)).body.Code).toBe('CASE_NEEDED');
    await operator('GET', `/api/crash/lock/${accidentId}`);
    const { status, body } = await sheetOf(operator);
    expect([status, body.FullName, body.Scores]).toEqual([200, expect.stringContaining('Client'), null]);
    await operator('GET', `/api/crash/unlock/${accidentId}`);
    expect((await sheetOf(operator)).status).toBe(403);
  });

  it('does not exist for another company, nor without a token', async () => {
    const stranger = await app.given.company();
    const foreign = app.as((await app.given.account(stranger, 'MANAGER')).token);
    expect((await sheetOf(foreign)).status).toBe(404);
    expect((await sheetOf(app.anonymous)).status).toBe(401);
  });

  it('has the score and the points of the scoring page, the most expensive part first', async () => {
    const { Scores } = (await sheetOf(manager)).body;
    const period = (await manager('GET', `/api/v2.1/StatisticSummingPeriod?voucherId=${voucher.id}`)).body;
    expect(period.Score).not.toBeNull();
    expect(Scores).toHaveLength(1);
    for (const name of ['From', 'To', 'Score', 'ScoreLow', 'ScoreHigh', 'Band', 'DistanceKm', 'TripsCount'])
      expect([name, Scores[0][name]]).toEqual([name, period[name]]);
    expect(Scores[0].PreviousScore).toEqual(period.Previous.Score);
    const costs = period.Explanation.Parts.filter(({ Cost }: { Cost: number | null }) => Cost)
      .sort((a: { Cost: number }, b: { Cost: number }) => b.Cost - a.Cost)
      .slice(0, 3)
      .map(({ Kind, Cost, Count }: { Kind: string; Cost: number; Count: number }) => ({ Kind, Cost, Count }));
    expect(Scores[0].Causes).toEqual(costs);
    expect(costs[0].Kind).toBe('braking');
  });

  it('has the contract, the car, the case, its call, its note, and the promised call until it is kept', async () => {
    await operator('GET', `/api/crash/lock/${accidentId}`);
    const at = '2026-01-15T15:00:00.000Z';
    const call = { ResultId: 5, DateTimeOfNextCall: at, Comment: 'after three' };
    const logged = await operator('POST', `/api/v2/Accident/${accidentId}/calls`, call);
    expect(logged.status).toBe(201);
    expect(
      (await operator('POST', `/api/v2/Accident/${accidentId}/notes`, { Text: 'waits for the tow truck' })).status,
    ).toBeLessThan(300);
    const sheet = (await sheetOf(operator)).body;
    expect(sheet.Vouchers).toMatchObject({
      Total: 1,
      Items: [{ Id: voucher.id, ContractNumber: 'Д-7', Status: 'active' }],
    });
    expect(sheet.Vehicles).toMatchObject([{ VoucherId: voucher.id, Brand: 'Kia', Model: 'Rio', To: null }]);
    expect(sheet.Accidents).toMatchObject({
      Total: 1,
      Items: [{ Id: accidentId, Status: 'opened', StatusOfRoadAccidentID: workStatus.callBack }],
    });
    expect(sheet.Promises).toMatchObject([{ AccidentId: accidentId, At: at, Agreed: true }]);
    expect(sheet.Calls).toMatchObject({ Total: 1, Items: [{ AccidentId: accidentId, Comment: 'after three' }] });
    expect(sheet.Notes).toMatchObject({
      Total: 1,
      Items: [{ AccidentId: accidentId, Text: 'waits for the tow truck' }],
    });
  });
});
