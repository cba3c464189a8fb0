import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import { blowCurve, crashAt, fixesAround as fixes } from '../support/impacts.ts';

let app: TestApp;
let company: number;
let platform: Call;
let manager: Call;
beforeAll(async () => {
  app = await openTestApp('2026-01-15T12:00:00.000Z');
  company = await app.given.company();
  platform = app.as(await app.given.platformKey(company));
  manager = app.as((await app.given.account(company, 'MANAGER')).token, 'en');
});
afterAll(() => app.close());

let counter = 0;
const crash = async (imei: string, peakG: number, more: object = {}): Promise<number> => {
  const body = {
    MessageId: `message-${counter++}`,
    Imei: imei,
    CrashDateTime: crashAt,
    Curve: blowCurve(peakG),
    ...more,
  };
  return (await platform('POST', '/api/crash/webhook', body)).body.AccidentId;
};
const positions = async (Imei: string, Positions: object[]) => {
  const body = { MessageId: `message-${counter++}`, Imei, Positions };
  expect((await platform('POST', '/api/statistic/webhook', body)).status).toBe(200);
};
const read = async (id: number) => (await manager('GET', `/api/v2/Accident/${id}`)).body;

describe('what positions that come after their impact say of its speed', () => {
  it('name a fault of the receiver that was not seen with the impact, and take one back that only seemed to be', async () => {
    const faultsOf = async (objectId: string) =>
      (await manager('GET', `/api/v2/Anomaly/history?objectId=${objectId}`)).body.Items.map(
        ({ Kind, State }: Record<string, unknown>) => [Kind, State],
      );
    const wrongNow = async () =>
      (await manager('GET', '/api/v2/Anomaly/status')).body.Items.map(
        ({ ObjectId }: Record<string, unknown>) => ObjectId,
      );
    const doubtTexts = async (id: number) => (await read(id)).Facts.Doubts;
    const stopped = { ...fixes(-1, 0, 40)[0], Speed: 0 };

    const seen = await app.given.voucher(company);
    const late = await crash(seen.imei, 6, { Speed: 40 });
    expect(await faultsOf(seen.objectId)).toEqual([]);
    await positions(seen.imei, [...fixes(-40, -1, 40), stopped]);
    expect(await doubtTexts(late)).toContain('fixSpeed');
    expect(await faultsOf(seen.objectId)).toEqual([['speedStuck', 'open']]);
    expect(await wrongNow()).toContain(seen.objectId);
    // A repeated fault stays one fault.
    await positions(seen.imei, fixes(20, 30, 40));
    expect(await faultsOf(seen.objectId)).toEqual([['speedStuck', 'open']]);

    // A single fix of 0 km/h with the impact. Earlier fixes show that the car stood.
    const seeming = await app.given.voucher(company);
    const standing = fixes(-40, 0, 0);
    const soon = await crash(seeming.imei, 6, { Speed: 40, Positions: standing.slice(-1) });
    expect(await doubtTexts(soon)).toContain('fixSpeed');
    expect(await faultsOf(seeming.objectId)).toEqual([['speedStuck', 'open']]);
    await positions(seeming.imei, standing);
    expect(await doubtTexts(soon)).toEqual(expect.arrayContaining(['deviceSpeed']));
    expect(await faultsOf(seeming.objectId)).toEqual([]);
    expect(await wrongNow()).not.toContain(seeming.objectId);
  });

  it('leave a fault of the receiver on which a manager decided, though it no longer shows', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const standing = fixes(-40, 0, 0);
    await crash(imei, 6, { Speed: 40, Positions: standing.slice(-1) });
    const rows = () =>
      app.connection.db.selectFrom('anomaly').select(['kind', 'state']).where('object_id', '=', objectId).execute();
    const { Items } = (await manager('GET', `/api/v2/Anomaly/status`)).body;
    const { Id } = Items.find(({ ObjectId }: { ObjectId: string }) => ObjectId === objectId);
    const decided = await manager('POST', `/api/v2/Anomaly/${Id}/confirm`, { Reason: 'known' });
    expect(decided.status).toBe(200);
    await positions(imei, standing);
    expect(await rows()).toEqual([{ kind: 'speedStuck', state: 'confirmed' }]);
  });

  it('raise a doubt about a speed that only the device says, and put the impact into the queue; others lay it to rest', async () => {
    const lead = (kmh: number) => fixes(-40, -3, kmh);
    const { imei } = await app.given.voucher(company);
    const id = await crash(imei, 1.5, { Speed: 40 });
    expect(await read(id)).toMatchObject({ Status: 'notvalid', Severity: 'mini' });
    await positions(imei, lead(0));
    const doubted = await read(id);
    expect(doubted).toMatchObject({ Status: 'opened', Severity: null, Facts: { SpeedBeforeKmh: 0 } });
    expect(doubted.Facts.Doubts).toContain('speedUnconfirmed');
    // Fixes after the impact show the speed that the device reported.
    await positions(imei, fixes(3, 20, 38));
    expect((await read(id)).Facts.Doubts).not.toContain('speedUnconfirmed');
  });
});
