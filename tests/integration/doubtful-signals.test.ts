import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { frontImpact } from '../support/impacts.ts';

let app: TestApp;
let company: number;
let platform: ReturnType<TestApp['as']>;
let manager: ReturnType<TestApp['as']>;
beforeAll(async () => {
  app = await openTestApp('2026-01-15T12:00:00.000Z');
  company = await app.given.company();
  platform = app.as(await app.given.platformKey(company), 'en');
  manager = app.as((await app.given.account(company, 'MANAGER')).token);
});
afterAll(() => app.close());

let counter = 0;
const startMs = Date.parse('2026-01-15T08:00:00.000Z');
const at = (ms: number) => new Date(ms).toISOString();

/** Returns a drive north at 36 km/h, one fix per second. */
const drive = (seconds: number, from = startMs, more: object = {}) =>
  Array.from({ length: seconds }, (_, i) => ({
    DateTime: at(from + i * 1000),
    Latitude: 55 + i * 0.00009,
    Longitude: 37,
    Speed: 36,
    ...more,
  }));
const sendDrive = (Imei: string, Positions: readonly object[]) =>
  platform('POST', '/api/statistic/webhook', { MessageId: `m${counter++}`, Imei, Positions });
const curve = (more: object = {}) => frontImpact(startMs + 60_000, 6, more);
const sendCrash = async (Imei: string, more: object = {}) =>
  (
    await platform('POST', '/api/crash/webhook', {
      MessageId: `m${counter++}`,
      Imei,
      CrashDateTime: at(startMs + 60_000),
      Curve: curve(),
      ...more,
    })
  ).body;
const factsOf = async (id: number) => (await manager('GET', `/api/v2/Accident/${id}`)).body.Facts;
const tripsOf = async (objectId: string) =>
  (await manager('GET', `/api/v2/StatisticSummingTrip/list?objectId=${objectId}`)).body;
const anomaliesOf = async (objectId: string) =>
  (await manager('GET', `/api/v2/Anomaly/history?objectId=${objectId}`)).body.Items as {
    Kind: string;
    Count: number;
    Held: number;
    Slope: number | null;
    AccidentId: number | null;
  }[];

describe('rows that cannot be believed', () => {
  it('refuse none of the others: a latitude of 95 and a time nobody can read are named and marked', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const Positions: { Latitude: number; DateTime: string }[] = drive(120);
    Positions[50]!.Latitude = 95;
    Positions[60]!.DateTime = 'yesterday';
    const { status, body } = await sendDrive(imei, Positions);
    expect(status).toBe(200);
    expect(body.Results[0]).toMatchObject({
      Accepted: 118,
      Suspect: 2,
      Refused: [
        { Row: 50, Field: 'Latitude' },
        { Row: 60, Field: 'DateTime' },
      ],
    });
    expect((await tripsOf(objectId)).Total).toBe(1);
    expect((await anomaliesOf(objectId)).map(({ Kind }) => Kind).sort()).toEqual(['place', 'row']);
  });

  it('a course of 999 is none, and the fix stays', async () => {
    const { imei } = await app.given.voucher(company);
    const { body } = await sendDrive(imei, drive(20, startMs, { Course: 999, Hdop: 300, Satellites: -1 }));
    expect(body.Results[0]).toMatchObject({ Accepted: 20, Suspect: 0 });
    expect(body.Results[0]).not.toHaveProperty('Refused');
  });
});

describe('clocks', () => {
  it('that step back an hour are seen in the order sent, and make no second drive', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const Positions = drive(240).map((fix, i) =>
      i < 120 ? fix : { ...fix, DateTime: at(Date.parse(fix.DateTime) - 3_600_000) },
    );
    expect((await sendDrive(imei, Positions)).body.Results[0]).toMatchObject({ Accepted: 120, Suspect: 120 });
    expect((await tripsOf(objectId)).Total).toBe(1);
    expect(await anomaliesOf(objectId)).toMatchObject([{ Kind: 'clockBack', Count: 120 }]);
  });

  it.each([
    ['years before the voucher', startMs - 5 * 365 * 86_400_000, 'clockFar'],
    ['whose week counter ran over, in a message days late', startMs - 1026 * 7 * 86_400_000, 'rollover'],
    ['ahead by an hour of the arrival', Date.parse('2026-01-15T13:00:00.000Z'), 'clockFar'],
  ])('%s are a fault, not a drive', async (_, from, Kind) => {
    const { imei, objectId } = await app.given.voucher(company);
    const { body } = await sendDrive(imei, [...drive(60), ...drive(60, from)]);
    expect(body.Results[0]).toMatchObject({ Accepted: 60, Suspect: 60 });
    expect((await tripsOf(objectId)).Total).toBe(1);
    expect(await anomaliesOf(objectId)).toMatchObject([{ Kind, Count: 60 }]);
  });

  it('whose week counter runs over are repaired where the message came within a day, and named', async () => {
    const kmOf = async (id: string) => (await tripsOf(id)).Items.map((trip: { DistanceKm: number }) => trip.DistanceKm);
    const { imei, objectId } = await app.given.voucher(company);
    const sound = await app.given.voucher(company);
    await sendDrive(sound.imei, drive(240));
    const rolledOver = drive(240).map((fix, i) =>
      i < 120 ? fix : { ...fix, DateTime: at(Date.parse(fix.DateTime) - 1024 * 7 * 86_400_000) },
    );
    const { body } = await sendDrive(imei, rolledOver);
    expect(body.Results[0]).toMatchObject({ Accepted: 240, Suspect: 0 });
    expect(await kmOf(objectId)).toEqual(await kmOf(sound.objectId));
    expect(await anomaliesOf(objectId)).toMatchObject([{ Kind: 'rollover', Count: 120, Held: 0 }]);
  });

  it('may be wrong for days before the voucher was made: what waited for it is believed', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    await sendDrive(imei, drive(60, startMs - 20 * 86_400_000));
    expect((await tripsOf(objectId)).Total).toBe(1);
  });
});

