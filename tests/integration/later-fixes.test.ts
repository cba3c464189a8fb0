import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import { makeImei } from '../support/given.ts';
import { frontImpact } from '../support/impacts.ts';

const crashAt = '2026-01-15T08:01:00.000Z';
const crashMs = Date.parse(crashAt);

/** Returns fixes northwards at a speed, one per second, between two seconds relative to the crash. */
const fixesAround = (fromS: number, toS: number, kmh: number) =>
  Array.from({ length: toS - fromS }, (_, i) => ({
    DateTime: new Date(crashMs + (fromS + i) * 1000).toISOString(),
    Latitude: 55 + ((fromS + i) * kmh) / 3.6 / 111_320,
    Longitude: 37,
    Speed: kmh,
  }));
const blowCurve = (peakG: number) => frontImpact(crashMs, peakG);

let app: TestApp;
let company: number;
let platform: Call;
let operator: Call;
beforeAll(async () => {
  app = await openTestApp('2026-01-15T12:00:00.000Z');
  company = await app.given.company();
  platform = app.as(await app.given.platformKey(company));
  operator = app.as((await app.given.account(company, 'OPERATOR')).token, 'en');
});
afterAll(() => app.close());

let counter = 0;
const freshId = () => `message-${counter++}`;

const crash = async (imei: string, peakG: number, more: object = {}): Promise<number> => {
  const body = { MessageId: freshId(), Imei: imei, CrashDateTime: crashAt, Curve: blowCurve(peakG), ...more };
  return (await platform('POST', '/api/crash/webhook', body)).body.AccidentId;
};
const positions = async (Imei: string, Positions: object[]) => {
  const { status } = await platform('POST', '/api/statistic/webhook', { MessageId: freshId(), Imei, Positions });
  expect(status).toBe(200);
};
const read = async (id: number) => (await operator('GET', `/api/v2/Accident/${id}`)).body;
const historyOf = async (id: number) =>
  (
    await operator(
      'GET',
      `/api/v3/audit?filter=${encodeURIComponent(JSON.stringify({ entity: 'accident', entityId: id }))}&sort=%5B%22id%22,%22DESC%22%5D`,
    )
  ).body as {
    action: string;
    actorName: string;
    changes: { field: string; before: unknown; after: unknown }[];
  }[];