describe('a receiver’s speed', () => {
  it('in metres per second is a fault, told once however often its track is cut, and places count', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    await sendDrive(imei, drive(120, startMs, { Speed: 10 }));
    await sendDrive(imei, drive(240, startMs, { Speed: 10 }).slice(120));
    expect((await tripsOf(objectId)).Items[0].MaximumSpeed).toBeCloseTo(36, 0);
    const found = await anomaliesOf(objectId);
    expect(found).toMatchObject([{ Kind: 'speedUnit', Count: 240 }]);
    expect(found[0]!.Slope).toBeCloseTo(1 / 3.6, 2);
  });
});

describe('a receiver’s speed that no car reaches', () => {
  it('loses neither the place of its fix nor the way, and is named', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const sound = await app.given.voucher(company);
    await sendDrive(sound.imei, drive(240));
    // In tenths of km/h.
    const { body } = await sendDrive(
      imei,
      drive(240).map(fix => ({ ...fix, Speed: 360 })),
    );
    expect(body.Results[0]).toMatchObject({ Accepted: 240, Suspect: 0 });
    const [trip, soundTrip] = await Promise.all([objectId, sound.objectId].map(tripsOf));
    expect(trip.Items[0].DistanceKm).toBeCloseTo(soundTrip.Items[0].DistanceKm, 1);
    expect(trip.Items[0].MaximumSpeed).toBeCloseTo(36, 0);
    expect(await anomaliesOf(objectId)).toMatchObject([{ Kind: 'speed', Count: 240, Held: 0 }]);
  });
});

describe('faults of a device', () => {
  it('are not shown to another company, nor to an operator', async () => {
    const { objectId } = await app.given.voucher(company);
    const path = `/api/v2/Anomaly/history?objectId=${objectId}`;
    const stranger = app.as((await app.given.account(await app.given.company(), 'MANAGER')).token);
    const operator = app.as((await app.given.account(company, 'OPERATOR')).token);
    expect((await stranger('GET', path)).status).toBe(404);
    expect((await operator('GET', path)).status).toBe(403);
    expect((await manager('GET', path)).body).toEqual({ Items: [], Total: 0 });
  });
});

describe('an impact in doubt', () => {
  it.each([16, 160])('whose curve is in m/s², of a range of %i, is judged as in g, and is a fault', async RangeG => {
    const [inG, inMs2] = [await app.given.voucher(company), await app.given.voucher(company)];
    const scaled = (values: number[]) => values.map(value => value * 9.80665);
    const { Longitudinal, Vertical } = curve();
    const whole = await factsOf((await sendCrash(inG.imei)).AccidentId);
    const { AccidentId } = await sendCrash(inMs2.imei, {
      Curve: curve({ Longitudinal: scaled(Longitudinal), Vertical: scaled(Vertical), RangeG }),
    });
    const facts = await factsOf(AccidentId);
    const { Severity, Doubts } = whole;
    expect(facts).toMatchObject({ Severity, Doubts });
    for (const name of ['PeakG', 'DeltaVKmh', 'CrashProbability']) expect(facts[name]).toBeCloseTo(whole[name], 2);
    const { Resultant } = (await manager('GET', `/api/crashes/curves/${AccidentId}`)).body;
    expect(Math.max(...Resultant)).toBeLessThan(8);
    expect(await anomaliesOf(inMs2.objectId)).toMatchObject([{ Kind: 'unit', AccidentId, Held: 0 }]);
  });

  it('whose curve shows 0.5 g at rest is in the queue, marked, without class, probability and figures', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const { AccidentId } = await sendCrash(imei, { Curve: curve({ Vertical: curve().Vertical.map(() => 0.5) }) });
    const { body } = await manager('GET', `/api/v2/Accident/${AccidentId}`);
    const Facts = { Severity: null, PeakG: null, DeltaVKmh: null, CrashProbability: null, Doubts: ['gravity'] };
    expect(body).toMatchObject({ Status: 'opened', Verdict: 'faulty', Facts });
    const { Items } = (await manager('GET', '/api/v2/Accident/table/opened')).body;
    expect(Items.find(({ Id }: { Id: number }) => Id === AccidentId)).toMatchObject({
      Verdict: 'faulty',
      MaximumAcceleration: null,
    });
    expect(await anomaliesOf(objectId)).toMatchObject([{ Kind: 'gravity', AccidentId }]);
  });

  it('that an earlier release kept out joins the queue once its fault is cleared, unless a person has decided since', async () => {
    const scaled = { Vertical: curve().Vertical.map(() => 0.5) };
    const held = async () => {
      const { imei, objectId } = await app.given.voucher(company);
      return { objectId, id: (await sendCrash(imei, { Curve: curve(scaled) })).AccidentId as number };
    };
    const [decided, undecided] = [await held(), await held()];
    const finished = { finished_at: new Date(startMs), status_of_road_accident_id: 5 };
    await app.connection.db.updateTable('accident').set(finished).where('id', '=', decided.id).execute();
    const ids = [decided.id, undecided.id];
    await app.connection.db.updateTable('accident').set({ status: 'notvalid' }).where('id', 'in', ids).execute();
    for (const { objectId } of [decided, undecided]) {
      const { Items } = (await manager('GET', '/api/v2/Anomaly/status?pageSize=100')).body;
      const { Id } = Items.find((fault: { ObjectId: string }) => fault.ObjectId === objectId);
      expect((await manager('POST', `/api/v2/Anomaly/${Id}/clear`, { Reason: 'масштаб известен' })).status).toBe(200);
    }
    const statusOf = async ({ id }: { id: number }) => (await manager('GET', `/api/v2/Accident/${id}`)).body.Status;
    expect([await statusOf(decided), await statusOf(undecided)]).toEqual(['notvalid', 'opened']);
  });

  it('whose curve is dated a minute off is laid on its moment, and says so', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const { AccidentId } = await sendCrash(imei, { Curve: curve({ Start: at(startMs - 1000) }) });
    expect((await factsOf(AccidentId)).Doubts).toEqual(['clockShifted']);
    const { Time, Resultant } = (await manager('GET', `/api/crashes/curves/${AccidentId}`)).body;
    expect(Math.abs(Time[Resultant.indexOf(Math.max(...Resultant))])).toBeLessThan(0.011);
    expect(await anomaliesOf(objectId)).toMatchObject([{ Kind: 'curveClock', AccidentId }]);
  });

  it('sent under a new id, or hours later with another time, says which one it repeats', async () => {
    const { imei } = await app.given.voucher(company);
    const first = (await sendCrash(imei)).AccidentId;
    expect((await factsOf(first)).SameAs).toBeNull();
    const again = (await sendCrash(imei, { Curve: curve({ Frame: 'vehicle', RangeG: 8 }) })).AccidentId;
    expect((await factsOf(again)).SameAs).toBe(first);
    const later = await sendCrash(imei, {
      CrashDateTime: at(startMs + 3 * 3_600_000),
      Curve: curve({ Start: at(startMs + 3 * 3_600_000 - 1000) }),
    });
    expect((await factsOf(later.AccidentId)).SameAs).toBe(first);
    const other = await sendCrash(imei, {
      CrashDateTime: at(startMs + 2 * 3_600_000),
      Curve: curve({ Start: at(startMs + 2 * 3_600_000 - 1000), Lateral: new Array(300).fill(0.01) }),
    });
    expect((await factsOf(other.AccidentId)).SameAs).toBeNull();
  });

  it('of a device askew is read with up as its trips have it, and with the bandwidth of its model', async () => {
    const { imei } = await app.given.voucher(company);
    await app.connection.pool.query(
      `with model as (insert into obu_model (brand, model, bandwidth_hz) values ('Test', 'Askew', 40) returning id)
       update device set obu_model_id = model.id from model where imei = $1`,
      [imei],
    );
    // The device lies on its side, so gravity is on y.
    const Acceleration = curve({
      Start: at(startMs - 600_000),
      RateHz: 1,
      Longitudinal: new Array(90).fill(0),
      Lateral: new Array(90).fill(1),
      Vertical: new Array(90).fill(0),
      Frame: 'device',
    });
    await platform('POST', '/api/statistic/webhook', {
      MessageId: `m${counter++}`,
      Imei: imei,
      Positions: [],
      Acceleration,
    });
    const braking = curve().Longitudinal.map((value, i) => value - (i < 100 ? 0.8 : 0));
    const { AccidentId } = await sendCrash(imei, {
      Curve: curve({
        Longitudinal: braking,
        Lateral: Array.from({ length: 300 }, (_, i) => 1 + (i % 2) / 1000),
        Vertical: Array.from({ length: 300 }, (_, i) => (i % 2) / 1000),
        Frame: 'device',
      }),
    });
    const facts = await factsOf(AccidentId);
    expect(facts).toMatchObject({ Gravity: [0, 1, 0], DirectionDeg: null, BandwidthHz: 40 });
    expect(facts.PeakG).toBeCloseTo(6, 0);
    expect(facts.Doubts).not.toContain('upFromRecord');
  });

  it('computed before doubts were is read as not judged', async () => {
    const { id } = await app.given.accident(company);
    expect(await factsOf(id)).toMatchObject({ PeakG: 5.2, Doubts: null, SameAs: null, RecordedBeforeMs: null });
  });
});