describe('positions that come after their impact', () => {
  it('tell its speeds, its place and what follows from them, with old and new values in the history', async () => {
    const { imei } = await app.given.voucher(company);
    const id = await crash(imei, 6);
    const before = await read(id);
    expect(before).toMatchObject({ Latitude: null, Facts: { SpeedBeforeKmh: null, SpeedAfterKmh: null } });
    const events = () => app.connection.db.selectFrom('event').selectAll().where('company_id', '=', company).execute();
    const toldBefore = (await events()).length;

    await positions(imei, [...fixesAround(-40, 1, 54), ...fixesAround(1, 60, 0)]);

    const after = await read(id);
    expect(after.Facts).toMatchObject({ SpeedBeforeKmh: 54, SpeedAfterKmh: 0, StandsAfter: true });
    expect(after.Facts.CrashProbability).toBeGreaterThan(before.Facts.CrashProbability);
    expect(after.Latitude).toBeCloseTo(55, 3);
    // The version does not change, so that a person who edits the case meanwhile is not refused.
    expect(after.Version).toBe(before.Version);
    const [newest] = await historyOf(id);
    expect(newest).toMatchObject({ action: 'refine', actorName: expect.stringContaining('platform') });
    expect(newest?.changes).toContainEqual({ field: 'SpeedBeforeKmh', before: null, after: 54 });
    expect((await events()).length).toBeGreaterThan(toldBefore);
  });

  it('show that only the device fell, so that the car has no change of velocity', async () => {
    const { imei } = await app.given.voucher(company);
    const noise = (i: number) => 0.02 * Math.sin(2 * i);
    // Free fall for 0.3 s, a knock of 20 ms on the floor, and rest on the side.
    const axis = (standing: number, lying: number, knockG: number) =>
      Array.from({ length: 300 }, (_, i) => {
        if (i < 100) return standing + noise(i);
        if (i < 130) return noise(i);
        return lying + noise(i) + (i < 132 ? knockG : 0);
      });
    const fall = { ...blowCurve(0), Longitudinal: axis(0, 0, 3), Lateral: axis(0, 1, 4), Vertical: axis(1, 0, 12) };
    const id = await crash(imei, 0, { Curve: fall });
    expect((await read(id)).Facts).toMatchObject({ Rollover: true, Severity: 'major' });

    await positions(imei, [...fixesAround(-40, 1, 0), ...fixesAround(1, 70, 0)]);

    const { Facts } = await read(id);
    expect(Facts).toMatchObject({ Rollover: false, CrashReasons: ['fell'], Severity: null });
    expect(Facts).toMatchObject({ DeltaVKmh: null, DirectionDeg: null, VelocityLeftShare: null });
    expect((await read(id)).Status).not.toBe('notvalid');
  });

  it('change neither what the curve says nor what the device itself said of its speed', async () => {
    const { imei } = await app.given.voucher(company);
    const id = await crash(imei, 6, { Speed: 47 });
    const before = await read(id);
    expect(before.Facts.SpeedBeforeKmh).toBe(47);
    await positions(imei, fixesAround(20, 50, 30));
    const { SpeedBeforeKmh, PeakG, DeltaVKmh, DirectionDeg, RangeG } = (await read(id)).Facts;
    const { Facts } = before;
    expect({ PeakG, DeltaVKmh, DirectionDeg, RangeG }).toEqual({
      PeakG: Facts.PeakG,
      DeltaVKmh: Facts.DeltaVKmh,
      DirectionDeg: Facts.DirectionDeg,
      RangeG: Facts.RangeG,
    });
    expect(SpeedBeforeKmh).toBe(47);
  });

  it('that show 0 at last while the places drive on do not outweigh what the device said: known with the impact or later', async () => {
    const suspect = [...fixesAround(-40, -1, 40), { ...fixesAround(-1, 0, 40)[0], Speed: 0 }];
    const decided = { SpeedBeforeKmh: 40, DeviceSpeedKmh: 40, Doubts: expect.arrayContaining(['fixSpeed']) };
    const { imei, objectId } = await app.given.voucher(company);
    const at = await crash(imei, 6, { Speed: 40, Positions: suspect });
    expect((await read(at)).Facts).toMatchObject(decided);
    const faults = await app.connection.db
      .selectFrom('anomaly')
      .select(['kind', 'count', 'quarantined', 'accident_id'])
      .where('object_id', '=', objectId)
      .execute();
    expect(faults).toEqual([{ kind: 'speedStuck', count: 1, quarantined: 0, accident_id: at }]);

    const other = await app.given.voucher(company);
    const later = await crash(other.imei, 6, { Speed: 40 });
    await positions(other.imei, suspect);
    expect((await read(later)).Facts).toMatchObject(decided);
  });

  it('bring into the queue what lay with the mini-losses, with the list’s totals and the managers told', async () => {
    const { imei } = await app.given.voucher(company);
    const manager = app.as((await app.given.account(company, 'MANAGER')).token);
    const told = async () => (await manager('GET', '/api/v3/notifications')).body;
    const id = await crash(imei, 0.9);
    expect(await read(id)).toMatchObject({ Status: 'notvalid', Severity: 'mini' });
    expect(await told()).toEqual([]);
    const total = async () => (await operator('GET', '/api/v2/Accident/table/opened')).body.Total;
    const before = await total();
    await positions(imei, [...fixesAround(-40, 1, 144), ...fixesAround(1, 60, 0)]);
    expect(await read(id)).toMatchObject({ Status: 'opened', Severity: 'major' });
    expect(await total()).toBe(before + 1);
    expect((await historyOf(id)).map(({ action }) => action)).toEqual(['move', 'refine', 'create']);
    expect(await told()).toEqual([
      expect.objectContaining({ kind: 'major', accident: expect.objectContaining({ id }) }),
    ]);
  });

  /** Returns a recording of a car that drives on, with the noise of a real sensor. */
  const quietCurve = () => ({
    ...blowCurve(0),
    Longitudinal: Array.from({ length: 300 }, (_, i) => 0.02 * Math.sin(i * 1.7)),
    Vertical: Array.from({ length: 300 }, (_, i) => 1 + 0.02 * Math.sin(i * 2.3)),
  });
  // The receiver of the car shows 0 in the second of the impact.
  const suddenStop = () => [...fixesAround(-40, 0, 90), ...fixesAround(0, 60, 0)];

  it.each([
    ['with it', true],
    ['later', false],
  ])(
    'and fall from 90 to 0 at once %s keep an impact without a trace in its recording in the queue, as unreliable',
    async (_, isWithImpact) => {
      const { imei } = await app.given.voucher(company);
      const more = { Curve: quietCurve(), ...(isWithImpact && { Positions: suddenStop() }) };
      const id = await crash(imei, 0, more);
      if (!isWithImpact) {
        expect(await read(id)).toMatchObject({ Status: 'notvalid', Severity: 'mini' });
        await positions(imei, suddenStop());
      }
      const after = await read(id);
      expect(after).toMatchObject({ Status: 'opened', MaximumAcceleration: null });
      expect(after.Severity).not.toBe('mini');
      expect(after.Facts).toMatchObject({ PeakG: null, DeltaVKmh: null, CrashProbability: null });
      expect(after.Facts.Doubts).toContain('againstFixes');
      // Positions that say the same again change nothing.
      await positions(imei, fixesAround(60, 70, 0));
      expect((await read(id)).Facts).toMatchObject({ PeakG: null, Doubts: after.Facts.Doubts });
    },
  );

  it('give a recording with gaps neither a probability nor the class of a weak impact', async () => {
    const { imei } = await app.given.voucher(company);
    const Lateral = quietCurve().Longitudinal.map((value, i) => (i === 20 ? null : value));
    const id = await crash(imei, 0, { Curve: { ...quietCurve(), Lateral } });
    const before = await read(id);
    expect(before).toMatchObject({ Status: 'opened', Severity: null, Facts: { CrashProbability: null } });
    await positions(imei, fixesAround(-40, 60, 54));
    const after = await read(id);
    expect(after).toMatchObject({ Severity: null, Facts: { SpeedBeforeKmh: 54, CrashProbability: null } });
    expect(after.Facts.Doubts).toContain('damaged');
  });

  it('leave with the mini-losses what a person has put there', async () => {
    const { imei } = await app.given.voucher(company);
    const id = await crash(imei, 0.9);
    const { id: chief } = await app.given.account(company, 'MANAGER');
    await app.connection.db.updateTable('accident').set({ operator_id: chief }).where('id', '=', id).execute();
    await positions(imei, [...fixesAround(-40, 1, 144), ...fixesAround(1, 60, 0)]);
    expect(await read(id)).toMatchObject({ Status: 'notvalid', Severity: 'major' });
  });

  it('bring it into the queue under the hands of whoever has it open: it stays theirs, and what they write is taken', async () => {
    const { imei } = await app.given.voucher(company);
    const id = await crash(imei, 0.9);
    const olga = await app.given.account(company, 'OPERATOR', { full_name: 'Ольга' });
    const mine = app.as(olga.token, 'en');
    expect((await mine('GET', `/api/crash/lock/${id}`)).status).toBe(200);
    const { Version } = await read(id);
    await positions(imei, [...fixesAround(-40, 1, 144), ...fixesAround(1, 60, 0)]);
    const working = { Status: 'opened', Severity: 'major', LockedBy: olga.id, Version, StatusOfRoadAccidentID: 2 };
    expect(await read(id)).toMatchObject(working);
    expect((await mine('GET', `/api/crash/lock/${id}`)).status).toBe(200);
    const saved = await mine('PUT', `/api/v2/Accident/${id}`, { Version, CrashDynamicsId: 1 });
    expect([saved.status, saved.body.Message]).toEqual([200, undefined]);
    const { operator_id } = await app.connection.db
      .selectFrom('accident')
      .select('operator_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(operator_id).toBe(olga.id);
  });

  it('leave a decided case the facts it was decided by; its history tells what they say, once', async () => {
    const { imei } = await app.given.voucher(company);
    const id = await crash(imei, 6);
    const finished_at = new Date(crashAt);
    await app.connection.db
      .updateTable('accident')
      .set({ status: 'closed', status_of_road_accident_id: 4, finished_at })
      .where('id', '=', id)
      .execute();
    const decided = await read(id);
    const late = [...fixesAround(-40, 1, 144), ...fixesAround(1, 60, 0)];
    await positions(imei, late.slice(0, 60));
    await positions(imei, late.slice(60));
    await positions(imei, late);
    const after = await read(id);
    expect([after.Facts, after.Severity, after.Version]).toEqual([decided.Facts, decided.Severity, decided.Version]);
    const findings = (await historyOf(id)).filter(({ action }) => action === 'laterFinding');
    expect(findings.length).toBeGreaterThan(0);
    expect(findings[0]?.changes).toContainEqual({ field: 'SpeedBeforeKmh', before: null, after: 144 });
    const texts = findings.map(({ changes }) => JSON.stringify(changes));
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('do the same of a curve so long that a thread reads it', async () => {
    const { imei } = await app.given.voucher(company);
    const { Longitudinal, Lateral, Vertical, ...rest } = blowCurve(6);
    const long = (axis: number[], value: number) => [...axis, ...new Array(30_000).fill(value)];
    const Curve = {
      ...rest,
      Longitudinal: long(Longitudinal, 0),
      Lateral: long(Lateral, 0),
      Vertical: long(Vertical, 1),
    };
    const id = await crash(imei, 6, { Curve });
    const { PeakG } = (await read(id)).Facts;
    await positions(imei, [...fixesAround(-40, 1, 54), ...fixesAround(1, 60, 0)]);
    expect((await read(id)).Facts).toMatchObject({ PeakG, SpeedBeforeKmh: 54, SpeedAfterKmh: 0, StandsAfter: true });
  });

  it('refine the latest of a device that reports one impact after the other, and no more than a few', async () => {
    const { imei } = await app.given.voucher(company);
    const ids: number[] = [];
    for (let n = 0; n < 25; n++)
      ids.push(await crash(imei, 6 + n / 100, { CrashDateTime: new Date(crashMs + n).toISOString() }));
    await positions(imei, fixesAround(-40, 1, 54));
    const speeds: (number | null)[] = [];
    for (const id of ids) speeds.push((await read(id)).Facts.SpeedBeforeKmh);
    expect(speeds).toEqual([...Array(5).fill(null), ...Array(20).fill(54)]);
  });

  it('of another time, or sent again, change nothing', async () => {
    const { imei } = await app.given.voucher(company);
    const id = await crash(imei, 6, { Positions: fixesAround(-40, 60, 36) });
    await positions(imei, fixesAround(600, 660, 36));
    await positions(imei, fixesAround(-40, 60, 36));
    expect((await historyOf(id)).map(({ action }) => action)).toEqual(['create']);
  });

  it('do the same where all of it waited in quarantine', async () => {
    const Imei = makeImei(930_000);
    await platform('POST', '/api/crash/webhook', {
      MessageId: freshId(),
      Imei,
      CrashDateTime: crashAt,
      Curve: blowCurve(6),
    });
    await positions(Imei, [...fixesAround(-40, 1, 54), ...fixesAround(1, 60, 0)]);
    const manager = app.as((await app.given.account(company, 'MANAGER')).token);
    const made = await manager('POST', '/api/v2/Voucher', {
      VoucherNumber: 'Q-1',
      Client: { LastName: 'Иванов' },
      Vehicle: { Brand: 'Lada', Model: 'Vesta' },
      Imei,
    });
    const { id } = await app.connection.db
      .selectFrom('accident')
      .select('id')
      .where('object_id', '=', made.body.ObjectId)
      .executeTakeFirstOrThrow();
    expect((await read(id)).Facts).toMatchObject({ SpeedBeforeKmh: 54, SpeedAfterKmh: 0, StandsAfter: true });
  });
});

describe('speeds that come later', () => {
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
      const stopped = { ...fixesAround(-1, 0, 40)[0], Speed: 0 };

      const seen = await app.given.voucher(company);
      const late = await crash(seen.imei, 6, { Speed: 40 });
      expect(await faultsOf(seen.objectId)).toEqual([]);
      await positions(seen.imei, [...fixesAround(-40, -1, 40), stopped]);
      expect(await doubtTexts(late)).toContain('fixSpeed');
      expect(await faultsOf(seen.objectId)).toEqual([['speedStuck', 'open']]);
      expect(await wrongNow()).toContain(seen.objectId);
      // A repeated fault stays one fault.
      await positions(seen.imei, fixesAround(20, 30, 40));
      expect(await faultsOf(seen.objectId)).toEqual([['speedStuck', 'open']]);

      // A single fix of 0 km/h with the impact. Earlier fixes show that the car stood.
      const seeming = await app.given.voucher(company);
      const standing = fixesAround(-40, 0, 0);
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
      const standing = fixesAround(-40, 0, 0);
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
      const lead = (kmh: number) => fixesAround(-40, -3, kmh);
      const { imei } = await app.given.voucher(company);
      const id = await crash(imei, 0.9, { Speed: 40 });
      expect(await read(id)).toMatchObject({ Status: 'notvalid', Severity: 'mini' });
      await positions(imei, lead(0));
      const doubted = await read(id);
      expect(doubted).toMatchObject({ Status: 'opened', Severity: null, Facts: { SpeedBeforeKmh: 0 } });
      expect(doubted.Facts.Doubts).toContain('speedUnconfirmed');
      // Fixes after the impact show the speed that the device reported.
      await positions(imei, fixesAround(3, 20, 38));
      expect((await read(id)).Facts.Doubts).not.toContain('speedUnconfirmed');
    });
  });
});
